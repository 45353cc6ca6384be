"""The memory of all tiers: a tensor on the device, and one for each tier below, pinned where the device is a GPU."""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from .content import AWAITED, BLANK, COLUMNS, POISON, POSITIONS, WRITER, Row, written
from .page import DEVICE, Page


class PageMemory:
    """[slots, positions, columns] for each tier. What is freed is poisoned, and what is taken is blank."""

    def __init__(self, sizes: Sequence[int], device: torch.device) -> None:
        """Make tiers of these sizes, the device first."""
        pinned = device.type == "cuda"
        self.device = device
        self.tiers = [
            torch.full((size, POSITIONS, COLUMNS), BLANK, dtype=torch.int64, device=device)
            if tier == DEVICE
            else torch.full((size, POSITIONS, COLUMNS), BLANK, dtype=torch.int64, pin_memory=pinned and size > 0)
            for tier, size in enumerate(sizes)
        ]
        self.tokens = 0
        """How many positions were computed; each gets the next number."""

    def of(self, page: Page) -> Tensor:
        """Return a page's own part of the memory."""
        return self.tiers[page.tier][page.slot]

    def read(self, page: Page) -> Row:
        """Return what is in a page."""
        row: Row = self.of(page).tolist()
        return row

    def dump(self) -> list[list[Row]]:
        """Return what is in all pages of all tiers, once the device is idle."""
        if self.device.type == "cuda":
            torch.cuda.synchronize(self.device)
        return [tier.tolist() for tier in self.tiers]

    def written(self, page: Page) -> int:
        """Return how many positions of a page have something in them."""
        return written(self.read(page))

    def is_full(self, page: Page) -> bool:
        """Whether a page has no room for a step to write to."""
        return self.written(page) == POSITIONS

    def clear(self, page: Page) -> None:
        """Make a page blank for who takes it."""
        self.of(page).fill_(BLANK)

    def poison(self, page: Page) -> None:
        """Make what was written to a page unfit to be read."""
        row = self.of(page)
        row.masked_fill_(row != BLANK, POISON)

    def expect_copy(self, page: Page, image: Page) -> None:
        """Mark the positions that a copy of another page will fill, so that who reads them before it reads nothing."""
        self.of(page)[: self.written(image)] = AWAITED

    def copy(self, source: Page, target: Page) -> None:
        """Copy a page on the current stream, within a tier or between two."""
        self.of(target).copy_(self.of(source), non_blocking=True)

    def write(self, page: Page, positions: range, weights: int, mark: int) -> None:
        """Write positions of a page, each with the next number."""
        fresh = [[weights, mark, self.tokens + at] for at in range(len(positions))]
        self.tokens += len(positions)
        self.of(page)[positions.start : positions.stop] = torch.tensor(fresh, dtype=torch.int64).view(-1, COLUMNS)

    def readable(self, slots: Tensor) -> Tensor:
        """Return which positions of device pages can be read now."""
        return self.tiers[DEVICE][slots][:, :, WRITER] >= 0

    def slots(self, pages: Sequence[Page]) -> Tensor:
        """Return where pages are in their tier, as a step looks them up."""
        return torch.tensor([page.slot for page in pages], dtype=torch.int64, device=self.device)
