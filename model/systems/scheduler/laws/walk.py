"""The list and the walk over it: what is behind the walk, at it and ahead of it. Parts of law S9."""

from ....language import law, one_of, step_law
from ....sorts import Pool, Request
from ..kinds import Residency, Rung, Stage, Stand
from ..parts import left_alone, listed_at, planning
from ..state import Pass


@law("S9")
def places_are_given_once(w: Pass, r: Request, other: Request) -> bool:
    """Two listed requests have two places."""
    return r == other or w.stand[r] == Stand.ABSENT or w.stand[other] == Stand.ABSENT or w.order[r] != w.order[other]


@law("S9")
def places_are_on_the_list(w: Pass, r: Request) -> bool:
    """Every place is one that was given out."""
    return w.stand[r] == Stand.ABSENT or w.order[r] < w.length


@law("S9")
def walk_stays_on_the_list(w: Pass) -> bool:
    """The walk and the search stay on the list; what is tried is tried for a place before the end of the walk."""
    return (
        (w.walk <= w.end <= w.length and (planning(w) or w.end == 0))
        and (w.rung == Rung.NONE or w.walk < w.end)
        and (w.walk < w.scan <= w.length if one_of(w.rung, Rung.EVICTING, Rung.RECOMPUTING) else w.scan == 0)
        and (w.rung != Rung.EVICTING or w.scan <= w.end)
    )


@law("S9")
def only_a_pass_tries(w: Pass) -> bool:
    """Victims are looked for in the walk for generations, admissions are tried in the one for contexts."""
    return (
        w.rung == Rung.NONE
        or (w.rung == Rung.ADMITTING and w.stage == Stage.CONTEXTS)
        or (one_of(w.rung, Rung.EVICTING, Rung.RECOMPUTING) and w.stage == Stage.GENERATIONS)
    )


@law("S9")
def tried_request_can_run(w: Pass, r: Request) -> bool:
    """What is tried for a request suits it: a growth if it generates, an admission if it has context to compute.

    An admission begins with the target's cache.
    """
    return (
        w.rung == Rung.NONE
        or not listed_at(w, r, w.walk)
        or (
            not left_alone(w, r)
            and (
                (one_of(w.stand[r], Stand.FIRST, Stand.LATER) and w.kv[Pool.TARGET, r] != Residency.NONE)
                if w.rung == Rung.ADMITTING
                else w.stand[r] == Stand.DECODES
            )
        )
    )


@law("S9")
def scheduled_requests_are_behind_the_walk(w: Pass, r: Request) -> bool:
    """The pass has walked past whom it scheduled or made room for, so that no search ahead of it comes upon them."""
    return (
        not planning(w)
        or w.scheduled[r] + w.candidate[r] == 0
        or (one_of(w.stand[r], Stand.DECODES, Stand.INIT) and (w.stage == Stage.CONTEXTS or w.order[r] < w.walk))
        or (w.stage == Stage.CONTEXTS and w.order[r] < w.walk)
    )


@law("S9")
def evicted_requests_are_ahead_of_the_walk(w: Pass, r: Request) -> bool:
    """No walk comes to a request that the pass evicted: it ends before."""
    return not planning(w) or not w.evicted[r] or w.order[r] >= w.end


@law("S9")
def deferred_requests_are_behind_the_walk(w: Pass, r: Request) -> bool:
    """The pass comes to a request that it deferred only once."""
    return not planning(w) or not w.deferred[r] or (w.stage == Stage.CONTEXTS and w.order[r] < w.walk)


@step_law("S9")
def list_keeps_its_order_in_a_pass(before: Pass, after: Pass, r: Request) -> bool:
    """While a pass is under way nobody changes place."""
    return not planning(before) or after.order[r] == before.order[r]


@step_law("S9")
def nobody_is_walked_past_unseen(before: Pass, after: Pass) -> bool:
    """The walk goes on by one place, or begins again; it ends at the end, or is cut short, never made longer."""
    return not planning(before) or (
        (after.walk == before.walk or after.walk == before.walk + 1 or before.walk == before.end)
        and after.end <= before.end
        and (after.stage == before.stage or before.walk == before.end)
    )
