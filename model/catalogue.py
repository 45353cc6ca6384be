"""Every system of the model, the lifecycle first."""

from .lifecycle import LIFECYCLE
from .system import System
from .systems import adapters, buffers, pages, prefix, reuse, scheduler, slots, steps

_OTHERS = (scheduler, steps, pages, prefix, reuse, adapters, slots, buffers)

SYSTEMS: dict[str, System] = {system.name: system for system in (LIFECYCLE, *(each.SYSTEM for each in _OTHERS))}
"""Every system, by name."""
