"""What the engine tells of itself: who holds what, by identity."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from ..conformance.snapshot import AdapterView, PoolView, RequestView, Snapshot
from ..model.sorts import Phase, Pool
from .adapters import AdapterTier
from .core import Core
from .requests import NO_DRAFT, Request


def observe(engine: Core) -> Snapshot:
    """Take the snapshot of an engine. Reads only."""
    requests = engine.requests.values()
    cache = engine.adapters
    return Snapshot(
        requests={request.id: _request(request) for request in requests},
        device={kind: PoolView(pool.free.size, pool.free.view(), _device_pages(requests, kind))
                for kind, pool in engine.pools.items()},
        host={kind: PoolView(engine.host.free.size, engine.host.free.view(), _host_pages(requests, kind))
              for kind in engine.pools},
        slots=PoolView(
            engine.slots.size, engine.slots.view(),
            {request.id: (request.slot,) for request in requests if request.slot is not None},
        ),
        batch=tuple([request.id for request in engine.batch]),
        running=engine.running,
        rows={request.id: request.row for request in requests if request.row is not None},
        seats_taken=engine.count_occupancy(),
        paused=engine.count_paused(),
        registry=frozenset(cache.registry),
        references=dict(cache.references),
        host_adapters=_adapters(cache.host),
        device_adapters=_adapters(cache.device),
        active=_holders(cache.active),
        parked=_holders(cache.parked),
        margin=engine.executor.margin,
    )  # fmt: skip


def _request(request: Request) -> RequestView:
    decodes = request.phase is not Phase.FINISHED and request.cursor >= request.prompt
    return RequestView(
        phase=request.phase,
        life=request.life,
        prompt=request.prompt,
        paired=request.paired,
        adapter=request.adapter,
        cursor=request.cursor,
        reserved=request.reserved,
        tokens=tuple(request.tokens),
        draft=request.draft if decodes else NO_DRAFT,
    )


def _device_pages(requests: Iterable[Request], kind: Pool) -> dict[int, tuple[int, ...]]:
    return {
        request.id: tuple(table.device)
        for request in requests
        for table in request.cache.tables
        if table.pool is kind and table.device
    }


def _host_pages(requests: Iterable[Request], kind: Pool) -> dict[int, tuple[int, ...]]:
    return {
        request.id: tuple(table.host)
        for request in requests
        for table in request.cache.tables
        if table.pool is kind and table.host
    }


def _adapters(tier: AdapterTier) -> AdapterView:
    held = {adapter: (slot,) for adapter, slot in tier.slot_of.items()}
    return AdapterView(PoolView(tier.free.size, tier.free.view(), held), frozenset(tier.pinned))


def _holders(lists: Mapping[int, list[int]]) -> dict[int, tuple[int, ...]]:
    return {adapter: tuple(holders) for adapter, holders in lists.items() if holders}
