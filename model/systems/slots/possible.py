"""What must be possible, so that a model that forbids too much does not pass for a safe one."""

from ...language import sometimes
from ...sorts import Adapter, Request
from .state import NO_SLOT, Phase, Residents, Slots, Stage


@sometimes
def pausing_is_on(w: Residents) -> bool:
    """The engine runs with headroom in its pools."""
    return w.stage == Stage.PLAN and w.pausing == 1


@sometimes
def short_pool_turns_pausing_off(w: Residents) -> bool:
    """The engine starts without pausing though it was asked for."""
    return w.stage == Stage.IDLE and w.pausing == 0


@sometimes
def waiter_takes_the_seat_of_a_paused_request(w: Residents, r: Request) -> bool:
    """A request that was late is admitted while another is paused, which is not sacrificed."""
    return w.paused[r] == 1 and w.sacrificed[r] == 0 and w.made_room == 1 and w.transferring.total == 1


@sometimes
def request_is_displaced(w: Residents, r: Request) -> bool:
    """A forced resume makes one more request live than the running batch takes; who is left out owns no row."""
    return (
        w.stage == Stage.RUN
        and w.decoding.total - w.paused.total == w.max_batch + 1
        and w.phase[r] == Phase.DECODING
        and not w.batch[r]
        and not w.row[r]
        and w.drafter[r] != NO_SLOT
    )


@sometimes
def request_is_paused_as_long_as_it_may_be(w: Residents, r: Request) -> bool:
    """A request's next wait ends in a forced resume."""
    return w.paused[r] == 1 and w.waited[r] == w.max_pause


@sometimes
def request_has_rested_after_its_pause(w: Residents, r: Request) -> bool:
    """A request that went on after a pause has made the decode steps that it had to make."""
    return w.phase[r] == Phase.DECODING and w.pauses[r] == 1 and not w.paused[r] and w.rest[r] == 0


@sometimes
def request_finishes_in_the_pass_of_its_pause(w: Residents, r: Request) -> bool:
    """A request's answer is delivered in the very pass in which it was paused."""
    return w.phase[r] == Phase.FINISHED and w.made_room == 1 and w.paused.total == 0


@sometimes
def request_is_aborted_while_paused(w: Residents, r: Request) -> bool:
    """A client gives up in the very pass in which its request was paused."""
    return w.phase[r] == Phase.ABORTED and w.made_room == 1 and w.paused.total == 0


@sometimes
def sacrifice_uses_up_the_credit(w: Residents, r: Request) -> bool:
    """The last credit can be spent."""
    return w.sacrificed[r] == 1 and w.credit == 0


@sometimes
def credit_is_full(w: Residents) -> bool:
    """Completions in time fill up the credit."""
    return w.credit == w.credit_span + w.credit_span


@sometimes
def gain_is_at_its_most(w: Residents) -> bool:
    """The window can be as wide as it gets."""
    return w.gain == w.gain_span + w.gain_span


@sometimes
def gain_is_at_its_least(w: Residents) -> bool:
    """The window can be as narrow as it gets."""
    return w.gain == 0


@sometimes
def request_finishes_before_there_is_a_target(w: Residents, r: Request) -> bool:
    """A request can be done before the queue aims at anything."""
    return w.phase[r] == Phase.FINISHED and w.target == 0


@sometimes
def request_is_aborted_beside_a_batch(w: Residents, r: Request) -> bool:
    """A client can give up while the request of another is computed."""
    return w.phase[r] == Phase.ABORTED and w.stage == Stage.RUN


@sometimes
def request_completes_in_its_batch(w: Residents, r: Request) -> bool:
    """A request's last token is computed where nobody is ever paused."""
    return w.phase[r] == Phase.COMPLETING and w.pausing == 0


@sometimes
def waiting_request_keeps_its_match(w: Residents, r: Request) -> bool:
    """A request holds a recurrent-state slot before it is admitted, and another finds none."""
    return w.phase[r] == Phase.WAITING and w.holds[Slots.RECURRENT, r] == 1 and w.free[Slots.RECURRENT] == 0


@sometimes
def every_drafter_slot_is_taken(w: Residents) -> bool:
    """The last drafter slot of the headroom can be given away."""
    return w.pausing == 1 and w.free[Slots.DRAFTER] == 0


@sometimes
def drafter_drops_a_completing_request(w: Residents, r: Request) -> bool:
    """A request whose last token is computed loses its drafter slot before its answer is delivered."""
    return w.phase[r] == Phase.COMPLETING and w.drafter[r] == NO_SLOT


@sometimes
def device_is_claimed_to_the_last_slot(w: Residents, a: Adapter) -> bool:
    """The last device slot can be claimed."""
    return w.claimed[a] == 1 and w.budget == 0


@sometimes
def pass_stalls(w: Residents) -> bool:
    """A pass can end without progress."""
    return w.stalled == 1


@sometimes
def pass_is_called_off(w: Residents, r: Request) -> bool:
    """A request keeps its row over a pass in which nothing runs."""
    return w.stage == Stage.POLICY and w.row[r] == 1 and w.phase[r] == Phase.DECODING
