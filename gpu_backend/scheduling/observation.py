"""What the scheduler shows of itself, read from lists, queues, tables and memory; what follows is worked out here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container
from math import isnan
from typing import Final

from ...conformance.parts.part import Shown
from ...model.instance import Instance
from ...model.sorts import Pool
from ...model.systems.scheduler.kinds import Flight, Residency, Rung, Stage, Stand
from .core import Core
from .kv_cache import KvCache, kv_of
from .kv_cache_manager import BAD_PAGE, KvCacheManager
from .queue import RequestQueue
from .request import LlmRequest, RequestState
from .slots import SlotManager
from .walk import Phase, Trying

NOBODY: Final = LlmRequest(-1, 0, rank=0)
"""What is shown of a request that is not listed."""

_STANDS: Final = {
    RequestState.GENERATION_IN_PROGRESS: Stand.DECODES,
    RequestState.GENERATION_TO_COMPLETE: Stand.COMPLETING,
    RequestState.RECOMPUTE_PAUSED: Stand.REWINDING,
    RequestState.DISAGG_GENERATION_INIT: Stand.INIT,
    RequestState.DISAGG_GENERATION_TRANS_IN_PROGRESS: Stand.RECEIVING,
    RequestState.DISAGG_CONTEXT_TRANS_IN_PROGRESS: Stand.SENDING,
    RequestState.GENERATION_COMPLETE: Stand.ENDED,
}
_RUNGS: Final = {
    None: Rung.NONE,
    Trying.EVICT: Rung.EVICTING,
    Trying.RECOMPUTE: Rung.RECOMPUTING,
    Trying.ADMIT: Rung.ADMITTING,
}
_WITHOUT_CONTENT: Final = (RequestState.DISAGG_GENERATION_INIT, RequestState.DISAGG_GENERATION_TRANS_IN_PROGRESS)
"""The states in which a cache has room for what is not there yet."""


def shown(core: Core, instance: Instance, memory: Callable[[KvCacheManager], PoolMemory] | None = None) -> Shown:
    """Return every field of the system; `memory` reads a pool, where the caches are other than the scheduler's own."""
    requests = [core.queue.by_id.get(r, NOBODY) for r in range(instance.requests)]
    walk, output = core.walk, core.output
    attempt, steps = walk.attempt if walk else None, core.inflight.steps
    memories = [(memory or PoolMemory)(manager) for manager in core.kv.managers]
    own = sole_slots(core.seats)
    seated = {request for request, slot in core.seats.slots.items() if slot in own}

    def of_requests(value: Callable[[LlmRequest], int]) -> list[int]:
        return [int(value(request)) for request in requests]

    def members(which: Container[LlmRequest]) -> list[int]:
        return [int(request in which) for request in requests]

    fields: dict[str, list[int]] = {
        "length": [length(core.queue)],
        "order": of_requests(lambda request: place(core.queue, request)),
        "stand": of_requests(stand),
        "prompt": of_requests(lambda request: request.prompt_len),
        "cursor": of_requests(lambda request: min(memory.valid(request) for memory in memories)),
        "received": of_requests(lambda request: request.generation_only),
        "seat": members(seated),
        "seats_free": [len(sole_slots(core.seats).intersection(core.seats.free.view()))],
        "stage": [stage(core)],
        "walk": [walk.position if walk else 0],
        "end": [walk.end if walk else 0],
        "rung": [_RUNGS[attempt.trying if attempt else None]],
        "scan": [attempt.frontier if attempt else 0],
        "scheduled": members(core.batch.tokens),
        "charge": of_requests(lambda request: core.batch.tokens.get(request, 0)),
        "evicted": members(output.evicted),
        "recomputed": members(output.recompute_paused),
        "candidate": members(output.disagg_candidates),
        "deferred": members(output.deferred),
        "left": members(walk.left if walk else ()),
        "key": of_requests(lambda request: request.block_key),
        "contributes": members(core.prefixes.contributing),
        "flight": of_requests(lambda request: flight(core, request)),
        "flown": of_requests(lambda request: steps[request].drafted if request in steps else 0),
        "moving": of_requests(lambda request: moves(core, request)),
        "row": of_requests(lambda request: request.batch_idx is not None),
        "stalled": [core.detector.stalled],
        "error": [int(core.detector.raised)],
    }
    for pool in Pool:
        there = pool < len(memories)
        of_pool = shown_of_pool(memories[pool], requests) if there else no_pool(instance, pool)
        fields |= {f"{name}.{pool.name}": values for name, values in of_pool.items()}
    return fields


def length(queue: RequestQueue) -> int:
    """Return how many places were given out, one too many where there are not as many requests."""
    many = queue.next_rank
    return many + (not len(queue.requests) == len(queue.by_id) == many)


def place(queue: RequestQueue, request: LlmRequest) -> int:
    """Return the place of a request, behind all others where the list has somebody else at it."""
    if request is NOBODY:
        return request.rank
    there = 0 <= request.rank < len(queue.requests) and queue.requests[request.rank] is request
    return request.rank if there else len(queue.requests)


def stand(request: LlmRequest) -> Stand:
    """Say where a request stands."""
    if request is NOBODY:
        return Stand.ABSENT
    if request.state is RequestState.CONTEXT_INIT:
        return Stand.FIRST if request.context_position == request.prepopulated else Stand.LATER
    return _STANDS[request.state]


def stage(core: Core) -> Stage:
    """Say how far the pass is."""
    if core.walk is None:
        return Stage.LAUNCHED if core.launching else Stage.BETWEEN
    return Stage.GENERATIONS if core.walk.phase is Phase.GENERATION else Stage.CONTEXTS


def flight(core: Core, request: LlmRequest) -> Flight:
    """Say whether a step of a request is in flight."""
    step = core.inflight.steps.get(request)
    if step is None:
        return Flight.NONE
    return Flight.APART if step.apart else Flight.OVERLAPPED


def moves(core: Core, request: LlmRequest) -> bool:
    """Say whether a transfer holds a request's pages, where all of its caches say so too; else the other thing."""
    moving = request in core.transfers.active
    caches = (manager.caches.get(request) for manager in core.kv.managers)
    return moving if all(cache is None or cache.pinned == moving for cache in caches) else not moving


def sole_slots(manager: SlotManager) -> set[int]:
    """Return the slots that are in one place only: with one request, or once in the free list."""
    places = Counter([*manager.free.view(), *manager.slots.values()])
    return {slot for slot, count in places.items() if count == 1}


class PoolMemory:
    """What the memory of a pool tells of the caches in it."""

    astray = False
    """Whether a page is neither one cache's nor free and poisoned, or the padding was written to.

    The system sees no pages; an index slot less is shown as free then.
    """

    def __init__(self, manager: KvCacheManager) -> None:
        self.manager = manager
        self.cells: list[float] = manager.pool.cells.tolist()
        self.host: list[list[float]] = manager.host.rows.tolist()
        self.table: list[list[int]] = manager.table.tolist()
        caches = manager.caches.values()
        free, size = manager.pool.free.view(), manager.pool.page_size
        self.places = Counter([*free, *(page for cache in caches for page in cache.pages)])
        clean = all(isnan(cell) for page in free for cell in self.cells[page * size : (page + 1) * size])
        padding = self.cells[manager.pool.padding * size :]
        self.astray = not clean or any(padding) or sorted(self.places.elements()) != list(range(manager.pool.padding))

    def room(self, request: LlmRequest) -> int:
        """Return the room of a cache, as far as its pages are its own and as many as it takes."""
        cache, size = self.manager.caches.get(request), self.manager.pool.page_size
        if cache is None:
            return 0
        own = len(cache.hosted) + sum(self.places[page] == 1 for page in cache.pages)
        return cache.capacity if own == -(-cache.capacity // size) else own * size

    def valid(self, request: LlmRequest) -> int:
        """Return the cursor of a request, or how much of its cache holds what was computed, if that is less."""
        cursor, cache = request.context_position, self.manager.caches.get(request)
        if cache is None or request.state in _WITHOUT_CONTENT:
            return cursor
        for position in range(cache.capacity - cache.revocable):
            if self.content(cache, position) != kv_of(request, position, self.manager.layer):
                return min(cursor, position)
        return cursor

    def content(self, cache: KvCache, position: int) -> float | None:
        """Return what a cache holds at a position."""
        size = self.manager.pool.page_size
        block = position // size
        if block < len(cache.pages):
            return self.cells[cache.pages[block] * size + position % size]
        return self.host[cache.hosted[block]][position % size] if block < len(cache.hosted) else None

    def has_slot(self, request: LlmRequest) -> bool:
        """Whether a request has an index slot, at which the page table says what its pages are."""
        slot, cache = self.manager.index.slots.get(request), self.manager.caches.get(request)
        if slot is None or slot not in sole_slots(self.manager.index):
            return False
        pages, row = cache.pages if cache is not None else [], self.table[slot]
        return row == pages + [BAD_PAGE] * (len(row) - len(pages))


def shown_of_pool(memory: PoolMemory, requests: list[LlmRequest]) -> dict[str, list[int]]:
    """Return what one pool shows. An index slot is free where its row of the page table is empty."""
    manager = memory.manager

    def residency(request: LlmRequest) -> Residency:
        if request in manager.suspended:
            return Residency.SUSPENDED
        return Residency.ACTIVE if request in manager.caches else Residency.NONE

    def revocable(request: LlmRequest) -> int:
        cache = manager.caches.get(request)
        return 0 if cache is None else cache.revocable

    free = sole_slots(manager.index).intersection(manager.index.free.view())
    empty = sum(all(page == BAD_PAGE for page in memory.table[slot]) for slot in free)
    return {
        "kv": [int(residency(request)) for request in requests],
        "capacity": [memory.room(request) for request in requests],
        "grown": [revocable(request) for request in requests],
        "slot": [int(memory.has_slot(request)) for request in requests],
        "slots_free": [empty - memory.astray],
    }


def no_pool(instance: Instance, pool: Pool) -> dict[str, list[int]]:
    """Return what is shown of a pool that there is not: nobody has anything of it, and its slots stay free."""
    names = ("kv", "capacity", "grown", "slot")
    slots = instance.size(f"slots_size.{pool.name}")
    return {**{name: [0] * instance.requests for name in names}, "slots_free": [slots]}
