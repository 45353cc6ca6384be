"""What several events do, ask or undo alike. Guards stay in the events."""

from ...language import helper, one_of
from ...sorts import Pool, Request
from .kinds import NO_KEY, Flight, Residency, Rung, Stage, Stand
from .state import Pass

# Questions


@helper
def planning(w: Pass) -> bool:
    """Whether a pass is under way. It is one call: nothing outside it happens meanwhile."""
    return one_of(w.stage, Stage.GENERATIONS, Stage.CONTEXTS)


@helper
def listed_at(w: Pass, r: Request, place: int) -> bool:
    """Whether the request has that place on the list."""
    return w.stand[r] != Stand.ABSENT and w.order[r] == place


@helper
def left_alone(w: Pass, r: Request) -> bool:
    """Whether no pass may touch it: its step is with another micro-batch, or its pages are on the move."""
    return w.flight[r] == Flight.APART or w.moving[r] == 1


@helper
def evictable(w: Pass, v: Request) -> bool:
    """Whether suspending it frees something: it has started, is on the device, and nobody reads its pages."""
    return (
        one_of(w.stand[v], Stand.LATER, Stand.DECODES)
        and w.kv[Pool.TARGET, v] == Residency.ACTIVE
        and not left_alone(w, v)
    )


@helper
def replayable(w: Pass, v: Request) -> bool:
    """Whether it can give everything up and start over: it has started, and its context can be computed anew."""
    return (
        w.recompute == 1
        and (w.stand[v] == Stand.LATER or (w.stand[v] == Stand.DECODES and not w.multimodal[v]))
        and not w.received[v]
        and not left_alone(w, v)
    )


@helper
def could_run(w: Pass, r: Request) -> bool:
    """Whether this walk is for it, and may touch it: it generates, or in the second walk has context to compute."""
    return (
        w.stand[r] == Stand.DECODES if w.stage == Stage.GENERATIONS else one_of(w.stand[r], Stand.FIRST, Stand.LATER)
    ) and not left_alone(w, r)


@helper
def progressed(w: Pass) -> bool:
    """Whether the pass did something for somebody."""
    return w.scheduled.total + w.evicted.total + w.recomputed.total + w.candidate.total + w.deferred.total >= 1


# Changes


@helper
def extend(w: Pass, p: Pool, r: Request, tokens: int) -> None:
    """Bring the cache to the device and give it room for more tokens, which can be revoked until the launch."""
    w.kv[p, r] = Residency.ACTIVE
    w.capacity[p, r] = w.capacity[p, r] + tokens
    w.grown[p, r] = tokens


@helper
def try_nothing(w: Pass) -> None:
    """Stop trying, and searching for victims."""
    w.rung = Rung.NONE
    w.scan = 0


@helper
def walk_on(w: Pass) -> None:
    """Be done with the request at the walk."""
    try_nothing(w)
    w.walk = w.walk + 1


@helper
def schedule(w: Pass, r: Request, tokens: int) -> None:
    """Put the request into the pass, with room for its tokens in every pool, and walk on."""
    extend(w, Pool.TARGET, r, tokens)
    if w.drafts:
        extend(w, Pool.DRAFT, r, tokens)
    w.scheduled[r] = 1
    w.charge[r] = tokens
    walk_on(w)


@helper
def suspend(w: Pass, r: Request) -> None:
    """Let the caches of both pools leave the device; the row of the last step is lost with them."""
    w.kv[Pool.TARGET, r] = Residency.SUSPENDED
    if w.drafts:
        w.kv[Pool.DRAFT, r] = Residency.SUSPENDED
    w.row[r] = 0


@helper
def take_slot(w: Pass, p: Pool, r: Request) -> None:
    """Take an index slot of the pool."""
    w.slot[p, r] = 1
    w.slots_free[p] = w.slots_free[p] - 1


@helper
def leave_slot(w: Pass, p: Pool, r: Request) -> None:
    """Give the index slot of the pool back, if it is held."""
    w.slots_free[p] = w.slots_free[p] + w.slot[p, r]
    w.slot[p, r] = 0


@helper
def take_seat(w: Pass, r: Request) -> None:
    """Take a sequence slot."""
    w.seat[r] = 1
    w.seats_free = w.seats_free - 1


@helper
def leave_seat(w: Pass, r: Request) -> None:
    """Give the sequence slot back, if it is held."""
    w.seats_free = w.seats_free + w.seat[r]
    w.seat[r] = 0


@helper
def free_cache(w: Pass, p: Pool, r: Request) -> None:
    """Give up the cache of one pool, with its index slot."""
    leave_slot(w, p, r)
    w.kv[p, r] = Residency.NONE
    w.capacity[p, r] = 0
    w.grown[p, r] = 0


@helper
def free_caches(w: Pass, r: Request) -> None:
    """Give up the caches of both pools; nothing of the request can be read or rejected any more."""
    free_cache(w, Pool.TARGET, r)
    free_cache(w, Pool.DRAFT, r)
    w.flown[r] = 0
    w.row[r] = 0


@helper
def abandon(w: Pass, r: Request) -> None:
    """Leave nothing of a context that was not computed: no cache, and the cursor at the start."""
    free_caches(w, r)
    w.cursor[r] = 0


@helper
def give_up_caches(w: Pass, v: Request) -> None:
    """Make a victim of the request: everything it computed is given up, to be computed anew."""
    free_caches(w, v)
    w.stand[v] = Stand.REWINDING
    w.recomputed[v] = 1
    w.evicted[v] = 0
    w.left[v] = 0


@helper
def withdraw(w: Pass, r: Request) -> None:
    """Undo an attempt: a first chunk leaves nothing behind, a later one is suspended with what it had."""
    if w.stand[r] == Stand.FIRST:
        abandon(w, r)
    else:
        suspend(w, r)
    w.left[r] = 1


@helper
def leave_pass(w: Pass, r: Request) -> None:
    """Be scheduled no more."""
    w.scheduled[r] = 0
    w.charge[r] = 0


@helper
def go_on_launching(w: Pass) -> None:
    """Be in the launch as long as somebody who is scheduled is not in flight yet."""
    if w.scheduled.total >= 1:
        w.stage = Stage.LAUNCHED
    else:
        w.stage = Stage.BETWEEN


@helper
def stop_contributing(w: Pass, r: Request) -> None:
    """Compute no block any more that another could wait for."""
    w.contributes[r] = 0
    w.key[r] = NO_KEY


@helper
def conclude(w: Pass, r: Request) -> None:
    """Let the request end: it gives back all that it holds, and is forgotten but for its place."""
    abandon(w, r)
    leave_seat(w, r)
    stop_contributing(w, r)
    w.flight[r] = Flight.NONE
    w.stand[r] = Stand.ENDED
    w.prompt[r] = 0
    w.received[r] = 0
