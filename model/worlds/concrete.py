"""The concrete world: whole numbers in one flat list. It is the oracle of the replay and the state of the search."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Self, cast

from ..fields import Kind, Schema
from ..instance import Instance
from ..language import Event, Refused, noting
from ..state import World
from .layout import Cell, Layout, cell_name, layout
from .maps import Grid, Ledger, Map, Pooled, PoolScalars, Relation, Scalar, Total, Watched, WouldChange


def _scalars(cells: Layout) -> dict[str, int]:
    """Say where each single number lies: all of them come first, so that their places depend on no instance."""
    return {name: at for at, name in enumerate(name for name, cell in cells.cells.items() if cell.index is None)}


_READINGS: dict[type[Schema], type[ConcreteWorld]] = {}


def _reading(schema: type[Schema]) -> type[ConcreteWorld]:
    """Return the class of the worlds of one system, on which its single numbers are attributes."""
    if schema in _READINGS:
        return _READINGS[schema]
    places = _scalars(layout(schema))
    plain = {
        name: Scalar(at) for name, at in places.items() if "." not in name and schema.specs[name].kind is not Kind.TALLY
    }
    body = {**plain, "specs": schema.specs, "places": places}
    made = _READINGS[schema] = type(f"Concrete{schema.__name__}", (ConcreteWorld,), body)
    return made


_KINDS = {Kind.LEDGER: Ledger, Kind.RELATION: Relation}


class ConcreteWorld(World):
    """One state in whole numbers, of the system that the instance is of."""

    data: list[int]
    """The whole state: first the single numbers, then the maps, each followed by what is kept with it."""

    asking: bool
    """Whether events are only asked for their guards; a write then raises `WouldChange`."""

    places: dict[str, int]
    """Where each single number lies."""

    def __new__(cls, instance: Instance) -> Self:
        """Make a world of the instance's system."""
        return cast("Self", object.__new__(_reading(instance.schema)))

    def __init__(self, instance: Instance) -> None:
        """Make the initial state of an instance."""
        self.instance = instance
        self.layout = layout(instance.schema)
        self.asking = False
        self.data = [0] * len(self.places)
        self.maps: dict[str, Map] = {}
        for cell in self.layout.cells.values():
            if cell.index is not None:
                self._place(cell)
        self._bind_fields()
        for name, amount in instance.sizes.items():
            self.put(name, [amount])
        for name, values in instance.tables.items():
            self.put(name, values)
        for name, source in self.layout.initial.items():
            (start,) = self.values(source)
            self.put(name, [start] * len(self.values(name)))

    def _place(self, cell: Cell) -> None:
        kind = Grid if len(cell.indices) == 2 else Watched  # noqa: PLR2004  a map over two sorts
        made = _KINDS.get(cell.spec.kind, kind)(self, cell, len(self.data))
        self.data.extend([0] * made.width)
        self.maps[cell.name] = made

    def _bind_fields(self) -> None:
        own = self.__dict__
        for name, spec in self.specs.items():
            members = spec.members
            if members is not None and spec.index is None:
                own[name] = PoolScalars(self, [self.places[cell_name(name, member)] for member in members])
            elif members is not None:
                own[name] = Pooled([self.maps[cell_name(name, member)] for member in members])
            elif spec.kind is Kind.TALLY:
                self._bind_tally(name)
            elif spec.index is not None:
                own[name] = self.maps[name]

    def _bind_tally(self, name: str) -> None:
        spec = self.specs[name]
        data, among = self.data, frozenset(spec.among)
        base = self.maps[name].base if spec.by else self.places[name]
        of, by = self.maps[spec.of], self.maps[spec.by] if spec.by else None

        def move(key: int, amount: int) -> None:
            if data[of.base + key] in among:
                data[base + (data[by.base + key] if by is not None else 0)] += amount

        for watched in (of, by):
            if isinstance(watched, Watched):
                watched.update.append(move)
        self.__dict__[name] = self.maps[name] if spec.by else Total(data, base)

    def pages(self, tokens: int) -> int:
        """Return how many pages hold so many tokens."""
        return -(-tokens // self.instance.page_size)

    def values(self, name: str) -> list[int]:
        """Return the values of a cell by its flat name: one for a single number, else one for each key."""
        if name in self.places:
            return [self.data[self.places[name]]]
        return self.maps[name].values()

    def put(self, name: str, values: Sequence[int]) -> None:
        """Set a cell by its flat name, totals and tallies included as for any write."""
        if name in self.places:
            (self.data[self.places[name]],) = values
        else:
            self.maps[name].fill(values)

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

    def refusals(self, event: Event, args: tuple[int, ...]) -> list[Refused]:
        """Return every guard of the event that does not hold here, not only the first. Changes nothing."""
        self.asking = True
        with noting() as noted:
            try:
                event(self, *args)
            except WouldChange:
                pass
            finally:
                self.asking = False
        return noted
