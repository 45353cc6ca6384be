"""One level's memory for adapter weights, in pages, and which of them nobody has."""

from __future__ import annotations

import torch
from torch import Tensor

from ..memory import DTYPE, POISON, FreeList
from .checkpoints import PAGE_WIDTH


class LoraCachePageManager:
    """Hands out pages of one tensor and takes them back; what is taken back is poisoned."""

    def __init__(self, size: int, what: str, device: torch.device, *, pinned: bool = False) -> None:
        self.free = FreeList(size, what)
        self.memory = torch.full((size, PAGE_WIDTH), POISON, dtype=DTYPE, device=device, pin_memory=pinned and size > 0)

    def claim(self, count: int) -> list[int]:
        """Hand out so many pages, or refuse and hand out none."""
        return self.free.take(count)

    def release(self, pages: list[int]) -> None:
        """Poison pages and take them back; they are handed out first."""
        self.poison(pages)
        self.free.give_back(pages)

    def poison(self, pages: list[int]) -> None:
        """Make pages unfit to be read."""
        self.memory[pages] = POISON

    def write(self, pages: list[int], weights: Tensor) -> None:
        """Fill pages with weights, wherever these come from."""
        self.memory[pages] = weights.to(self.memory.device)

    def read(self, pages: list[int]) -> Tensor:
        """Return what is in pages."""
        return self.memory[pages]
