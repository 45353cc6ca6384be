"""Passes that walk, count, launch and drop wrongly."""

from __future__ import annotations

from collections.abc import Iterable

from ..batch import ScheduledBatch
from ..detector import StallDetector
from ..launching import Launching
from ..queue import RequestQueue
from ..request import LlmRequest
from ..rows import BatchRows
from ..walk import SchedulingPass
from ..walking import Walking
from .registry import fault


@fault("budget_is_of_all_micro_batches", id="F-S24", laws=("S5",))
class BudgetIsOfAllMicroBatches(ScheduledBatch):
    """The number of requests is held against the budgets of two micro-batches together."""

    @property
    def requests_left(self) -> int:
        """Count both budgets."""
        return 2 * self.max_requests - len(self.tokens)


@fault("tokens_are_not_counted", laws=("S5",))
class TokensAreNotCounted(ScheduledBatch):
    """Each request is held against the whole token budget."""

    @property
    def tokens_left(self) -> int:
        """Count nobody's tokens."""
        return self.max_tokens


@fault("growth_is_not_revoked", id="F-S2", laws=("S10", "S3"))
class GrowthIsNotRevoked(Launching):
    """No forward follows, and the room that the pass gave stays: it adds up over many such passes."""

    def revoke(self, request: LlmRequest) -> None:
        """Revoke nothing."""


@fault("dropped_chunk_keeps_its_pages", id="F-S4", laws=("S12", "S10"))
class DroppedChunkKeepsItsPages(Launching):
    """A filter after the pass drops a first chunk, which keeps its pages, and can be no victim."""

    def drop_first_chunk(self, request: LlmRequest) -> None:
        """Take the growth back only."""
        self.revoke(request)


@fault("dropped_chunk_still_contributes", laws=("S13",))
class DroppedChunkStillContributes(Launching):
    """Others wait for the block of a chunk that was dropped."""

    def stop_contributing(self, request: LlmRequest) -> None:
        """Go on contributing."""


@fault("two_steps_are_in_flight", laws=("S8", "S10"))
class TwoStepsAreInFlight(Launching):
    """A generation departs before the result of its step before was read."""

    def check_read(self, request: LlmRequest) -> None:
        """Do not ask."""


@fault("every_token_counts_as_drafted", laws=("S10", "S3"))
class EveryTokenCountsAsDrafted(Launching):
    """All tokens of a step may be rejected, those of the context included."""

    def drafted_in(self, request: LlmRequest, tokens: int) -> int:
        """Return all of them."""
        del request
        return tokens


@fault("rows_of_the_step_before_stay", laws=("S14",))
class RowsOfTheStepBeforeStay(BatchRows):
    """A launch does not take the rows of the step before away."""

    def assign(self, requests: Iterable[LlmRequest]) -> None:
        """Add rows only."""
        for request in requests:
            if request.batch_idx is None:
                request.batch_idx = len(self.rows)
                self.rows.append(request)


@fault("decisions_of_the_last_pass_stay", laws=("S1", "S9"))
class DecisionsOfTheLastPassStay(Walking):
    """What the last pass decided is not forgotten: its victims still count as such."""

    def forget_decisions(self) -> None:
        """Forget nothing."""


@fault("request_that_is_passed_is_not_noted", laws=("S15",))
class RequestThatIsPassedIsNotNoted(Walking):
    """The pass walks past a request that could have run, and takes no note of it."""

    def note_left(self, walk: SchedulingPass, request: LlmRequest) -> None:
        """Note nothing."""


@fault("whoever_is_passed_is_noted", laws=("S15",))
class WhoeverIsPassedIsNoted(Walking):
    """Requests in flight, or waiting for a transfer, count as left: a busy pass is taken for a stall."""

    def note_left(self, walk: SchedulingPass, request: LlmRequest) -> None:
        """Note everybody."""
        walk.leave(request)


@fault("walk_stops_for_no_reason", laws=("S15",))
class WalkStopsForNoReason(Walking):
    """The walk ends at a request that could not run anyway, with nobody scheduled."""

    def check_reason_to_stop(self, request: LlmRequest) -> None:
        """Do not ask for a reason."""


@fault("pages_on_the_move_are_ignored", id="F-S16", laws=("S15",))
class PagesOnTheMoveAreIgnored(Walking):
    """Pages that a send still reads will come free, but the detector counts the pass as a stall."""

    def pages_move(self) -> bool:
        """Look at no transfer."""
        return False


@fault("walk_skips_a_place", laws=("S9",))
class WalkSkipsAPlace(SchedulingPass):
    """The walk goes on by two places."""

    def advance(self) -> None:
        """Go two places on."""
        self.position += 2 if self.position + 2 <= self.end else 1


@fault("stall_is_overlooked", laws=("S15",))
class StallIsOverlooked(StallDetector):
    """A pass that helped nobody counts as any other."""

    def stalls(self, *, progressed: bool, moving: bool, left: bool) -> bool:
        """See no stall."""
        del progressed, moving, left
        return False


@fault("stalls_are_not_counted_in_a_row", laws=("S15", "O1"))
class StallsAreNotCountedInARow(StallDetector):
    """A pass that helped somebody leaves the count of stalls as it is."""

    def note(self, *, progressed: bool, moving: bool, left: bool) -> None:
        """Only count."""
        if self.stalls(progressed=progressed, moving=moving, left=left):
            self.count()


@fault("error_is_raised_too_early", laws=("S15",))
class ErrorIsRaisedTooEarly(StallDetector):
    """The first stall raises the error, though a later pass may still find pages."""

    def count(self) -> None:
        """Raise it at once."""
        self.stalled += 1
        self.raised = True


@fault("pass_begins_after_the_error", laws=("S15",))
class PassBeginsAfterTheError(StallDetector):
    """The error is raised, and nobody listens."""

    def check(self) -> None:
        """Go on."""


@fault("place_is_given_twice", laws=("S9",))
class PlaceIsGivenTwice(RequestQueue):
    """A request gets the place that the next one will get as well."""

    def draw_rank(self) -> int:
        """Give every second place only."""
        self.next_rank += self.next_rank == len(self.requests)
        return max(self.next_rank - 2, 0) if len(self.requests) % 2 else self.next_rank - 1
