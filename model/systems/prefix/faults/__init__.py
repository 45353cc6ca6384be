"""Known ways of getting it wrong: an event with something forgotten, and the laws that must notice."""

from . import eviction, lookup, resets, tiers, writing

__all__ = ["eviction", "lookup", "resets", "tiers", "writing"]
