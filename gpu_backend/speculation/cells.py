"""The memory of one pool, a cell for each position, and how many hold it."""

from __future__ import annotations

import torch
from torch import Tensor

from ..memory import DTYPE, POISON, FreeList


class Cell:
    """The keys and values of one position. The tree and requests hold it together."""

    __slots__ = ("references", "slot")

    def __init__(self, slot: int) -> None:
        self.slot = slot
        self.references = 1


class CellPool:
    """Slots of one tensor. A cell that nobody holds any more is poisoned, and its slot is free."""

    def __init__(self, size: int, width: int, device: torch.device) -> None:
        self.free = FreeList(size, "cells")
        self.memory = torch.full((size, width), POISON, dtype=DTYPE, device=device)

    def allocate(self) -> Cell:
        """Hand out a cell to one holder, or refuse."""
        (slot,) = self.free.take(1)
        return Cell(slot)

    def hold(self, cell: Cell) -> None:
        """Let one more hold a cell."""
        cell.references += 1

    def let_go(self, cell: Cell) -> None:
        """Let one less hold a cell; it goes with the last."""
        cell.references -= 1
        if not cell.references:
            self.vacate(cell)

    def vacate(self, cell: Cell) -> None:
        """Poison a cell and take its slot back."""
        self.memory[cell.slot] = POISON
        self.free.give_back([cell.slot])

    def write(self, cell: Cell, values: list[float]) -> None:
        """Fill a cell."""
        self.memory[cell.slot] = torch.tensor(values, dtype=DTYPE)

    def read(self, cell: Cell) -> Tensor:
        """Return what is in a cell."""
        return self.memory[cell.slot]
