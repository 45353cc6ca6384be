"""Every system of the model, the lifecycle first."""

from .lifecycle import LIFECYCLE
from .system import System

SYSTEMS: dict[str, System] = {system.name: system for system in (LIFECYCLE,)}
"""Every system, by name."""
