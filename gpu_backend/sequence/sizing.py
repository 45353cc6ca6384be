"""A cache grows for the next forward and gives growth back: `resize`, for each of the two ways."""

from __future__ import annotations

from ...model.systems.buffers.state import Work
from ..refusal import OutOfRoom
from .core import CacheCore
from .pages import Page
from .refusals import BufferFull, HistoryKept, OutOfTurn, ScratchMisplaced, check
from .window import ScratchPlan


class Sizing(CacheCore):
    """grow, shrink."""

    def grow(self, capacity: int, scratch: ScratchPlan) -> None:
        """Have places for so many tokens, with all pages and scratch pages or not at all."""
        self.check_active()
        self.check_no_scratch()
        check(capacity > self.capacity, OutOfTurn, f"cache {self.slot} has room for {capacity} tokens already")
        self.check_room(capacity)
        self.check_scratch(capacity, scratch)
        self.take_pages(self.blocks_of(capacity), scratch)
        self.table_changed()

    def take_pages(self, blocks: int, scratch: ScratchPlan) -> None:
        """Have a page for each block that does not share, and scratch pages for those that do; or refuse."""
        first, end = self.settled, self.settled + scratch.blocks
        needed = sum(block >= end for block in range(len(self.pages), blocks)) + scratch.pages
        idle = [page for page in self.pages[first:end] if page is not None]
        taken = self.exchange(idle, needed)
        self.pages[first:end] = [None] * (min(end, len(self.pages)) - first)
        self.scratch.plan(first, scratch.blocks, scratch.pages)
        self.scratch.pages, fresh = taken[: scratch.pages], iter(taken[scratch.pages :])
        self.pages += [None if self.scratch.covers(block) else next(fresh) for block in self.new_blocks(blocks)]

    def new_blocks(self, blocks: int) -> range:
        """Return the blocks that are not there yet."""
        return range(len(self.pages), blocks)

    def exchange(self, idle: list[Page], needed: int) -> list[Page]:
        """Hand out so many pages, some for those of drafted tokens that share scratch from now on; or refuse."""
        self.check_slots(needed - len(idle))
        self.release_drafted(idle)
        return self.storage.allocate(self.slot, needed)

    def check_slots(self, more: int) -> None:
        """Refuse unless so many slots are free, before any page is given up for them."""
        free = len(self.storage.free)
        check(more <= free, OutOfRoom, f"{more} more page slots are needed and {free} are free")

    def release_drafted(self, idle: list[Page]) -> None:
        """Give up the pages that drafted tokens had in blocks that now share scratch."""
        self.storage.release(idle)

    def check_room(self, capacity: int) -> None:
        """Refuse more blocks than a page-index buffer can list, those of drafted tokens included."""
        blocks = self.blocks_of(capacity)
        check(blocks <= self.room, BufferFull, f"{blocks} blocks are more than the {self.room} that can be listed")

    def check_scratch(self, capacity: int, scratch: ScratchPlan) -> None:
        """Refuse scratch where it is none for a prompt's chunk, or reaches into the window at the end of it."""
        check(min(1, scratch.blocks) <= scratch.pages <= scratch.blocks, ScratchMisplaced, "scratch pages are shared")
        if scratch.blocks:
            self.check_scratch_is_for_prompt()
            free_until = self.scratch_end(capacity)
            check(self.settled + scratch.blocks <= free_until, ScratchMisplaced, "the window reaches scratch blocks")

    def check_scratch_is_for_prompt(self) -> None:
        """Refuse scratch for what is received or generated."""
        check(self.work is Work.PROMPT, ScratchMisplaced, f"cache {self.slot} does not compute a prompt")

    def scratch_end(self, capacity: int) -> int:
        """Return the first block of a chunk that may not share scratch."""
        return self.window.scratch_end(capacity)

    def blocks_of(self, tokens: int) -> int:
        """Return how many blocks have places for so many tokens."""
        return -(-tokens // self.window.tokens_per_block)

    def shrink(self, capacity: int) -> None:
        """Give the last blocks up, none of which is settled."""
        self.check_active()
        self.check_may_shrink()
        check(capacity < self.capacity, OutOfTurn, f"cache {self.slot} has no more than {capacity} tokens")
        self.check_history(capacity)
        self.truncate(self.blocks_of(capacity))
        self.table_changed()

    def check_may_shrink(self) -> None:
        """Refuse while a planned chunk shares scratch."""
        self.check_no_scratch()

    def check_history(self, capacity: int) -> None:
        """Refuse to give up what is settled."""
        check(capacity >= self.history, HistoryKept, f"{self.history} tokens of cache {self.slot} are settled")

    def truncate(self, blocks: int) -> None:
        """Keep so many blocks, and give back the pages of the rest."""
        dropped = [page for page in self.pages[blocks:] if page is not None]
        del self.pages[blocks:]
        self.storage.release(dropped)
