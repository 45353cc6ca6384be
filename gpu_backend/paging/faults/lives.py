"""A life that ends or pauses wrongly."""

from __future__ import annotations

from ....model.systems.pages.state import Stage
from ..lives import Lives
from ..page import Page
from ..requests import Request
from .registry import fault


@fault("abort_keeps_what_was_set_aside", laws=("D11",))
class AbortKeepsWhatWasSetAside(Lives):
    """Only the table is given back; what was set aside for a move stays taken."""

    def release_spares(self, request: Request) -> None:
        """Forget about it."""


@fault("abort_of_an_ended_request", laws=("S8",))
class AbortOfAnEndedRequest(Lives):
    """A late abort is applied to a request that has ended (vLLM #25067)."""

    def abortable(self, r: int) -> Request:
        """Take any request that was submitted."""
        return self.find(r, Stage.LIVE, Stage.SUSPENDED, Stage.MOVING, Stage.ENDED)


@fault("end_frees_what_a_step_reads", id="F-K12", laws=("K16", "K2"))
class EndFreesWhatAStepReads(Lives):
    """The pages of a request that ends are handed out at once, while a step or a transfer still touches them."""

    def release_table(self, request: Request) -> None:
        """Free all that no other request holds."""
        table = list(request.table)
        super().release_table(request)
        for page in table:
            held = any(page in other.table for other in self.requests.values())
            if page.refs and not held and not page.published:
                self.pool.free.append(page)


@fault("end_releases_what_is_in_flight", laws=("K16", "K2"))
class EndReleasesWhatIsInFlight(Lives):
    """The end of a request lets go of what its operations need as well (vLLM #32255)."""

    def release_table(self, request: Request) -> None:
        """Let go on behalf of the operations."""
        for operation in self.operations:
            if operation.owner == request.id and operation.life == request.life:
                for page in operation.reads:
                    self.pool.release(page)
        super().release_table(request)


@fault("finish_releases_twice", laws=("K2",))
class FinishReleasesTwice(Lives):
    """The pages are released by the request and once more by its owner."""

    def release_table(self, request: Request) -> None:
        """Let go of the whole table first."""
        for page in request.table:
            self.pool.release(page)
        super().release_table(request)


@fault("end_counts_no_life", laws=("S8", "O13"))
class EndCountsNoLife(Lives):
    """The life is not counted up, so that what is pending still counts as the request's own."""

    def count_life(self, request: Request) -> None:
        """Leave it as it is."""


@fault("preempt_without_a_gain", laws=("D12",))
class PreemptWithoutAGain(Lives):
    """The victim's pages are all needed by steps in flight, so that nothing becomes free."""

    def check_gain(self, page: Page) -> None:
        """Do not ask."""


@fault("preempt_keeps_the_old_weights", laws=("S8",))
class PreemptKeepsTheOldWeights(Lives):
    """The request goes on with the weights of its first life."""

    def renew_weights(self, request: Request) -> None:
        """Leave them as they are."""


@fault("preempt_stays_below", laws=("K4",))
class PreemptStaysBelow(Lives):
    """A request that was offloaded starts over, and still counts as being below the device."""

    def forget_side(self, request: Request) -> None:
        """Leave it as it is."""


@fault("resume_from_below", laws=("K4",))
class ResumeFromBelow(Lives):
    """The request runs on while its pages lie below the device."""

    def check_on_device(self, request: Request) -> None:
        """Do not ask."""


@fault("resume_keeps_what_was_set_aside", laws=("D11",))
class ResumeKeepsWhatWasSetAside(Lives):
    """What was set aside for a move that never came stays taken."""

    def forget_move(self, request: Request) -> None:
        """Forget about it."""
