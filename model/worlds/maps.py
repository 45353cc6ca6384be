"""The maps of a concrete state: places in one flat list, each followed by what is kept with it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Protocol

from ..instance import Instance
from .layout import Cell


class Storage(Protocol):
    """What a map needs of the world that it is a part of."""

    data: list[int]
    asking: bool
    instance: Instance


class WouldChange(Exception):
    """The guards of an event hold and it is about to change the world, which is only being asked."""


class Map:
    """A map over one sort in the flat list."""

    __slots__ = ("base", "count", "data", "name", "world")

    def __init__(self, world: Storage, cell: Cell, base: int) -> None:
        self.world, self.data, self.name, self.base = world, world.data, cell.name, base
        self.count = world.instance.count(cell.index)

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

    def add(self, relation: Relation, row: int) -> None:
        """Add one for every column that a row holds."""
        for column in range(self.count):
            self[column] += relation[row, column]

    def subtract(self, relation: Relation, row: int) -> None:
        """Subtract one for every column that a row holds."""
        for column in range(self.count):
            self[column] -= relation[row, column]

    @property
    def width(self) -> int:
        """How many places it takes in the flat list."""
        return self.count

    def values(self) -> list[int]:
        """Return every value, in the order of the keys."""
        return self.data[self.base : self.base + self.count]

    def fill(self, values: Sequence[int]) -> None:
        """Set every value, in the order of the keys."""
        for key, value in enumerate(values):
            self[key] = value

    def _outside(self, key: object) -> IndexError:
        return IndexError(f"{self.name}[{key}]: this instance has indices 0 to {self.count - 1}")


class Ledger(Map):
    """A map whose total lies right behind its amounts."""

    __slots__ = ()

    @property
    def width(self) -> int:
        """How many places it takes in the flat list."""
        return self.count + 1

    def __setitem__(self, key: int, value: int) -> None:
        before = self[key]
        super().__setitem__(key, value)
        self.data[self.base + self.count] += int(value) - before

    @property
    def total(self) -> int:
        """The sum of all amounts."""
        return self.data[self.base + self.count]

    def become(self, other: Ledger) -> None:
        """Take over every amount of another ledger."""
        if self.world.asking:
            raise WouldChange
        width = self.count + 1
        self.data[self.base : self.base + width] = self.data[other.base : other.base + width]

    def clear(self) -> None:
        """Set every amount to zero."""
        if self.world.asking:
            raise WouldChange
        width = self.count + 1
        self.data[self.base : self.base + width] = [0] * width


class Grid(Map):
    """A map over two sorts, row by row."""

    __slots__ = ("columns",)

    def __init__(self, world: Storage, cell: Cell, base: int) -> None:
        super().__init__(world, cell, base)
        self.columns = world.instance.count(cell.indices[1])

    @property
    def width(self) -> int:
        """How many places it takes in the flat list."""
        return self.count * self.columns

    def _place(self, key: Any) -> int:
        row, column = key
        if 0 <= row < self.count and 0 <= column < self.columns:
            return int(row) * self.columns + int(column)
        raise IndexError(f"{self.name}[{row}, {column}]: this instance has {self.count} by {self.columns}")

    def __getitem__(self, key: Any) -> int:
        return self.data[self.base + self._place(key)]

    def __setitem__(self, key: Any, value: int) -> None:
        if self.world.asking:
            raise WouldChange
        self.data[self.base + self._place(key)] = int(value)

    def values(self) -> list[int]:
        """Return every value, row by row."""
        return self.data[self.base : self.base + self.count * self.columns]

    def fill(self, values: Sequence[int]) -> None:
        """Set every value, row by row."""
        for place, value in enumerate(values):
            self[divmod(place, self.columns)] = value


class Relation(Grid):
    """Which row holds which column, followed by the number of holders of each column."""

    __slots__ = ("holders",)

    def __init__(self, world: Storage, cell: Cell, base: int) -> None:
        super().__init__(world, cell, base)
        self.holders = Part(self.data, base + self.count * self.columns, self.columns)

    @property
    def width(self) -> int:
        """How many places it takes in the flat list."""
        return (self.count + 1) * self.columns

    def __setitem__(self, key: Any, value: int) -> None:
        before = self[key]
        super().__setitem__(key, value)
        self.data[self.holders.base + int(key[1])] += int(value) - before

    def clear(self, row: int) -> None:
        """Let a row hold nothing any more."""
        for column in range(self.columns):
            self[row, column] = 0

    def copy(self, row: int, other: Relation, other_row: int) -> None:
        """Let a row hold exactly what a row of another relation holds."""
        for column in range(self.columns):
            self[row, column] = other[other_row, column]


class Part:
    """Some numbers in the flat list that events only read."""

    __slots__ = ("base", "count", "data")

    def __init__(self, data: list[int], base: int, count: int) -> None:
        self.data, self.base, self.count = data, base, count

    def __getitem__(self, key: int) -> int:
        if 0 <= key < self.count:
            return self.data[self.base + key]
        raise IndexError(f"there are indices 0 to {self.count - 1}, not {key}")


class Watched(Map):
    """A map that tallies count."""

    __slots__ = ("update",)

    def __init__(self, world: Storage, cell: Cell, base: int) -> None:
        super().__init__(world, cell, base)
        self.update: list[Callable[[int, int], None]] = []

    def __setitem__(self, key: int, value: int) -> None:
        if self.world.asking:
            raise WouldChange
        if not 0 <= key < self.count:
            raise self._outside(key)
        for move in self.update:
            move(key, -1)
        super().__setitem__(key, value)
        for move in self.update:
            move(key, 1)


class Pooled:
    """A field that has one map for each member of an enum, indexed by the member and by one or two things."""

    __slots__ = ("maps",)

    def __init__(self, maps: list[Any]) -> None:
        self.maps = maps

    def __getitem__(self, key: tuple[int, ...]) -> int:
        return self.maps[key[0]][key[1] if len(key) == 2 else key[1:]]  # type: ignore[no-any-return]  # noqa: PLR2004

    def __setitem__(self, key: tuple[int, ...], value: int) -> None:
        self.maps[key[0]][key[1] if len(key) == 2 else key[1:]] = value  # noqa: PLR2004

    @property
    def total(self) -> list[int]:
        """The sum of all amounts for each member."""
        return [ledger.total for ledger in self.maps]


class PoolScalars:
    """A number for each member of an enum."""

    __slots__ = ("bases", "world")

    def __init__(self, world: Storage, bases: list[int]) -> None:
        self.world, self.bases = world, bases

    def __getitem__(self, pool: int) -> int:
        return self.world.data[self.bases[pool]]

    def __setitem__(self, pool: int, value: int) -> None:
        if self.world.asking:
            raise WouldChange
        self.world.data[self.bases[pool]] = int(value)


class Total:
    """A tally that is not split by a key."""

    __slots__ = ("base", "data")

    def __init__(self, data: list[int], base: int) -> None:
        self.data, self.base = data, base

    @property
    def total(self) -> int:
        """The count."""
        return self.data[self.base]


class Scalar:
    """A single number, at a fixed place in the flat list."""

    __slots__ = ("at",)

    def __init__(self, at: int) -> None:
        self.at = at

    def __get__(self, world: Storage, owner: type[Storage]) -> int:
        return world.data[self.at]

    def __set__(self, world: Storage, value: int) -> None:
        if world.asking:
            raise WouldChange
        world.data[self.at] = int(value)
