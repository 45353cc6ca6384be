"""Every event of the prefix cache, one file per theme."""

from . import eviction, lookup, resets, tiers, writing

__all__ = ["eviction", "lookup", "resets", "tiers", "writing"]
