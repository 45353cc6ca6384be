"""From who holds what to the model's state: how each observed field of the model is read off a snapshot.

One table, `READINGS`. A new resource of the model is one more entry; a missing one is an error when this is imported.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from operator import itemgetter

from ..model.fields import Kind
from ..model.instance import Instance
from ..model.language import ModelError
from ..model.sorts import Adapter, Phase, Pool, Request
from ..model.worlds.concrete import ConcreteWorld
from ..model.worlds.layout import CELLS, Cell
from .snapshot import PoolView, RequestView, Snapshot

ABSENT = RequestView(Phase.ABSENT, 0, 0, paired=False, adapter=0, cursor=0, reserved=0, tokens=())
"""A request that the engine does not know."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A snapshot with its requests lined up: one view for each request of the instance."""

    whole: Snapshot
    views: Sequence[RequestView]
    requests: range
    adapters: range


def _held(pool: PoolView, holders: Iterable[int]) -> list[int]:
    held = pool.held
    return [len(held[h]) if h in held else 0 for h in holders]


def _holds(lists: Iterable[Sequence[int]], requests: range) -> list[int]:
    flat = [r for members in lists for r in members]
    return [flat.count(r) for r in requests] if flat else [0] * len(requests)


READINGS: dict[str, Callable[[Seen], Sequence[int]]] = {
    "phase": lambda s: [v.phase for v in s.views],
    "life": lambda s: [v.life for v in s.views],
    "prompt": lambda s: [v.prompt for v in s.views],
    "paired": lambda s: [v.paired for v in s.views],
    "cursor": lambda s: [v.cursor for v in s.views],
    "reserved": lambda s: [v.reserved for v in s.views],
    "held.TARGET": lambda s: _held(s.whole.device[Pool.TARGET], s.requests),
    "held.DRAFT": lambda s: _held(s.whole.device[Pool.DRAFT], s.requests),
    "free.TARGET": lambda s: (len(s.whole.device[Pool.TARGET].free),),
    "free.DRAFT": lambda s: (len(s.whole.device[Pool.DRAFT].free),),
    "hosted.TARGET": lambda s: _held(s.whole.host[Pool.TARGET], s.requests),
    "hosted.DRAFT": lambda s: _held(s.whole.host[Pool.DRAFT], s.requests),
    "host_free": lambda s: (len(s.whole.host[Pool.TARGET].free),),
    "slot": lambda s: _held(s.whole.slots, s.requests),
    "slots_free": lambda s: (len(s.whole.slots.free),),
    "running": lambda s: (s.whole.running,),
    "batch": lambda s: [s.whole.batch.count(r) for r in s.requests],
    "row": lambda s: [r in s.whole.rows for r in s.requests],
    "seats_taken": lambda s: (s.whole.seats_taken,),
    "paused_count": lambda s: (s.whole.paused,),
    "adapter": lambda s: [v.adapter for v in s.views],
    "registered": lambda s: [a in s.whole.registry for a in s.adapters],
    "references": lambda s: [s.whole.references.get(a, 0) for a in s.adapters],
    "active": lambda s: _holds(s.whole.active.values(), s.requests),
    "parked": lambda s: _holds(s.whole.parked.values(), s.requests),
    "active_holders": lambda s: [len(s.whole.active.get(a, ())) for a in s.adapters],
    "parked_holders": lambda s: [len(s.whole.parked.get(a, ())) for a in s.adapters],
    "on_host": lambda s: _held(s.whole.host_adapters.places, s.adapters),
    "host_pinned": lambda s: [a in s.whole.host_adapters.pinned for a in s.adapters],
    "host_adapters_free": lambda s: (len(s.whole.host_adapters.places.free),),
    "on_device": lambda s: _held(s.whole.device_adapters.places, s.adapters),
    "device_pinned": lambda s: [a in s.whole.device_adapters.pinned for a in s.adapters],
    "device_adapters_free": lambda s: (len(s.whole.device_adapters.places.free),),
}
"""How to read each observed cell: one number for a scalar, one for each index for a map."""


def observed_cells() -> tuple[Cell, ...]:
    """Return the cells of the model that an engine shows, in the order of the state."""
    hidden = (Kind.SIZE, Kind.TALLY)
    cells = tuple(cell for cell in CELLS.values() if cell.spec.observed and cell.spec.kind not in hidden)
    missing = [cell.name for cell in cells if cell.name not in READINGS]
    if missing:
        msg = f"conformance/abstract.py: the model shows {', '.join(missing)}; say in READINGS how a snapshot gives it"
        raise ModelError(msg)
    return cells


CELLS_SEEN = observed_cells()
"""The cells that are compared."""

_SCALARS = {name: at for at, name in enumerate(name for name, cell in CELLS.items() if cell.index is None)}


class Abstraction:
    """Reads snapshots and states of one instance into the same row of numbers, so that they can be compared."""

    def __init__(self, world: ConcreteWorld) -> None:
        """Lay out the row."""
        instance = world.instance
        self.requests, self.adapters = range(instance.requests), range(instance.adapters + 1)
        self.labels: list[tuple[Cell, int | None]] = []
        positions: list[int] = []
        for cell in CELLS_SEEN:
            count = index_count(cell, instance)
            base = _SCALARS[cell.name] if count is None else world.maps[cell.name].base
            for at in range(1 if count is None else count):
                self.labels.append((cell, None if count is None else at))
                positions.append(base + at)
        self._pick = itemgetter(*positions)

    def expected(self, state: Sequence[int]) -> tuple[int, ...]:
        """Return what an engine should show in a state of the model."""
        return self._pick(state)  # type: ignore[no-any-return]

    def observed(self, snapshot: Snapshot) -> tuple[int, ...]:
        """Return what the snapshot shows."""
        views = [snapshot.requests.get(r, ABSENT) for r in self.requests]
        seen = Seen(snapshot, views, self.requests, self.adapters)
        row: list[int] = []
        for reading in _READERS:
            row += reading(seen)
        return tuple(row)

    def label(self, row: Sequence[int]) -> list[tuple[Cell, int | None, int]]:
        """Return a row with the cell and the index of each number."""
        return [(cell, key, int(value)) for (cell, key), value in zip(self.labels, row, strict=True)]


_READERS = tuple(READINGS[cell.name] for cell in CELLS_SEEN)


def index_count(cell: Cell, instance: Instance) -> int | None:
    """Return how many indices a cell has in an instance, or None for a scalar."""
    if cell.index is None:
        return None
    return {Request: instance.requests, Adapter: instance.adapters + 1}[cell.index]


def label(cell: Cell, key: int | None) -> str:
    """Return a cell as one would write it, e.g. `held.TARGET[1]`."""
    return cell.name if key is None else f"{cell.name}[{key}]"
