"""Exclusivity by name: which page is whose, with pending operations as holders of what they read and write.

Requests hold pages in their tables and set pages aside for a move; operations name the pages that they read and write
from their issue until the host has polled how they ended, whatever became of their request meanwhile. Pages of the
device and of the tiers below it are pages alike: the tier of a page is fixed. A page is free if nobody holds or names
it and it is not found by a key. A published page is shared and written no more.

Left out: how many pages a request needs, and that a move sets aside as many as it moves (the lifecycle counts them);
whether a page's content is that of its prefix (the replay reads it); the free list as a list, whose entries could be
doubled, since here a page's state follows from its counts (the audit looks at it); the order of eviction; windows and
scratch pages; children of an evicted prefix; how the host tells a lost operation from a slow one; whether a page that
is stored while only the tiers below are reset, with the weights unchanged, should be found there (it is).
"""

from ...system import complete
from . import events, faults, laws, possible
from .state import WIDE, Memory, small

__all__ = ["SYSTEM", "Memory", "events", "faults", "laws", "possible", "small"]

SYSTEM = complete(Memory, small=small, wide=WIDE)
