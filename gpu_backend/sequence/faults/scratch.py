"""Blocks share scratch pages that must not, or scratch pages are counted wrongly."""

from __future__ import annotations

from ..core import CacheCore
from ..lifetime import Lifetime
from ..manager import SequenceManager
from ..pages import Page
from ..scratch import Scratch
from ..settling import Settling
from ..sizing import Sizing
from .registry import fault


@fault("scratch_blocks_all_count_as_new", id="F-K3", laws=("K2",))
class ScratchBlocksAllCountAsNew(Sizing):
    """Blocks that share scratch from now on count as new, though drafted tokens had pages there: too few are taken."""

    def exchange(self, idle: list[Page], needed: int) -> list[Page]:
        """Take a page less for each that is given up, and use one twice."""
        if needed <= len(idle):
            return super().exchange(idle, needed)
        fresh = super().exchange(idle, needed - len(idle))
        return [*fresh, *fresh[-1:] * len(idle)]


@fault("drafted_pages_go_before_growth_is_sure", laws=("K4",))
class DraftedPagesGoBeforeGrowthIsSure(Sizing):
    """Pages are given up for the scratch of a growth that then finds no room."""

    def check_slots(self, more: int) -> None:
        """Let the allocation say so."""


@fault("tail_shares_scratch", laws=("K12",))
class TailSharesScratch(Sizing):
    """The end of the window is reckoned as if nothing were ever taken back of a chunk."""

    def scratch_end(self, capacity: int) -> int:
        """Take the whole chunk for settled."""
        return self.window.stale_end(capacity)


@fault("scratch_for_whatever_comes", laws=("K12",))
class ScratchForWhateverComes(Sizing):
    """Received and generated blocks share scratch as well."""

    def check_scratch_is_for_prompt(self) -> None:
        """Do not ask what the cache is filled with."""


@fault("one_scratch_page_is_always_set_aside", laws=("K12", "E1"))
class OneScratchPageIsAlwaysSetAside(Scratch):
    """A chunk that needs no scratch sets a page aside."""

    def plan(self, first: int, blocks: int, needed: int) -> None:
        """Need one page at least."""
        super().plan(first, blocks, max(1, needed))


@fault("scratch_range_begins_at_zero", laws=("E1", "K4"))
class ScratchRangeBeginsAtZero(Scratch):
    """A later chunk shares from the first block of the sequence on."""

    def plan(self, first: int, blocks: int, needed: int) -> None:
        """Forget what is settled."""
        super().plan(0 if blocks else first, first + blocks if blocks else 0, needed)


@fault("shrink_under_scratch", id="F-S5", laws=("K12",))
class ShrinkUnderScratch(Sizing):
    """A planned chunk is taken back while its blocks share scratch pages."""

    def check_may_shrink(self) -> None:
        """Shrink whatever there is."""


@fault("scratch_outlives_its_forward", laws=("K10", "K12"))
class ScratchOutlivesItsForward(Settling):
    """The scratch of a chunk is kept for the next one."""

    def end_scratch(self) -> None:
        """Keep scratch."""


@fault("resume_fails_with_scratch", id="F-K10", laws=("K4",))
class ResumeFailsWithScratch(Lifetime):
    """Scratch pages are taken first, no room is left for the others, and the cache stays suspended with them."""

    def undo_scratch(self) -> None:
        """Keep what was taken."""


@fault("suspend_keeps_the_scratch", laws=("K4",))
class SuspendKeepsTheScratch(Lifetime):
    """A suspended cache keeps scratch pages that nothing will be read from."""

    def drop_scratch(self) -> None:
        """Keep them."""


@fault("suspend_forgets_the_scratch_range", laws=("K11", "K4"))
class SuspendForgetsTheScratchRange(Lifetime):
    """Together with the scratch pages it is forgotten which blocks shared them."""

    def drop_scratch(self) -> None:
        """End the scratch."""
        self.end_scratch()


@fault("missing_pages_are_taken_for_scratch", id="F-K4", laws=("K2",))
class MissingPagesAreTakenForScratch(SequenceManager):
    """When a received prompt is complete, blocks without a page count as scratch, and their slots are freed again."""

    def begin_decoding(self, r: int) -> None:
        """Free the slots of stale blocks a second time."""
        cache = self.caches[r]
        before = [page.slot for page in cache.on_device()]
        super().begin_decoding(r)
        after = {page.slot for page in cache.on_device()}
        self.storage.free.give_back([slot for slot in before if slot is not None and slot not in after])


@fault("close_keeps_the_scratch", laws=("K4",))
class CloseKeepsTheScratch(CacheCore):
    """The request ends between the growth and the forward of a chunk, and its scratch pages stay with the slot."""

    def end_scratch(self) -> None:
        """Forget the range only."""
        self.scratch.clear()


@fault("one_scratch_page_takes_all_turns", laws=("K10",))
class OneScratchPageTakesAllTurns(Scratch):
    """All blocks that share are told the first scratch page, and the others are taken for nothing."""

    def page_of(self, block: int) -> Page | None:
        """Return the first page, whoever's turn it is."""
        return self.pages[0] if self.pages and self.covers(block) else None
