"""The concrete world: whole numbers in one flat list. It is the oracle of the replay and the state of the search."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..fields import Kind
from ..language import Event, Refused
from ..sorts import Adapter, Pool, Request
from ..state import World
from .layout import CELLS, INITIAL, Cell, cell_name


@dataclass(frozen=True, slots=True)
class Instance:
    """How large a concrete world is: numbers of requests and adapters, tokens per page, and every capacity."""

    requests: int
    adapters: int
    page_size: int
    sizes: Mapping[str, int]

    def size(self, name: str) -> int:
        """Return a capacity by its flat name, e.g. `pool_size.TARGET`."""
        return self.sizes[name]


class WouldChange(Exception):
    """The guards of an event hold and it is about to change the world, which is only being asked."""


class _Map:
    """A field of one pool (or of none) in the flat list."""

    __slots__ = ("base", "count", "data", "name", "world")

    def __init__(self, world: ConcreteWorld, cell: Cell, base: int, count: int) -> None:
        self.world, self.data, self.name, self.base, self.count = world, world.data, cell.name, base, count

    def __getitem__(self, key: int) -> int:
        if 0 <= key < self.count:
            return self.data[self.base + key]
        raise self._outside(key)

    def __setitem__(self, key: int, value: int) -> None:
        if self.world.asking:
            raise WouldChange
        if not 0 <= key < self.count:
            raise self._outside(key)
        self.data[self.base + key] = int(value)

    def _outside(self, key: int) -> IndexError:
        return IndexError(f"{self.name}[{key}]: this instance has indices 0 to {self.count - 1}")


class _Ledger(_Map):
    """A map whose total lies right behind its amounts."""

    __slots__ = ()

    def __setitem__(self, key: int, value: int) -> None:
        before = self[key]
        super().__setitem__(key, value)
        self.data[self.base + self.count] += int(value) - before

    @property
    def total(self) -> int:
        return self.data[self.base + self.count]

    def become(self, other: _Ledger) -> None:
        if self.world.asking:
            raise WouldChange
        width = self.count + 1
        self.data[self.base : self.base + width] = self.data[other.base : other.base + width]

    def clear(self) -> None:
        if self.world.asking:
            raise WouldChange
        width = self.count + 1
        self.data[self.base : self.base + width] = [0] * width


class _Watched(_Map):
    """A map that tallies count."""

    __slots__ = ("update",)

    def __init__(self, world: ConcreteWorld, cell: Cell, base: int, count: int) -> None:
        super().__init__(world, cell, base, count)
        self.update: list[Callable[[int, int], None]] = []

    def __setitem__(self, key: int, value: int) -> None:
        if self.world.asking:
            raise WouldChange
        for move in self.update:
            move(key, -1)
        super().__setitem__(key, value)
        for move in self.update:
            move(key, 1)


class _Pooled:
    """A field that has one map for each pool, indexed by pool or by pool and holder."""

    __slots__ = ("maps",)

    def __init__(self, maps: list[Any]) -> None:
        self.maps = maps

    def __getitem__(self, key: tuple[int, int]) -> int:
        pool, holder = key
        return self.maps[pool][holder]  # type: ignore[no-any-return]

    def __setitem__(self, key: tuple[int, int], value: int) -> None:
        pool, holder = key
        self.maps[pool][holder] = value

    @property
    def total(self) -> list[int]:
        return [ledger.total for ledger in self.maps]


class _PoolScalars:
    """A number for each pool."""

    __slots__ = ("bases", "world")

    def __init__(self, world: ConcreteWorld, bases: list[int]) -> None:
        self.world, self.bases = world, bases

    def __getitem__(self, pool: int) -> int:
        return self.world.data[self.bases[pool]]

    def __setitem__(self, pool: int, value: int) -> None:
        if self.world.asking:
            raise WouldChange
        self.world.data[self.bases[pool]] = int(value)


class _Total:
    """A tally that is not split by a key."""

    __slots__ = ("base", "data")

    def __init__(self, data: list[int], base: int) -> None:
        self.data, self.base = data, base

    @property
    def total(self) -> int:
        return self.data[self.base]


class _Scalar:
    """A single number, at a fixed place in the flat list."""

    __slots__ = ("at",)

    def __init__(self, at: int) -> None:
        self.at = at

    def __get__(self, world: ConcreteWorld, owner: type[ConcreteWorld]) -> int:
        return world.data[self.at]

    def __set__(self, world: ConcreteWorld, value: int) -> None:
        if world.asking:
            raise WouldChange
        world.data[self.at] = int(value)


_SCALARS: dict[str, int] = {
    name: at for at, name in enumerate(name for name, cell in CELLS.items() if cell.index is None)
}
"""Where each single number lies: all of them come first, so that their places do not depend on the instance."""


class ConcreteWorld(World):
    """One state in whole numbers."""

    data: list[int]
    """The whole state: first the single numbers, then the maps, each ledger followed by its total."""

    asking: bool
    """Whether events are only asked for their guards; a write then raises `WouldChange`."""

    def __init__(self, instance: Instance) -> None:
        """Make the initial state of an instance."""
        self.instance = instance
        self.asking = False
        self.data = [0] * len(_SCALARS)
        self.maps: dict[str, _Map] = {}
        counts = {Request: instance.requests, Adapter: instance.adapters + 1}
        for cell in CELLS.values():
            if cell.index is not None:
                self._place(cell, counts[cell.index])
        self._bind_fields()
        for name, amount in instance.sizes.items():
            self.data[_SCALARS[name]] = amount
        for name, source in INITIAL.items():
            self.data[_SCALARS[name]] = self.data[_SCALARS[source]]

    def _place(self, cell: Cell, count: int) -> None:
        base = len(self.data)
        kept = 1 if cell.spec.kind is Kind.LEDGER else 0
        self.data.extend([0] * (count + kept))
        self.maps[cell.name] = (_Ledger if kept else _Watched)(self, cell, base, count)

    def _bind_fields(self) -> None:
        own = self.__dict__
        for name, spec in World.specs.items():
            if spec.pooled and spec.index is None:
                own[name] = _PoolScalars(self, [_SCALARS[cell_name(name, pool)] for pool in Pool])
            elif spec.pooled:
                own[name] = _Pooled([self.maps[cell_name(name, pool)] for pool in Pool])
            elif spec.kind is Kind.TALLY:
                self._bind_tally(name)
            elif spec.index is not None:
                own[name] = self.maps[name]

    def _bind_tally(self, name: str) -> None:
        spec = World.specs[name]
        data, among = self.data, frozenset(spec.among)
        base = self.maps[name].base if spec.by else _SCALARS[name]
        of, by = self.maps[spec.of], self.maps[spec.by] if spec.by else None

        def move(key: int, amount: int) -> None:
            if data[of.base + key] in among:
                data[base + (data[by.base + key] if by is not None else 0)] += amount

        for watched in (of, by):
            if isinstance(watched, _Watched):
                watched.update.append(move)
        self.__dict__[name] = self.maps[name] if spec.by else _Total(data, base)

    def pages(self, tokens: int) -> int:
        """Return how many pages hold so many tokens."""
        return -(-tokens // self.instance.page_size)

    def values(self, name: str) -> list[int]:
        """Return the values of a cell by its flat name: one for a single number, else one for each key."""
        if name in _SCALARS:
            return [self.data[_SCALARS[name]]]
        found = self.maps[name]
        return self.data[found.base : found.base + found.count]

    def put(self, name: str, values: Sequence[int]) -> None:
        """Set a cell by its flat name, totals and tallies included as for any write."""
        if name in _SCALARS:
            (self.data[_SCALARS[name]],) = values
        else:
            for key, value in enumerate(values):
                self.maps[name][key] = value

    def state(self) -> tuple[int, ...]:
        """Return the whole state as one hashable value."""
        return tuple(self.data)

    def restore(self, state: tuple[int, ...]) -> None:
        """Go back to a state that `state` returned."""
        self.data[:] = state

    def enabled(self, event: Event, args: tuple[int, ...]) -> bool:
        """Whether the event's guards hold. Changes nothing."""
        return self.refusal(event, args) is None

    def refusal(self, event: Event, args: tuple[int, ...]) -> Refused | None:
        """Return why the event would be refused here, or None. Changes nothing."""
        self.asking = True
        try:
            event(self, *args)
        except WouldChange:
            return None
        except Refused as refused:
            return refused
        finally:
            self.asking = False
        return None


for _name, _at in _SCALARS.items():
    if "." not in _name and CELLS[_name].spec.kind is not Kind.TALLY:
        setattr(ConcreteWorld, _name, _Scalar(_at))
