"""Every system of the model, the lifecycle first."""

from .lifecycle import LIFECYCLE
from .system import System
from .systems import reuse, steps

SYSTEMS: dict[str, System] = {system.name: system for system in (LIFECYCLE, steps.SYSTEM, reuse.SYSTEM)}
"""Every system, by name."""
