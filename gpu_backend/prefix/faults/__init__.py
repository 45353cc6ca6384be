"""Known ways of getting the prefix cache wrong, each built in by a subclass that does one small step wrongly."""

from . import commits, lookups, memory, tree
from .registry import FAULTS, with_faults

__all__ = ["FAULTS", "commits", "lookups", "memory", "tree", "with_faults"]
