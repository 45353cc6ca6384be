"""One pool's memory in pages of cells, and which pages nobody has."""

from __future__ import annotations

from typing import Final

import torch
from torch import Tensor

from ..memory import FreeList

TOKEN, ADAPTER = 0, 1
"""What a cell holds: the token that it was computed from, and the adapter weights that it was computed with."""
POISON: Final = -(2**31)
"""What freed memory holds. Whoever computes with it comes to tokens that no request would say."""


class PagePool:
    """Hands out pages of one tensor and takes them back; what is taken back is poisoned.

    A last cell belongs to no page: what a padded batch writes goes there.
    """

    def __init__(self, size: int, page_size: int, what: str, device: torch.device) -> None:
        self.free, self.page_size = FreeList(size, what), page_size
        self.cells = torch.full((size * page_size + 1, 2), POISON, dtype=torch.int64, device=device)
        self.padding = size * page_size

    def pages_for(self, tokens: int) -> int:
        """Return how many pages have places for so many tokens."""
        return -(-tokens // self.page_size)

    def take(self, count: int) -> list[int]:
        """Hand out so many pages, or refuse and hand out none."""
        return self.free.take(count)

    def release(self, pages: list[int]) -> None:
        """Poison pages and take them back; they are handed out first."""
        self.poison(pages)
        self.free.give_back(pages)

    def poison(self, pages: list[int]) -> None:
        """Make pages unfit to be read."""
        self.pages[pages] = POISON

    @property
    def pages(self) -> Tensor:
        """The memory by page: [pages, page_size, 2]."""
        return self.cells[:-1].view(-1, self.page_size, 2)

    def where(self, pages: list[int], places: int) -> list[int]:
        """Return the cells of the first places in some pages."""
        size = self.page_size
        return [pages[place // size] * size + place % size for place in range(places)]
