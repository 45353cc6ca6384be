"""What is computed and copied: the work of a step, a copy, a move and a send, as it was captured at the launch."""

from __future__ import annotations

from collections.abc import Sequence

from torch import Tensor

from .content import POISON, POSITIONS
from .memory import PageMemory
from .page import Page

Copies = Sequence[tuple[Page, Page]]
"""Pages with those that they are copied to."""


class Kernels:
    """The work that is submitted to streams. Each method returns what the device will do when it comes to it."""

    def __init__(self, memory: PageMemory) -> None:
        self.memory = memory
        self.received: dict[int, Tensor] = {}
        """What a peer has read last by each operation."""

    def step(self, reads: Sequence[Page], target: Page, weights: int, mark: int) -> Step:
        """Read pages, and write the next positions of one."""
        return Step(self.memory, reads, target, weights, mark)

    def copy(self, copies: Copies) -> None:
        """Copy pages."""
        for source, target in copies:
            self.memory.copy(source, target)

    def send(self, operation: int, page: Page) -> None:
        """Let a peer read a page."""
        self.received[operation] = self.memory.of(page).clone()


class Step:
    """A step of one request. What it reads is looked up at its launch: the slots, and how far each was written."""

    def __init__(self, memory: PageMemory, reads: Sequence[Page], target: Page, weights: int, mark: int) -> None:
        self.memory, self.target, self.weights, self.mark = memory, target, weights, mark
        self.slots = memory.slots(reads)
        self.mask = memory.readable(self.slots)

    def __call__(self, full: int) -> None:
        """Write the positions up to the last one or before it; who reads poison writes poison."""
        positions = self.positions(self.memory.written(self.target), full=bool(full))
        if bool((self.mask & ~self.memory.readable(self.slots)).any()):
            self.memory.of(self.target)[positions.start : positions.stop] = POISON
        else:
            self.memory.write(self.target, positions, self.weights, self.mark)

    def positions(self, written: int, *, full: bool) -> range:
        """Return what it writes; where only the last position is left for later, the one before is written anew."""
        if full:
            return range(min(written, POSITIONS - 1), POSITIONS)
        at = min(written, POSITIONS - 2)
        return range(at, at + 1)
