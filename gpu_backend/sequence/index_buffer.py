"""The page-index buffer of a sequence: of constant size, so that captured kernels find it where it always was."""

from __future__ import annotations

from collections.abc import Sequence

import torch


class PageIndexBuffer:
    """The version of the page table that it was written from, and a slot for each block.

    It belongs to the caller, who attaches it to a cache that then keeps it current. While it is detached nobody
    writes it, and it still lists what was there before.
    """

    def __init__(self, room: int, padding: int, device: torch.device) -> None:
        self.room, self.padding = room, padding
        self.data = torch.full((1 + room,), padding, dtype=torch.int64, device=device)
        self.data[0] = 0

    def write(self, version: int, slots: Sequence[int]) -> None:
        """List these slots, and nothing behind them."""
        self.data.copy_(torch.tensor([version, *self.padded(slots)], dtype=torch.int64))

    def padded(self, slots: Sequence[int]) -> list[int]:
        """Return as many entries as there is room for."""
        return [*slots, *[self.padding] * self.room][: self.room]

    def entries(self, first: int, end: int) -> torch.Tensor:
        """Return the slots of some blocks as a kernel gets them."""
        return self.data[1 + first : 1 + end]
