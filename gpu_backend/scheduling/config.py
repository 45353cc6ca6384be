"""What a scheduler is started with: budgets, slots, and the memory of its pools."""

from __future__ import annotations

from dataclasses import dataclass

PAGE_SIZE = 2
"""Tokens in a page."""


@dataclass(frozen=True, slots=True)
class SchedulerConfig:
    """The sizes of one worker."""

    max_length: int
    """Tokens that a cache may have room for."""
    max_requests: int
    max_tokens: int
    seats: int
    index_slots: tuple[int, ...]
    """Of the target pool, and of the draft pool where there is one."""
    recompute: bool
    """Whether victims may be computed anew; a worker that receives its contexts cannot."""
    stall_limit: int
    multimodal: frozenset[int]
    """The requests that come with other inputs than text."""
    pages: tuple[int, ...]
    """Device pages of each pool."""
    host_pages: int = 0

    @property
    def blocks(self) -> int:
        """Places in a row of a page table: some more than the longest request needs, as steps are padded."""
        return self.max_length + 2
