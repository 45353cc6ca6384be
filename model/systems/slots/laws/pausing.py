"""Who may be paused, and what a paused request keeps: laws G1, G2, G7 and S7."""

from ....language import law, one_of, step_law
from ....sorts import NO_ADAPTER, Request
from ..state import NO_SLOT, Phase, Residents, Slots, Stage


@law("G1")
def paused_requests_are_live(w: Residents, r: Request) -> bool:
    """The paused set holds live requests only: one that ends leaves it at once."""
    return not w.paused[r] or w.phase[r] == Phase.DECODING


@law("G1")
def paused_requests_stay_under_the_cap(w: Residents) -> bool:
    """No more are paused than may be; with pausing off nobody is."""
    return w.paused.total <= (w.pause_cap if w.pausing else 0)


@law("G2")
def paused_request_keeps_every_slot(w: Residents, r: Request) -> bool:
    """A paused request holds an entry of every pool and its adapter's place on the device, and is not in the batch."""
    return not w.paused[r] or (
        w.holds[Slots.SEQUENCE, r] == 1
        and w.holds[Slots.INDEX, r] == 1
        and w.holds[Slots.RECURRENT, r] == 1
        and w.holds[Slots.DRAFTER, r] == 1
        and w.drafter[r] != NO_SLOT
        and (w.adapter[r] == NO_ADAPTER or w.on_device[w.adapter[r]] == 1)
        and w.batch[r] == 0
    )


@step_law("G2")
def paused_request_is_no_victim(before: Residents, after: Residents, r: Request) -> bool:
    """A paused request goes on, completes or is aborted; it is neither suspended nor preempted."""
    return not before.paused[r] or one_of(after.phase[r], Phase.DECODING, Phase.COMPLETING, Phase.ABORTED)


@step_law("G7")
def pauses_are_counted(before: Residents, after: Residents, r: Request) -> bool:
    """Each pause of a request is counted, once, until it ends."""
    return one_of(after.phase[r], Phase.FINISHED, Phase.ABORTED) or (
        after.pauses[r] == before.pauses[r] + (1 if after.paused[r] > before.paused[r] else 0)
    )


@law("G7")
def pauses_are_limited(w: Residents, r: Request) -> bool:
    """No request is paused more often than it may be."""
    return w.pauses[r] <= w.pause_limit


@step_law("G7")
def paused_request_has_rested(before: Residents, after: Residents, r: Request) -> bool:
    """A request is paused only after the decode steps that it had to make since its start or its last pause."""
    return after.paused[r] <= before.paused[r] or before.rest[r] == 0


@law("G7")
def only_live_requests_have_rest_to_make(w: Residents, r: Request) -> bool:
    """A request that is not live has no decode steps to make before a pause."""
    return w.rest[r] == 0 or w.phase[r] == Phase.DECODING


@step_law("G7")
def rest_begins_with_the_start_and_after_a_pause(before: Residents, after: Residents, r: Request) -> bool:
    """A request that becomes live, or goes on after a pause, has decode steps to make before its next pause."""
    return (
        after.phase[r] != Phase.DECODING
        or (before.phase[r] == Phase.DECODING and before.paused[r] <= after.paused[r])
        or after.rest[r] == (after.hysteresis if before.phase[r] == Phase.DECODING else after.first_rest)
    )


@step_law("G7")
def rest_is_made_of_decode_steps(before: Residents, after: Residents, r: Request) -> bool:
    """As long as a request is live, each decode step, and nothing else, is one of those that it has to make."""
    return (
        before.phase[r] != Phase.DECODING
        or after.phase[r] != Phase.DECODING
        or before.paused[r] > after.paused[r]
        or after.rest[r]
        == before.rest[r]
        - (1 if before.rest[r] >= 1 and before.stage == Stage.RUN and before.batch[r] > after.batch[r] else 0)
    )
