"""Sequence slots and seats: laws S18, G1 and G3."""

from ..language import law, one_of, step_law
from ..sorts import Phase, Request
from ..state import World


@law("S18")
def slots_are_conserved(w: World) -> bool:
    """Free and held sequence slots make up the pool."""
    return w.slots_free + w.slot.total == w.slots_size and w.slots_free >= 0


@law("S18")
def admitted_request_has_a_slot(w: World, r: Request) -> bool:
    """A request holds a sequence slot from its admission to its end, suspended and paused included."""
    return (w.slot[r] == 1) == (one_of(w.phase[r], Phase.PREFILL, Phase.DECODE, Phase.SUSPENDED, Phase.PAUSED))


@law("G1")
def paused_requests_stay_under_the_cap(w: World) -> bool:
    """The paused requests are counted, and are no more than may be paused."""
    return w.paused_count == w.pausing.total and w.paused_count <= w.pause_cap


@law("G3")
def paused_requests_take_no_seat(w: World) -> bool:
    """The occupancy that admission sees counts the requests in prefill and decode, and nobody else."""
    return w.seats_taken == w.seated.total


@step_law("G3")
def only_unpausing_exceeds_the_seats(before: World, after: World) -> bool:
    """Admission and resume take a seat only where one is free; only a forced unpause may exceed the batch limit."""
    return (
        after.seats_taken <= before.seats_taken
        or after.seats_taken <= after.max_batch
        or after.paused_count < before.paused_count
    )
