"""Starting over, ending, and steps in flight: law S8."""

from ....language import law, one_of, step_law
from ....sorts import Request
from ..kinds import Flight, Stand
from ..parts import planning
from ..state import Pass


@step_law("S8")
def victims_have_what_they_start_over_from(before: Pass, after: Pass, r: Request) -> bool:
    """Whoever is to be computed anew still has what its prompt is made from."""
    return (
        after.stand[r] != Stand.REWINDING
        or before.stand[r] == Stand.REWINDING
        or before.stand[r] == Stand.LATER
        or not before.multimodal[r]
    )


@step_law("S8")
def caches_are_given_up_to_start_over(before: Pass, after: Pass, r: Request) -> bool:
    """A request starts over only as a victim, when no step of it is in flight, and once for each time it is taken."""
    return (
        (after.stand[r] == Stand.REWINDING) == (before.stand[r] == Stand.REWINDING)
        or (after.stand[r] == Stand.REWINDING and after.recomputed[r] == 1)
        or (after.stand[r] == Stand.FIRST and before.flight[r] == Flight.NONE)
        or after.stand[r] == Stand.ENDED
    )


@step_law("S8")
def context_is_never_forgotten(before: Pass, after: Pass, r: Request) -> bool:
    """Nobody goes back to a first chunk but a victim that waited to."""
    return after.stand[r] != Stand.FIRST or one_of(before.stand[r], Stand.ABSENT, Stand.FIRST, Stand.REWINDING)


@step_law("S8")
def ended_is_final(before: Pass, after: Pass, r: Request) -> bool:
    """A request that has ended stays ended."""
    return before.stand[r] != Stand.ENDED or after.stand[r] == Stand.ENDED


@law("S8")
def flights_are_of_started_requests(w: Pass, r: Request) -> bool:
    """A step in flight is of a request with computed context, and one that is known to end has one in flight."""
    return (
        w.flight[r] == Flight.NONE
        or one_of(w.stand[r], Stand.LATER, Stand.DECODES, Stand.COMPLETING)
        or (w.stand[r] == Stand.REWINDING and w.flight[r] == Flight.OVERLAPPED)
    ) and (w.stand[r] != Stand.COMPLETING or w.flight[r] == Flight.OVERLAPPED)


@step_law("S8")
def step_in_flight_is_read_once(before: Pass, after: Pass, r: Request) -> bool:
    """A step departs only when the one before was read, and is read only between passes."""
    return after.flight[r] == before.flight[r] or (
        not planning(before) and (before.flight[r] == Flight.NONE or after.flight[r] == Flight.NONE)
    )


@step_law("S15")
def no_pages_come_free_during_a_pass(before: Pass, after: Pass, r: Request) -> bool:
    """Loads and transfers begin and end between passes, so that a pass and the detector see the same of them."""
    return not planning(before) or after.moving[r] == before.moving[r]


@law("S7")
def pages_move_for_a_reason(w: Pass, r: Request) -> bool:
    """A transfer moves the pages of whoever receives or sends; a load those of a context; no step is in flight then."""
    return (
        (not w.moving[r] or (one_of(w.stand[r], Stand.LATER, Stand.RECEIVING, Stand.SENDING)))
        and (not w.moving[r] or w.flight[r] == Flight.NONE)
        and (not one_of(w.stand[r], Stand.RECEIVING, Stand.SENDING) or w.moving[r] == 1)
    )
