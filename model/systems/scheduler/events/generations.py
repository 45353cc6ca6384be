"""Requests that generate, and the ladder that a growth goes up when it fails.

grow, fail, overlook, evict, look_further, recompute_victim, evict_itself.
"""

from ....language import event, helper, require
from ....sorts import Flag, Pool, Request, Tokens
from ..kinds import Residency, Rung, Stage, Stand
from ..parts import evictable, give_up_caches, left_alone, listed_at, replayable, schedule, suspend, try_nothing
from ..state import Pass
from .walking import at_walk


@helper
def is_scanned(w: Pass, v: Request) -> bool:
    """Whether a search for a victim is at the request, behind the one at the walk; without a search it is at nobody."""
    return listed_at(w, v, w.scan - 1) and w.order[v] > w.walk


@event
def grow(w: Pass, r: Request, drafted: Tokens) -> None:
    """A generating request gets room for its next token and its drafted ones, in both pools, and is scheduled."""
    require(w.stage == Stage.GENERATIONS, "the pass walks for generations")
    require(at_walk(w, r), "the pass is at the request", "S9")
    require(w.stand[r] == Stand.DECODES and not left_alone(w, r), "it generates, and no one else has it", "S1")
    require(w.scheduled.total < w.max_requests, "the pass takes one request more", "S5")
    require(w.charge.total + 1 + drafted <= w.max_tokens, "the pass takes its tokens", "S5")
    require(w.capacity[Pool.TARGET, r] + 1 + drafted <= w.max_length, "it stays within the longest request", "S11")
    schedule(w, r, 1 + drafted)


@event
def fail(w: Pass, r: Request, resumed: Flag) -> None:
    """A growth finds no pages in one of the pools: nothing has grown, but the target's cache may have been resumed."""
    require(w.stage == Stage.GENERATIONS and w.rung == Rung.NONE, "the walk for generations tries nothing yet")
    require(at_walk(w, r), "the pass is at the request", "S9")
    require(w.stand[r] == Stand.DECODES and not left_alone(w, r), "it generates, and no one else has it", "S1")
    w.rung = Rung.EVICTING
    w.scan = w.end
    if resumed:
        w.kv[Pool.TARGET, r] = Residency.ACTIVE


@event
def overlook(w: Pass, v: Request) -> None:
    """The search for a victim passes one that would yield nothing, or may not be taken."""
    require(is_scanned(w, v), "the search is at it", "S9")
    require(not evictable(w, v) if w.rung == Rung.EVICTING else not replayable(w, v), "it can be no victim", "S9")
    w.scan = w.scan - 1


@event
def evict(w: Pass, v: Request) -> None:
    """The last request that can be suspended is; the walk ends before it, and the growth is tried again."""
    require(w.rung == Rung.EVICTING, "a victim to suspend is looked for")
    require(is_scanned(w, v), "the search is at it", "S9")
    require(evictable(w, v), "it has started, and suspending it frees something", "S7")
    suspend(w, v)
    w.evicted[v] = 1
    w.end = w.order[v]
    w.scan = w.order[v]


@event
def look_further(w: Pass) -> None:
    """Nobody is left to suspend; victims to compute anew are looked for, from the end of the whole list.

    Where that is off, the search finds none.
    """
    require(w.rung == Rung.EVICTING and w.scan == w.walk + 1, "the search for one to suspend is over", "S9")
    w.rung = Rung.RECOMPUTING
    w.scan = w.length


@event
def recompute_victim(w: Pass, v: Request) -> None:
    """The last request that can be computed anew gives its caches up, suspended by this pass or not."""
    require(w.rung == Rung.RECOMPUTING, "a victim to compute anew is looked for")
    require(is_scanned(w, v), "the search is at it", "S9")
    require(replayable(w, v), "it has started, and can start over", "S8")
    give_up_caches(w, v)


@event
def evict_itself(w: Pass, r: Request) -> None:
    """No victim helped: the request is suspended itself, if it is on the device, and the walk ends."""
    require(w.rung == Rung.RECOMPUTING and w.scan == w.walk + 1, "the search for any victim is over", "S9")
    require(at_walk(w, r), "the pass is at the request", "S9")
    if w.kv[Pool.TARGET, r] == Residency.ACTIVE:
        suspend(w, r)
        w.evicted[r] = 1
    else:
        w.left[r] = 1
    try_nothing(w)
    w.end = w.walk
