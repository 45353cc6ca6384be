"""An end that the host misses, misreads, or applies to the wrong life."""

from __future__ import annotations

from ....model.systems.pages.state import Job, Outcome, Stage
from ..errors import OutOfTurn, StillRunning, check
from ..operations import Operation
from ..page import Page
from ..polling import Polling
from ..requests import Request
from .registry import fault


@fault("poll_keeps_the_pages", laws=("O11", "K2"))
class PollKeepsThePages(Polling):
    """The operation is forgotten, and its pages stay taken."""

    def release(self, operation: Operation) -> None:
        """Leave them as they are."""


@fault("poll_releases_twice", laws=("K2",))
class PollReleasesTwice(Polling):
    """The pages are let go of by the poll and by the callback of the transfer."""

    def release(self, operation: Operation) -> None:
        """Let go of what was read once more."""
        reads = list(operation.reads)
        super().release(operation)
        for page in reads:
            self.pool.release(page)


@fault("first_end_releases_all", laws=("K2", "K16"))
class FirstEndReleasesAll(Polling):
    """The first transfer of an aborted request that ends lets go of what the others still need (vLLM #46240)."""

    def release(self, operation: Operation) -> None:
        """Let go of all that was issued in the same life."""
        super().release(operation)
        for other in self.operations:
            if other.work is not None and not self.is_current(operation) and other.owner == operation.owner:
                for page in other.reads:
                    self.pool.release(page)


@fault("poll_does_not_wait", id="F-K12", laws=("O12",))
class PollDoesNotWait(Polling):
    """Pages are taken back from an operation that is still under way."""

    def check_reported(self, operation: Operation) -> None:
        """Ask only whether there is one."""
        check(operation.outcome not in (Outcome.NONE, Outcome.LOST), StillRunning, "there is nothing to poll")


@fault("poll_suspends_a_new_life", laws=("O13",))
class PollSuspendsANewLife(Polling):
    """The late end of a move suspends its request, which lives another life by now."""

    def still_waits(self, operation: Operation) -> bool:
        """Do not compare lives."""
        del operation
        return True


@fault("load_lands_in_a_later_life", laws=("O13", "D11"))
class LoadLandsInALaterLife(Polling):
    """A page is put into the table of a request that was preempted or aborted meanwhile."""

    def check_current(self, operation: Operation) -> None:
        """Do not compare lives."""

    def waiting(self, operation: Operation) -> Request:
        """Take it wherever it stands, unless it is suspended."""
        return self.find(operation.owner, Stage.LIVE, Stage.ENDED)


@fault("load_lands_in_a_suspended_request", laws=("K4", "K11"))
class LoadLandsInASuspendedRequest(Polling):
    """A page is added to a set that is to stay as it is, and may lie below the device by now."""

    def waiting(self, operation: Operation) -> Request:
        """Take it wherever it stands."""
        self.check_current(operation)
        return self.requests[operation.owner]


@fault("load_lands_although_it_failed", laws=("O14", "L12"))
class LoadLandsAlthoughItFailed(Polling):
    """A page is received that was never written (vLLM #52234)."""

    def check_loaded(self, operation: Operation) -> None:
        """Ask only whether it has ended."""
        check(operation.job == Job.LOAD, OutOfTurn, f"operation {operation.id} is no load")
        self.check_reported(operation)


@fault("store_is_forgotten", laws=("O14",))
class StoreIsForgotten(Polling):
    """What was stored is not entered below the device."""

    def enter_below(self, page: Page) -> None:
        """Leave it unpublished."""


@fault("store_lands_after_the_reset", laws=("L13",))
class StoreLandsAfterTheReset(Polling):
    """What was stored is found although the weights changed while it was on its way."""

    def is_of_present_weights(self, page: Page) -> bool:
        """Do not compare."""
        del page
        return True


@fault("move_forgets_where_the_set_is", laws=("K4",))
class MoveForgetsWhereTheSetIs(Polling):
    """The request holds the copies and counts as being where it was."""

    def switch_side(self, request: Request) -> None:
        """Leave the side of a set as it is."""
        if not request.table:
            super().switch_side(request)


@fault("move_forgets_the_copies", laws=("K11",))
class MoveForgetsTheCopies(Polling):
    """The originals are given back, and the copies as well."""

    def switch_table(self, request: Request, operation: Operation) -> None:
        """Keep nothing."""
        super().switch_table(request, operation)
        for page in request.table:
            self.pool.release(page)
        request.table.clear()


@fault("move_keeps_the_originals", laws=("K2", "K4"))
class MoveKeepsTheOriginals(Polling):
    """The request holds the copies, and nobody gives the originals back."""

    def switch_table(self, request: Request, operation: Operation) -> None:
        """Forget the table without letting go of it."""
        request.table.clear()
        super().switch_table(request, operation)


@fault("move_lands_in_a_later_life", laws=("O13", "K4"))
class MoveLandsInALaterLife(Polling):
    """A request gets the copies of a set that it has given up."""

    def check_current(self, operation: Operation) -> None:
        """Do not compare lives."""


@fault("giving_up_forgets_who_waits", laws=("O15",))
class GivingUpForgetsWhoWaits(Polling):
    """The pages are taken back, and the request waits for ever for a move that nobody carries out."""

    def stop_waiting(self, operation: Operation) -> None:
        """Leave the request as it is."""


@fault("giving_up_suspends_a_new_life", laws=("O13",))
class GivingUpSuspendsANewLife(Polling):
    """Whatever was given up on, its request is suspended, in whatever life it is."""

    def stop_waiting(self, operation: Operation) -> None:
        """Do not compare lives."""
        self.requests[operation.owner].stage = Stage.SUSPENDED


@fault("giving_up_on_what_still_runs", laws=("K16",))
class GivingUpOnWhatStillRuns(Polling):
    """A timeout takes the pages of an operation back that is only slow, and still writes to them."""

    def check_lost(self, operation: Operation) -> None:
        """Ask only whether it has ended."""
        check(operation.outcome in (Outcome.LOST, Outcome.PENDING), StillRunning, "it has ended")
