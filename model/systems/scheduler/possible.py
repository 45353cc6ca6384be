"""What must be possible in a pass, so that a model that forbids too much does not pass for a safe one."""

from ...language import sometimes
from ...sorts import Pool, Request
from .kinds import Flight, Residency, Rung, Stage, Stand
from .state import Pass


@sometimes
def victim_is_suspended_for_another(w: Pass, r: Request, other: Request) -> bool:
    """A growth goes on after another request was suspended for it."""
    return w.scheduled[r] == 1 and w.evicted[other] == 1 and w.stand[r] == Stand.DECODES


@sometimes
def victim_is_computed_anew_for_another(w: Pass, r: Request, other: Request) -> bool:
    """A growth goes on after another request gave its caches up for it."""
    return w.scheduled[r] == 1 and w.recomputed[other] == 1 and w.stage == Stage.GENERATIONS


@sometimes
def suspended_victim_is_taken_whole(w: Pass, r: Request) -> bool:
    """Where suspending a victim did not help, the same pass takes its caches."""
    return w.recomputed[r] == 1 and w.rung == Rung.RECOMPUTING and w.end < w.length and w.order[r] == w.end


@sometimes
def request_suspends_itself(w: Pass, r: Request) -> bool:
    """The only request of the list is suspended, since its growth found no pages."""
    return w.evicted[r] == 1 and w.length == 1


@sometimes
def suspended_request_is_left(w: Pass, r: Request) -> bool:
    """A suspended request that finds no pages is left, and nothing of it changes."""
    return w.left[r] == 1 and w.kv[Pool.TARGET, r] == Residency.SUSPENDED and w.stand[r] == Stand.DECODES


@sometimes
def pages_are_taken_for_a_context(w: Pass, r: Request, v: Request) -> bool:
    """A context finds no pages, and another request gives its caches up for the next pass."""
    return w.left[r] == 1 and w.stand[r] == Stand.FIRST and w.recomputed[v] == 1 and w.stage == Stage.CONTEXTS


@sometimes
def request_waits_for_a_block_in_flight(w: Pass, r: Request, c: Request) -> bool:
    """A request is deferred for a block that another micro-batch computes."""
    return w.deferred[r] == 1 and w.contributes[c] == 1 and w.flight[c] == Flight.APART


@sometimes
def request_is_planned_ahead(w: Pass, r: Request) -> bool:
    """A request is scheduled again while the result of its step is not read."""
    return w.scheduled[r] == 1 and w.flight[r] == Flight.OVERLAPPED


@sometimes
def step_of_a_victim_is_in_flight(w: Pass, r: Request) -> bool:
    """A request is suspended while the result of its step is not read."""
    return w.kv[Pool.TARGET, r] == Residency.SUSPENDED and w.flight[r] == Flight.OVERLAPPED


@sometimes
def later_chunk_is_suspended(w: Pass, r: Request) -> bool:
    """A later chunk finds no pages: its request is suspended with the part that is computed."""
    return w.stand[r] == Stand.LATER and w.kv[Pool.TARGET, r] == Residency.SUSPENDED


@sometimes
def last_chunk_drafts(w: Pass, r: Request) -> bool:
    """The last chunk has room for drafted tokens too."""
    return w.stand[r] == Stand.FIRST and w.charge[r] > w.prompt[r]


@sometimes
def reused_prefix_is_claimed(w: Pass, r: Request) -> bool:
    """A first chunk is scheduled behind a prefix that both pools had."""
    return w.stand[r] == Stand.FIRST and w.scheduled[r] == 1 and w.cursor[r] >= 1


@sometimes
def transfer_takes_nothing_of_the_budget(w: Pass, r: Request, other: Request) -> bool:
    """With the pass full, a transfer still gets its room."""
    return w.scheduled[r] == 1 and w.candidate[other] == 1 and w.scheduled.total == w.max_requests


@sometimes
def seats_are_used_up(w: Pass) -> bool:
    """The last sequence slot can be taken."""
    return w.seats_free == 0


@sometimes
def first_chunk_takes_the_last_seat(w: Pass, r: Request) -> bool:
    """The last sequence slot can be taken for the first chunk of a context."""
    return w.stand[r] == Stand.FIRST and w.scheduled[r] == 1 and w.seats_free == 0


@sometimes
def index_slots_are_used_up(w: Pass) -> bool:
    """The last index slot of the draft pool can be taken."""
    return w.slots_free[Pool.DRAFT] == 0


@sometimes
def error_is_raised(w: Pass) -> bool:
    """The detector raises its error."""
    return w.error == 1


@sometimes
def transfers_hold_the_alarm_back(w: Pass, r: Request) -> bool:
    """A pass that helped nobody, with a context left, is no stall while another request is being sent."""
    return w.left[r] == 1 and w.moving.total >= 1 and w.stage == Stage.CONTEXTS and w.walk == w.end


@sometimes
def later_chunk_keeps_its_seat(w: Pass, r: Request) -> bool:
    """With no sequence slot free, a later chunk can be scheduled: it has one."""
    return w.stand[r] == Stand.LATER and w.scheduled[r] == 1 and w.seats_free == 0


@sometimes
def transfer_takes_the_last_of_everything(w: Pass, r: Request) -> bool:
    """The last index slot of each pool, and the last sequence slot, can be taken for a transfer."""
    return (
        w.candidate.total == 2
        and w.candidate[r] == 1
        and w.slots_free[Pool.TARGET] == 0
        and w.slots_free[Pool.DRAFT] == 0
        and w.seats_free == 0
    )


@sometimes
def growth_is_left_for_want_of_budget(w: Pass, r: Request) -> bool:
    """The walk stops at a generation that is on the device, and whose growth the budget does not allow."""
    return (
        w.left[r] == 1
        and w.scheduled.total == 0
        and w.stage == Stage.GENERATIONS
        and w.walk == w.end
        and w.order[r] == w.walk
        and (w.kv[Pool.TARGET, r] == Residency.ACTIVE)
    )


@sometimes
def full_pass_stops_at_anybody(w: Pass) -> bool:
    """With somebody scheduled, the walk stops before the end of the list, and nobody is left by that."""
    return (
        w.stage == Stage.GENERATIONS
        and w.scheduled.total >= 1
        and w.walk == w.end
        and w.end < w.length
        and w.left.total + w.evicted.total + w.recomputed.total == 0
    )


@sometimes
def victim_takes_what_it_generated_along(w: Pass, r: Request) -> bool:
    """A victim starts over with the longest context there is."""
    return w.recomputed[r] == 1 and w.stand[r] == Stand.FIRST and w.prompt[r] == w.max_length
