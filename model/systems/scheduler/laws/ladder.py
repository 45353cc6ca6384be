"""Victims: laws S7, S9 and S17, and the part of S16 that is about page preemption."""

from ....language import helper, law, one_of, step_law
from ....sorts import Pool, Request
from ..kinds import Flight, Residency, Rung, Stage, Stand
from ..parts import evictable, planning, replayable
from ..state import Pass


@helper
def becomes_victim(before: Pass, after: Pass, r: Request) -> bool:
    """Whether the request becomes a victim in this step, or a victim of the harder kind."""
    return (after.evicted[r] == 1 and not before.evicted[r]) or (after.recomputed[r] == 1 and not before.recomputed[r])


@step_law("S7")
def victims_can_be_taken(before: Pass, after: Pass, r: Request) -> bool:
    """A victim has started, does not end with its step in flight, and no other step, load or transfer has its pages."""
    return not becomes_victim(before, after, r) or (
        one_of(before.stand[r], Stand.LATER, Stand.DECODES)
        and before.flight[r] != Flight.APART
        and not before.moving[r]
        and not before.scheduled[r]
    )


@step_law("S7")
def eviction_frees_something(before: Pass, after: Pass, r: Request) -> bool:
    """Only a request that is on the device is evicted."""
    return not after.evicted[r] or before.evicted[r] == 1 or before.kv[Pool.TARGET, r] == Residency.ACTIVE


@step_law("S9")
def victims_are_behind_whom_they_serve(before: Pass, after: Pass, r: Request) -> bool:
    """In the walk for generations a victim is listed behind the request that needs its pages, or is that request."""
    return (
        not becomes_victim(before, after, r)
        or before.stage == Stage.CONTEXTS
        or before.order[r] > before.walk
        or (before.order[r] == before.walk and not after.recomputed[r])
    )


@law("S9")
def overlooked_requests_are_no_victims(w: Pass, v: Request) -> bool:
    """Whom the search has come past could not be taken."""
    return w.stand[v] == Stand.ABSENT or (
        (w.rung != Rung.EVICTING or not w.scan <= w.order[v] < w.end or not evictable(w, v))
        and (
            w.rung != Rung.RECOMPUTING
            or (
                (w.order[v] < w.scan or not replayable(w, v))
                and (not w.walk < w.order[v] < w.end or not evictable(w, v))
            )
        )
    )


@step_law("S9")
def last_request_is_taken_first(before: Pass, after: Pass, r: Request, v: Request) -> bool:
    """Nobody who could be taken as well is listed behind a victim, where the search goes."""
    return (
        not becomes_victim(before, after, r)
        or before.stage == Stage.CONTEXTS
        or before.order[v] <= before.order[r]
        or (
            not replayable(before, v)
            if after.recomputed[r] and not before.recomputed[r]
            else (before.order[v] >= before.end or not evictable(before, v))
        )
    )


@step_law("S9")
def own_eviction_is_the_last_resort(before: Pass, after: Pass, v: Request) -> bool:
    """The ladder of a growth ends without it only when nobody behind is left to take."""
    return (
        before.stage != Stage.GENERATIONS
        or before.rung == Rung.NONE
        or after.rung != Rung.NONE
        or after.scheduled.total > before.scheduled.total
        or before.order[v] <= before.walk
        or ((before.order[v] >= before.end or not evictable(before, v)) and not replayable(before, v))
    )


@law("S17")
def received_context_is_never_computed_anew(w: Pass, r: Request) -> bool:
    """Who comes by transfer is no victim to compute anew, then or later, and nobody is where that is off."""
    return (not w.recomputed[r] or (w.recompute == 1 and not w.received[r])) and (
        not one_of(w.stand[r], Stand.INIT, Stand.RECEIVING) or w.received[r] == 1
    )


@step_law("S16")
def page_preemption_ends_the_pass(before: Pass, after: Pass, r: Request) -> bool:
    """Pages that were freed for a context stay there for the next pass: this one takes nobody any more."""
    return (
        before.stage != Stage.CONTEXTS
        or before.recomputed[r] == 1
        or not after.recomputed[r]
        or (after.walk == after.end and after.rung == Rung.NONE)
    )


@step_law("S16")
def pass_takes_only_whom_it_walks_to(before: Pass, after: Pass, r: Request) -> bool:
    """Whoever is scheduled, or gets room for a transfer, is at the walk, before its end."""
    return (after.scheduled[r] <= before.scheduled[r] and after.candidate[r] <= before.candidate[r]) or (
        planning(before) and before.order[r] == before.walk and before.walk < before.end
    )
