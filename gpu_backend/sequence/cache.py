"""All that can be done to the cache of one sequence, in one class: what a fault is built into."""

from __future__ import annotations

from .lifetime import Lifetime
from .settling import Settling
from .sizing import Sizing


class SequenceCache(Sizing, Settling, Lifetime):
    """The cache of one sequence."""
