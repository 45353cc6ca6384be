"""What a request has in both pools: for each stay on the device, a page table in each of them."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from ...model.sorts import Pool
from .pages import PagePool


class Widths(NamedTuple):
    """Places for so many tokens in each pool, by the number of the pool."""

    target: int
    draft: int


@dataclass(eq=False, slots=True)
class PageTable:
    """A request's pages in one pool, in the order of its tokens."""

    pool: PagePool
    pages: list[int] = field(default_factory=list)
    capacity: int = 0
    """The tokens that it has places for."""
    history: int = 0
    """The tokens of these that are settled."""

    def resize(self, capacity: int) -> None:
        """Have places for exactly so many tokens, or refuse."""
        pages = self.pool.pages_for(capacity)
        if pages > len(self.pages):
            self.pages += self.pool.take(pages - len(self.pages))
        self.cut(pages)
        self.capacity = capacity

    def cut(self, pages: int) -> None:
        """Give back all pages but so many; that nothing in flight writes them is the caller's business."""
        dropped = self.pages[pages:]
        if dropped:
            del self.pages[pages:]
            self.pool.release(dropped)

    def cells(self, places: int) -> list[int]:
        """Return where its first places are in the memory of the pool."""
        return self.pool.where(self.pages, min(places, len(self.pages) * self.pool.page_size))


@dataclass(eq=False, slots=True)
class Residence:
    """One stay of a request on the device. A frame in flight is of the stay in which it was planned."""

    request: int
    tables: tuple[PageTable, PageTable]
    """By the number of the pool."""

    @property
    def capacity(self) -> int:
        """The tokens that it has target places for; what is planned is behind all of them."""
        return self.tables[Pool.TARGET].capacity
