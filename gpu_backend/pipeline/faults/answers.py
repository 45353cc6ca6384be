"""Frames that are settled, finished, dropped or reset wrongly."""

from __future__ import annotations

from ....model.sorts import Pool
from ....model.systems.steps.state import Stage
from ..flight import Flight
from ..frame import Frame
from ..in_flight import DEPTH, StepsInFlight
from ..kv_cache import Residence, Widths
from ..manager import KVCacheManager
from ..requests import LlmRequest
from ..step import Step
from .registry import fault


@fault("newer_width_is_reclaimed", id="F-S26", laws=("R7", "S10"))
class NewerWidthIsReclaimed(Flight):
    """What the last pass reserved is taken for what the answered step reserved."""

    def reserved_by(self, frame: Frame) -> Widths:
        """Look at the newest frame of the request."""
        return [*self.in_flight.frames_of(frame.residence)][-1].widths


@fault("only_common_width_is_reclaimed", id="F-R18", laws=("R7", "S10"))
class OnlyCommonWidthIsReclaimed(KVCacheManager):
    """The draft pool gives back what the target pool had reserved, and keeps what it had reserved beyond."""

    def reclaim(self, residence: Residence, reserved: Widths, kept: int) -> None:
        """Use one width for both."""
        super().reclaim(residence, Widths(reserved.target, reserved.target), kept)


@fault("rejected_pages_stay", laws=("K1",))
class RejectedPagesStay(KVCacheManager):
    """The rejected places are taken off the capacity, and their pages stay with the request."""

    def reclaim(self, residence: Residence, reserved: Widths, kept: int) -> None:
        """Change the numbers only."""
        for table, width in zip(residence.tables, reserved, strict=True):
            table.capacity += kept - width


@fault("draft_is_not_settled", laws=("R6",))
class DraftIsNotSettled(KVCacheManager):
    """The shared cursor moves with the target pool, and the draft pool is left behind it."""

    def settle(self, residence: Residence, kept: int) -> None:
        """Settle one pool."""
        residence.tables[Pool.TARGET].history += kept


@fault("part_of_chunk_is_kept", laws=("S4",))
class PartOfChunkIsKept(Flight):
    """A chunk is settled like drafted tokens, and the next one starts behind a gap."""

    def check_kept_whole(self, frame: Frame, kept: int) -> None:
        """Keep as little as is asked for."""


@fault("all_drafted_tokens_are_kept", laws=("R7",))
class AllDraftedTokensAreKept(Flight):
    """Drafted tokens count as kept, whatever the verification said."""

    def retire(self, r: int, kept: int) -> None:
        """Keep all that was reserved."""
        frame = self.in_flight.frame(r)
        super().retire(r, max(kept, frame.widths.target) if frame.request.decodes else kept)


@fault("late_output_is_kept", laws=("O3",))
class LateOutputIsKept(Flight):
    """A frame from before a preemption or an abort is settled into whatever came after."""

    def check_in_time(self, frame: Frame) -> None:
        """Do not ask."""


@fault("late_is_who_does_not_run", laws=("O3", "R6"))
class LateIsWhoDoesNotRun(Flight):
    """A request that was preempted and runs again takes a token of its first life for its own (vLLM #38624)."""

    def check_in_time(self, frame: Frame) -> None:
        """Ask where the request stands now."""
        if frame.request.stage not in {Stage.RUNNING, Stage.PAUSED}:
            super().check_in_time(frame)


@fault("failed_output_is_kept", laws=("O4",))
class FailedOutputIsKept(Flight):
    """The failure is reported, and the output is kept all the same."""

    def check_did_not_fail(self) -> None:
        """Trust what is there."""


@fault("newer_step_stays_behind", laws=("O2",))
class NewerStepStaysBehind(StepsInFlight):
    """The older step is empty, and the newer one does not take its place."""

    def retire(self, step: Step) -> None:
        """Retire a step only if none is behind it."""
        if len(self.steps) < DEPTH:
            super().retire(step)


@fault("late_update_is_skipped", id="F-S25", laws=("O1",))
class LateUpdateIsSkipped(KVCacheManager):
    """The update of a request that was suspended meanwhile is skipped, and its places in flight never come back."""

    def lift(self, residence: Residence) -> None:
        """Skip it."""


@fault("fenced_pages_are_lost", laws=("K2",))
class FencedPagesAreLost(KVCacheManager):
    """Late frames are answered, and the pages that waited for them are nobody's."""

    def lift(self, residence: Residence) -> None:
        """Forget the stay."""
        if residence in self.closing:
            self.closing.remove(residence)


@fault("fence_goes_with_first_frame", laws=("O1",))
class FenceGoesWithFirstFrame(Flight):
    """All pages of a stay are free with the first of its two late frames; the second still writes them."""

    def land(self, frame: Frame) -> None:
        """Lift at once."""
        super().land(frame)
        self.kv.lift(frame.residence)


@fault("late_frame_is_not_waited_for", laws=("K2",))
class LateFrameIsNotWaitedFor(Flight):
    """A late frame is dropped before its step has run, which then writes pages that are free."""

    def drop(self, r: int) -> None:
        """Drop it, and let its step run when it likes."""
        step = self.in_flight.older()
        frame = self.in_flight.frame(r)
        if frame.is_late:
            forward, step.forward = step.forward, None
            super().drop(r)
            step.forward = forward
            self.in_flight.wait(step)
        else:
            super().drop(r)


@fault("reset_keeps_frame_behind", laws=("O4",))
class ResetKeepsFrameBehind(Flight):
    """A member is as before the failed step, and a frame that read the failed one's output is still settled."""

    def go_back(self, frame: Frame) -> None:
        """Take the failed width back, and leave what is behind it."""
        if self.in_flight.is_in_flight(frame.residence):
            self.kv.shrink(frame.residence, frame.widths)
        else:
            super().go_back(frame)


@fault("reset_keeps_places", laws=("O4",))
class ResetKeepsPlaces(Flight):
    """A member of a failed step keeps the places that the step had reserved."""

    def go_back(self, frame: Frame) -> None:
        """Take nothing back from who has something settled."""
        if not frame.request.cursor:
            super().go_back(frame)


@fault("reset_clears_failure", laws=("O4",))
class ResetClearsFailure(Flight):
    """The first member that is reset clears the failure for the others, whose output is then kept."""

    def go_back(self, frame: Frame) -> None:
        """Clear it."""
        super().go_back(frame)
        for step in self.in_flight.steps:
            step.failed = False


@fault("failure_passes_to_next_step", laws=("O4",))
class FailurePassesToNextStep(StepsInFlight):
    """The failure is not cleared with the step that it was reported of."""

    def retire(self, step: Step) -> None:
        """Let the next step inherit it."""
        super().retire(step)
        for each in self.steps:
            each.failed = step.failed


@fault("tokens_in_flight_are_published", laws=("K1",))
class TokensInFlightArePublished(Flight):
    """All places are published, with those of a step in flight (SGLang #24590)."""

    def publishable(self, request: LlmRequest) -> int:
        """Return the capacity."""
        return super().publishable(request) if request.residence is None else request.residence.capacity


@fault("last_frame_is_dropped", laws=("O2",))
class LastFrameIsDropped(Flight):
    """An end is taken for an abort: the frame with the last token is to be dropped as well."""

    def finish(self, r: int) -> None:
        """Leave without an answer."""
        frame = self.answerable(r)
        self.withdraw(frame.request)
        frame.request.forget(Stage.ENDED)
