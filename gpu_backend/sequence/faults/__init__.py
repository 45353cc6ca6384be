"""Known faults of the caches of sequences that can be built into these, each a small step done wrongly."""

from . import buffers, memory, scratch, settling, suspension
from .registry import FAULTS, with_faults

__all__ = ["FAULTS", "buffers", "memory", "scratch", "settling", "suspension", "with_faults"]
