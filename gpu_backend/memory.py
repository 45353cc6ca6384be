"""Real memory in pages: the pools on the device, the tier on the host, and the lists of their free places.

What is freed is poisoned with NaN, so that whoever reads it computes NaN, and shows it.
"""

from __future__ import annotations

from typing import Final

import torch

from .refusal import OutOfRoom

DTYPE: Final = torch.float64
"""Wide enough that the make-up of a batch cannot change which token is the best."""

POISON: Final = float("nan")
"""What freed memory holds."""


class FreeList:
    """The places of a fixed set that nobody holds. The place that was given back last is handed out first."""

    def __init__(self, size: int, what: str) -> None:
        self.size, self.what = size, what
        self._free = list(range(size - 1, -1, -1))

    def __len__(self) -> int:
        return len(self._free)

    def view(self) -> tuple[int, ...]:
        """Return the free places in ascending order."""
        return tuple(sorted(self._free))

    def take(self, count: int) -> list[int]:
        """Hand out so many places, or refuse and hand out none."""
        left = len(self._free) - count
        if left < 0:
            raise OutOfRoom(f"{count} {self.what} are needed and {len(self._free)} are free")
        taken = self._free[left:]
        del self._free[left:]
        taken.reverse()
        return taken

    def give_back(self, places: list[int]) -> None:
        """Take places back so that taking as many again hands out the same ones in the same order."""
        self._free.extend(reversed(places))


class PagePool:
    """Pages of keys and values on the device: [pages, page_size, layers, 2 (key, value), heads, dim].

    What holds one token, in all layers, is a cell.
    One page more than the pool has stands at the end: the padding of page tables points to it, and it holds zeros.
    """

    def __init__(self, size: int, page_size: int, cell: tuple[int, ...], device: torch.device) -> None:
        self.free = FreeList(size, "device pages")
        self.page_size, self.padding = page_size, size
        self.pages = torch.full((size + 1, page_size, *cell), POISON, dtype=DTYPE, device=device)
        self.pages[self.padding] = 0.0
        self.cells = self.pages.view((size + 1) * page_size, *cell)
        """The same memory by token: page `p` holds the cells from `p * page_size` on."""

    def take(self, count: int) -> list[int]:
        """Hand out so many pages, or refuse and hand out none. Their content is whatever freed memory holds."""
        return self.free.take(count)

    def release(self, pages: list[int]) -> None:
        """Take pages back and poison them."""
        for page in pages:
            self.pages[page].fill_(POISON)
        self.free.give_back(pages)


class HostTier:
    """Room on the host for the content of device pages, of whichever pool. Pinned where the device is a GPU."""

    def __init__(self, size: int, pools: list[PagePool], device: torch.device) -> None:
        self.free = FreeList(size, "host pages")
        self.device = device
        width = max(pool.pages[0].numel() for pool in pools)
        self.rows = torch.full((size, width), POISON, dtype=DTYPE, pin_memory=device.type == "cuda" and size > 0)

    def store(self, pool: PagePool, pages: list[int]) -> list[int]:
        """Copy device pages into host pages and return these; refuse, with nothing copied, where they do not fit."""
        hosted = self.free.take(len(pages))
        for page, row in zip(pages, hosted, strict=True):
            content = pool.pages[page].view(-1)
            self.rows[row, : content.numel()].copy_(content)
        return hosted

    def load(self, pool: PagePool, hosted: list[int], pages: list[int]) -> None:
        """Copy host pages back into device pages."""
        for page, row in zip(pages, hosted, strict=True):
            content = pool.pages[page].view(-1)
            content.copy_(self.rows[row, : content.numel()])

    def release(self, hosted: list[int]) -> None:
        """Take host pages back and poison them."""
        for row in hosted:
            self.rows[row].fill_(POISON)
        self.free.give_back(hosted)
