"""Which way a request goes, and that who is outside holds nothing: laws S7 and P9."""

from ....language import law, one_of, step_law
from ....sorts import Request
from ..state import NO_SLOT, Phase, Residents, Slots, Stage


@law("P9")
def request_outside_holds_nothing(w: Residents, r: Request, k: Slots) -> bool:
    """A request that is absent or has ended holds no slot and no row, is neither late nor paused, and has no record."""
    return not one_of(w.phase[r], Phase.ABSENT, Phase.FINISHED, Phase.ABORTED) or (
        w.holds[k, r] == 0
        and w.drafter[r] == NO_SLOT
        and w.paused[r] == 0
        and w.late[r] == 0
        and w.batch[r] == 0
        and w.row[r] == 0
        and w.pauses[r] == 0
        and w.sacrificed[r] == 0
    )


@step_law("S7")
def only_idle_live_requests_are_victims(before: Residents, after: Residents, r: Request) -> bool:
    """Only a live request that is neither paused nor in the batch, or one that is suspended, is made to start over."""
    return (
        after.phase[r] == before.phase[r]
        or not one_of(after.phase[r], Phase.SUSPENDED, Phase.WAITING)
        or (before.phase[r] == Phase.DECODING and before.paused[r] == 0 and before.batch[r] == 0)
        or (after.phase[r] == Phase.WAITING and one_of(before.phase[r], Phase.ABSENT, Phase.SUSPENDED))
    )


@step_law("S7")
def request_runs_before_it_is_done(before: Residents, after: Residents, r: Request) -> bool:
    """A request completes in a running batch, or paused after one, then finishes, and stays ended."""
    return (
        after.phase[r] == before.phase[r]
        or (
            after.phase[r] == Phase.COMPLETING
            and ((before.stage == Stage.RUN and before.batch[r] == 1) or before.paused[r] == 1)
        )
        or (after.phase[r] == Phase.FINISHED and before.phase[r] == Phase.COMPLETING)
        or (
            not one_of(after.phase[r], Phase.COMPLETING, Phase.FINISHED)
            and not one_of(before.phase[r], Phase.FINISHED, Phase.ABORTED)
        )
    )


@step_law("S7")
def request_is_live_only_after_its_transfer(before: Residents, after: Residents, r: Request) -> bool:
    """A request becomes live when its KV has arrived, and its KV is on the way only once it was admitted."""
    return after.phase[r] == before.phase[r] or (
        (after.phase[r] != Phase.DECODING or before.phase[r] == Phase.TRANSFERRING)
        and (after.phase[r] != Phase.TRANSFERRING or one_of(before.phase[r], Phase.WAITING, Phase.SUSPENDED))
    )
