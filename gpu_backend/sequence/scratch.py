"""The scratch pages of a chunk: blocks that nobody reads after its forward take turns in them."""

from __future__ import annotations

from dataclasses import dataclass, field

from .pages import Page


@dataclass(slots=True)
class Scratch:
    """Which blocks share, how many pages they need, and the pages while the cache is in use."""

    first: int = 0
    end: int = 0
    """The blocks from `first` up to this one, which is none of them."""
    needed: int = 0
    pages: list[Page] = field(default_factory=list)

    def covers(self, block: int) -> bool:
        """Whether a block shares."""
        return self.first <= block < self.end

    def page_of(self, block: int) -> Page | None:
        """Return the page that a block has its turn in, while there are any."""
        return self.pages[(block - self.first) % len(self.pages)] if self.pages and self.covers(block) else None

    def plan(self, first: int, blocks: int, needed: int) -> None:
        """Let so many blocks share so many pages."""
        self.first, self.end, self.needed = first, first + blocks, needed

    def clear(self) -> None:
        """Let no block share any more."""
        self.end, self.needed = self.first, 0
