"""Known ways of getting the pipeline wrong, each built in by a subclass that does one small step wrongly."""

from . import answers, launching, leaving, memory, planning
from .registry import FAULTS, with_faults

__all__ = ["FAULTS", "answers", "launching", "leaving", "memory", "planning", "with_faults"]
