"""Requests that leave, or come back, as if nothing of them were in flight."""

from __future__ import annotations

from torch import Tensor

from ....model.sorts import Pool
from ....model.systems.steps.state import Stage
from ..core import Core
from ..kv_cache import PageTable, Residence
from ..leaving import Leaving
from ..manager import KVCacheManager, Saved
from ..requests import LlmRequest
from .registry import fault


@fault("suspend_keeps_row", id="F-S1", laws=("S14",))
class SuspendKeepsRow(Leaving):
    """A suspended request still names its row of the last step, and reads another one's token when it is resumed."""

    def suspend(self, r: int) -> None:
        """Keep the row."""
        row = self.requests[r].row if r in self.requests else None
        super().suspend(r)
        self.requests[r].row = row


@fault("suspend_leaves_draft_pool", id="F-R15", laws=("S10",))
class SuspendLeavesDraftPool(Core):
    """The draft pool is not suspended with the target pool, and its pages stay pinned."""

    def leave(self, request: LlmRequest, residence: Residence, tokens: int) -> None:
        """Leave one pool where nothing is in flight."""
        if request.saved is None or self.is_fenced(residence):
            super().leave(request, residence, tokens)
        else:
            residence.tables[Pool.TARGET].resize(0)


@fault("suspend_takes_paused_request", id="F-G7", laws=("G2",))
class SuspendTakesPausedRequest(Leaving):
    """A paused request is chosen as a victim."""

    def suspendable(self, r: int) -> LlmRequest:
        """Take whoever is on the device."""
        return self.find(r, Stage.RUNNING, Stage.PAUSED)


@fault("suspend_keeps_published_only", laws=("R6",))
class SuspendKeepsPublishedOnly(Leaving):
    """Settled work that was not published is lost by the way."""

    def suspend(self, r: int) -> None:
        """Keep what others may reuse."""
        super().suspend(r)
        request = self.requests[r]
        if request.saved is not None and request.published:
            request.cursor = request.published
            target, draft = request.saved
            request.saved = target[: request.cursor], draft[: request.cursor]


@fault("suspend_copies_freed_pages", laws=("R6",))
class SuspendCopiesFreedPages(KVCacheManager):
    """The pages are freed before they are copied, and what is saved is what freed memory holds."""

    def copy_out(self, table: PageTable) -> Tensor:
        """Copy too late."""
        table.pool.poison(table.pages)
        return super().copy_out(table)


@fault("resume_fills_target_only", laws=("R6",))
class ResumeFillsTargetOnly(KVCacheManager):
    """A resumed request has places in the draft pool, with nothing in them."""

    def copy_in(self, table: PageTable, cells: Tensor) -> None:
        """Copy one pool."""
        if table.pool is self.pools[Pool.TARGET]:
            super().copy_in(table, cells)


@fault("resume_copies_in_reverse", laws=("R6",))
class ResumeCopiesInReverse(KVCacheManager):
    """Saved pages come back in another order than that in which they left."""

    def copy_in(self, table: PageTable, cells: Tensor) -> None:
        """Turn them round."""
        super().copy_in(table, cells.flip(0))


@fault("failed_resume_keeps_target_pages", laws=("K2",))
class FailedResumeKeepsTargetPages(KVCacheManager):
    """Where the draft pool has no room for a resume, the target pages are nobody's."""

    def restore(self, request: int, saved: Saved) -> Residence:
        """Take the target pages first, and do not look back."""
        lost = self.open(request)
        lost.tables[Pool.TARGET].resize(len(saved[Pool.TARGET]))
        draft = self.pools[Pool.DRAFT]
        if draft.pages_for(len(saved[Pool.DRAFT])) <= len(draft.free):
            lost.tables[Pool.TARGET].resize(0)
        return super().restore(request, saved)


@fault("pages_in_flight_are_free_at_once", id="F-K12", laws=("O1",))
class PagesInFlightAreFreeAtOnce(Core):
    """A victim's pages are free at once, while a step in flight writes them."""

    def is_fenced(self, residence: Residence) -> bool:
        """Wait for nobody."""
        del residence
        return False


@fault("preempt_revives_what_has_ended", id="F-S10", laws=("S8",))
class PreemptRevivesWhatHasEnded(Leaving):
    """A victim that finished with the step in flight is reset, and computed again."""

    def preemptible(self, r: int) -> LlmRequest:
        """Take whoever was admitted."""
        return self.find(r, Stage.RUNNING, Stage.SUSPENDED, Stage.ENDED)


@fault("preempt_keeps_cursor", laws=("S12",))
class PreemptKeepsCursor(Leaving):
    """A victim starts over without its pages, from where it was."""

    def preempt(self, r: int) -> None:
        """Keep the cursor."""
        cursor = self.requests[r].cursor if r in self.requests else 0
        super().preempt(r)
        self.requests[r].cursor = cursor


@fault("pause_drops_what_is_in_flight", laws=("O3", "G2"))
class PauseDropsWhatIsInFlight(Leaving):
    """A pause is taken for a preemption: the output in flight is dropped, and the token is lost."""

    def pause(self, r: int) -> None:
        """Go back to what is settled."""
        super().pause(r)
        self.withdraw(self.requests[r], self.requests[r].cursor)


@fault("pause_gives_row_up", laws=("S14", "G2"))
class PauseGivesRowUp(Leaving):
    """A request that goes on at once has lost the only place where its token in flight will be."""

    def pause(self, r: int) -> None:
        """Clear the row as well."""
        super().pause(r)
        self.clear_row(self.requests[r])


@fault("pause_takes_request_in_prefill", laws=("G1",))
class PauseTakesRequestInPrefill(Leaving):
    """A request is paused between its chunks."""

    def check_decodes(self, request: LlmRequest) -> None:
        """Take whoever runs."""


@fault("pause_leaves_request_planned", laws=("S2",))
class PauseLeavesRequestPlanned(Leaving):
    """A paused request stays in the step that is planned."""

    def check_not_planned(self, request: LlmRequest) -> None:
        """Do not look at the plan."""
