"""Every system of the model: importing this registers them all, the lifecycle first."""

from .lifecycle import LIFECYCLE
from .system import SYSTEMS

__all__ = ["LIFECYCLE", "SYSTEMS"]
