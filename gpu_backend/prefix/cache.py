"""The prefix cache as a whole: lookups, new blocks and commits, copies between the tiers, and eviction."""

from __future__ import annotations

from .commit import Commits
from .reclaim import Reclaim


class PrefixCache(Commits, Reclaim):
    """A radix tree of token blocks with device pages and a host tier. Every method that refuses changes nothing."""
