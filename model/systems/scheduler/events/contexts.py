"""Requests with context to compute: defer, claim, prepare, chunk, give_up, preempt_for_pages."""

from ....language import event, helper, require
from ....sorts import Pool, Request, Tokens
from ..kinds import NO_KEY, Key, Residency, Rung, Stand
from ..parts import (
    could_run,
    give_up_caches,
    replayable,
    schedule,
    take_seat,
    take_slot,
    try_nothing,
    walk_on,
    withdraw,
)
from ..state import Pass
from .walking import at_walk


@helper
def next_context(w: Pass, r: Request) -> bool:
    """Whether the pass has come to a request that could run, and is trying nothing for it yet.

    In the walk for generations that is no context, which its caller sees.
    """
    return w.rung == Rung.NONE and at_walk(w, r) and could_run(w, r)


@helper
def is_admitting(w: Pass, r: Request) -> bool:
    """Whether the request is the one whose caches are being looked up and resumed."""
    return w.rung == Rung.ADMITTING and at_walk(w, r)


@event
def defer(w: Pass, r: Request, k: Key) -> None:
    """A request whose first block another one is computing waits a pass for it, before anything of it is touched."""
    require(next_context(w, r), "the pass is at a context that can be computed")
    require(w.stand[r] == Stand.FIRST, "nothing of it is computed yet")
    require(k != NO_KEY and w.contributors[k] >= 1, "another computes its first block, now or in flight", "S13")
    w.key[r] = k
    w.deferred[r] = 1
    walk_on(w)


@event
def claim(w: Pass, p: Pool, r: Request, reused: Tokens) -> None:
    """A pool looks up the prefix of a first chunk: the cache is made, with an index slot, and holds what it found.

    There is one cursor for both pools: where the draft pool finds less, the target's claim is cut down to it.
    """
    require(next_context(w, r) if p == Pool.TARGET else is_admitting(w, r), "it is the turn of the pool")
    require(w.kv[p, r] == Residency.NONE and (p == Pool.TARGET or w.drafts), "the pool has no cache of it", "S18")
    require(w.slots_free[p] >= 1, "an index slot is free", "S18")
    require(reused < w.prompt[r], "its last token is computed in any case", "S4")
    require(p == Pool.TARGET or reused <= w.cursor[r], "the draft keeps no more than the target found", "S4")
    take_slot(w, p, r)
    w.kv[p, r] = Residency.SUSPENDED
    w.capacity[Pool.TARGET, r] = reused
    if p == Pool.DRAFT:
        w.capacity[Pool.DRAFT, r] = reused
    w.cursor[r] = reused
    w.rung = Rung.ADMITTING


@event
def prepare(w: Pass, r: Request) -> None:
    """A later chunk is tried: the target's cache is resumed."""
    require(next_context(w, r), "the pass is at a context that can be computed")
    require(w.stand[r] == Stand.LATER, "part of it is computed")
    w.kv[Pool.TARGET, r] = Residency.ACTIVE
    w.rung = Rung.ADMITTING


@event
def chunk(w: Pass, r: Request, tokens: Tokens, k: Key) -> None:
    """Everything was found, or is there: the chunk gets its room in both pools, and others may wait for its block.

    Tokens past the end of the context are drafted; so only the last chunk drafts.
    """
    require(is_admitting(w, r), "its caches are looked up or resumed", "S2")
    require(not w.drafts or w.kv[Pool.DRAFT, r] != Residency.NONE, "the draft pool has a cache of it, too", "S2")
    require(tokens >= 1, "the chunk has a token", "S4")
    require(w.cursor[r] + tokens <= w.max_length, "it stays within the longest request", "S11")
    require(w.scheduled.total < w.max_requests, "the pass takes one request more", "S5")
    require(w.charge.total + tokens <= w.max_tokens, "the pass takes its tokens", "S5")
    require(w.seat[r] or w.seats_free >= 1, "it has a sequence slot, or one is free", "S19")
    if not w.seat[r]:
        take_seat(w, r)
    w.key[r] = k
    w.contributes[r] = 1
    schedule(w, r, tokens)


@event
def give_up(w: Pass, r: Request) -> None:
    """An index slot, a budget, a sequence slot or pages are missing: the attempt is undone, and the pass walks on."""
    require(is_admitting(w, r), "its caches are looked up or resumed")
    withdraw(w, r)
    walk_on(w)


@event
def preempt_for_pages(w: Pass, r: Request, v: Request) -> None:
    """Pages are missing and another request gives its own up; the pass ends, so that they are there in the next."""
    require(is_admitting(w, r), "its caches are looked up or resumed")
    require(r != v, "it is another request")
    require(replayable(w, v) and not w.scheduled[v], "the victim can start over, and the pass does not need it", "S1")
    give_up_caches(w, v)
    withdraw(w, r)
    try_nothing(w)
    w.end = w.walk
