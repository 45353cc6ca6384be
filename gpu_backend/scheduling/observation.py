"""What the scheduler shows of itself, read from lists, queues, tables and memory."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Container
from typing import Final

from ...conformance.parts.part import Shown
from ...model.instance import Instance
from ...model.sorts import Pool
from ...model.systems.scheduler.kinds import Flight, Residency, Rung, Stage, Stand
from .core import Core
from .kv_cache import KvCache, kv_of
from .kv_cache_manager import BAD_PAGE, KvCacheManager
from .request import LlmRequest, RequestState
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
    memories = [(memory or PoolMemory)(manager) for manager in core.kv.managers]

    def of_requests(value: Callable[[LlmRequest], int]) -> list[int]:
        return [int(value(request)) for request in requests]

    def members(which: Container[LlmRequest]) -> list[int]:
        return [int(request in which) for request in requests]

    fields: dict[str, list[int]] = {
        "length": [len(core.queue)],
        "order": of_requests(lambda request: request.rank),
        "stand": of_requests(stand),
        "prompt": of_requests(lambda request: request.prompt_len),
        "cursor": of_requests(lambda request: min(memory.valid(request) for memory in memories)),
        "received": of_requests(lambda request: request.generation_only),
        "seat": members(core.seats.slots),
        "seats_free": [len(core.seats.free)],
        "stage": [stage(core)],
        "walk": [walk.position if walk else 0],
        "end": [walk.end if walk else 0],
        "rung": [_RUNGS[walk.trying if walk else None]],
        "scan": [walk.frontier if walk else 0],
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
        "flown": of_requests(core.inflight.drafted),
        "moving": members(core.transfers.active),
        "row": of_requests(lambda request: request.batch_idx is not None),
        "stalled": [core.detector.stalled],
        "error": [int(core.detector.raised)],
    }
    for pool in Pool:
        there = pool < len(memories)
        of_pool = shown_of_pool(memories[pool], requests) if there else no_pool(instance, pool)
        fields |= {f"{name}.{pool.name}": values for name, values in of_pool.items()}
    return fields


def stand(request: LlmRequest) -> Stand:
    """Say where a request stands."""
    if request is NOBODY:
        return Stand.ABSENT
    if request.is_context:
        return Stand.FIRST if request.is_first_chunk else Stand.LATER
    return _STANDS[request.state]


def stage(core: Core) -> Stage:
    """Say how far the pass is."""
    if core.walk is None:
        return Stage.LAUNCHED if core.launching else Stage.BETWEEN
    return Stage.GENERATIONS if core.walk.phase is Phase.GENERATION else Stage.CONTEXTS


def flight(core: Core, request: LlmRequest) -> Flight:
    """Say whether a step of a request is in flight."""
    if request not in core.inflight:
        return Flight.NONE
    return Flight.APART if core.inflight.apart(request) else Flight.OVERLAPPED


class PoolMemory:
    """What the memory of a pool tells of the caches in it."""

    def __init__(self, manager: KvCacheManager) -> None:
        self.manager = manager
        self.cells: list[float] = manager.pool.cells.tolist()
        self.host: list[list[float]] = manager.host.rows.tolist()
        self.table: list[list[int]] = manager.table.tolist()
        caches = manager.caches.values()
        self.places = Counter([*manager.pool.free.view(), *(page for cache in caches for page in cache.pages)])

    def room(self, request: LlmRequest) -> int:
        """Return the room of a cache, as far as its pages are its own and as many as it takes."""
        cache, size = self.manager.caches.get(request), self.manager.pool.page_size
        if cache is None:
            return 0
        own = len(cache.hosted) + sum(self.places[page] == 1 for page in cache.pages)
        return cache.capacity if own == self.manager.blocks(cache.capacity) else own * size

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
            return self.cells[cache.cell(position, size)]
        return self.host[cache.hosted[block]][position % size] if block < len(cache.hosted) else None

    def has_slot(self, request: LlmRequest) -> bool:
        """Whether a request has an index slot, at which the page table says what its pages are."""
        slot, cache = self.manager.index.slots.get(request), self.manager.caches.get(request)
        pages = cache.pages if cache is not None else []
        return slot is not None and [page for page in self.table[slot] if page != BAD_PAGE] == pages


def shown_of_pool(memory: PoolMemory, requests: list[LlmRequest]) -> dict[str, list[int]]:
    """Return what one pool shows. An index slot is free where its row of the page table is empty."""
    manager = memory.manager

    def residency(request: LlmRequest) -> Residency:
        if request not in manager.caches:
            return Residency.NONE
        return Residency.ACTIVE if manager.is_active(request) else Residency.SUSPENDED

    free = manager.index.free.view()
    return {
        "kv": [int(residency(request)) for request in requests],
        "capacity": [memory.room(request) for request in requests],
        "grown": [manager.revocable(request) for request in requests],
        "slot": [int(memory.has_slot(request)) for request in requests],
        "slots_free": [sum(not any(page != BAD_PAGE for page in memory.table[slot]) for slot in free)],
    }


def no_pool(instance: Instance, pool: Pool) -> dict[str, list[int]]:
    """Return what is shown of a pool that there is not: nobody has anything of it, and its slots stay free."""
    names = ("kv", "capacity", "grown", "slot")
    slots = instance.size(f"slots_size.{pool.name}")
    return {**{name: [0] * instance.requests for name in names}, "slots_free": [slots]}
