"""Pages by identity, and the memory that they lie in: slots of the device, and copies on the host."""

from __future__ import annotations

from collections.abc import Iterable
from typing import ClassVar

import torch
from torch import Tensor

from ..memory import DTYPE, POISON, FreeList


class Page:
    """The keys and values of one block. It stays the same page wherever it lies."""

    __slots__ = ("owner", "slot")

    def __init__(self, owner: int, slot: int) -> None:
        self.owner = owner
        """The sequence that it was handed out to."""
        self.slot: int | None = slot
        """Where it lies on the device, or None."""


class PageStorage:
    """Slots of one tensor, of which what is freed is poisoned, and a lower tier that has room for all that is moved.

    One slot more than there are stands at the end: page-index buffers point to it where there is no page. It holds
    zeros.
    """

    free_list: ClassVar[type[FreeList]] = FreeList

    def __init__(self, slots: int, tokens_per_block: int, device: torch.device) -> None:
        self.free = self.free_list(slots, "page slots")
        self.padding = slots
        self.pinned = device.type == "cuda"
        self.memory = torch.full((slots + 1, tokens_per_block), POISON, dtype=DTYPE, device=device)
        self.memory[self.padding] = 0.0
        self.host: dict[Page, Tensor] = {}
        """The copies of pages that were moved down."""

    def allocate(self, owner: int, count: int) -> list[Page]:
        """Hand out so many pages, or refuse and hand out none."""
        return [Page(owner, slot) for slot in self.free.take(count)]

    def release(self, pages: Iterable[Page]) -> None:
        """Take pages back, wherever they lie."""
        for page in pages:
            self.host.pop(page, None)
            if page.slot is not None:
                self.vacate(page.slot)
                page.slot = None

    def vacate(self, slot: int) -> None:
        """Poison a slot and take it back."""
        self.poison(slot)
        self.free.give_back([slot])

    def poison(self, slot: int) -> None:
        """Make a slot unfit to be read."""
        self.memory[slot] = POISON

    def offload(self, pages: Iterable[Page]) -> None:
        """Move pages to the host: each is copied before its slot is given up."""
        for page in pages:
            slot = page.slot
            if slot is not None:
                self.copy_down(page, slot)
                self.vacate(slot)
                page.slot = None

    def copy_down(self, page: Page, slot: int) -> None:
        """Copy a slot to the host, and wait until it is there."""
        self.host[page] = torch.empty(self.memory.shape[1], dtype=DTYPE, pin_memory=self.pinned)
        self.host[page].copy_(self.memory[slot])

    def onload(self, pages: list[Page]) -> None:
        """Bring pages back to the device, all of them or none."""
        for page, slot in zip(pages, self.free.take(len(pages)), strict=True):
            self.copy_up(page, slot)
            page.slot = slot
            del self.host[page]

    def copy_up(self, page: Page, slot: int) -> None:
        """Copy a page's content into a slot of the device."""
        self.memory[slot].copy_(self.host[page])
