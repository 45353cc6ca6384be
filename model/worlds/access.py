"""What a field of a symbolic world answers to: reads, writes and whole changes, each noted by the world."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Protocol

import z3

from ..fields import Kind, Spec
from ..fork import Fork
from .layout import Cell, Layout, cell_name
from .terms import NOTHING, Value, select, term_of


class Noting(Protocol):
    """What a field needs of the world that it is a part of."""

    fork: Fork
    layout: Layout
    specs: Mapping[str, Spec]

    def named(self, value: object) -> z3.ExprRef:
        """Return the term of a key."""
        ...

    def read(self, name: str) -> z3.ExprRef:
        """Return the term of a cell."""
        ...

    def write(self, name: str, term: z3.ExprRef) -> None:
        """Change a cell."""
        ...

    def store(self, cell: Cell, keys: list[z3.ExprRef], value: z3.ExprRef) -> None:
        """Change one amount of a map."""
        ...

    def move(self, cell: Cell, row: z3.ExprRef, amount: int) -> None:
        """Move a field by an amount for every column that a row holds."""
        ...

    def replace(self, cell: Cell, amounts: z3.ExprRef, total: z3.ExprRef) -> None:
        """Change a whole ledger."""
        ...

    def replace_row(self, cell: Cell, row: z3.ExprRef, columns: z3.ExprRef) -> None:
        """Change a whole row of a relation."""
        ...


class Whole:
    """A map that was used where one of its values belongs: `w.parked` for `w.parked[r]` would always be true."""

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]

    def __bool__(self) -> bool:
        raise TypeError("a whole field has no truth value; index it")

    def __eq__(self, other: object) -> bool:
        raise TypeError("whole fields are not compared; index them")


class Map(Whole):
    """One map of the state, read and written through the world so that both are noted."""

    __slots__ = ("cell", "world")

    def __init__(self, world: Noting, cell: Cell) -> None:
        self.world, self.cell = world, cell

    def _keys(self, key: Any) -> list[z3.ExprRef]:
        keys = [self.world.named(each) for each in (key if isinstance(key, tuple) else (key,))]
        if len(keys) != len(self.cell.indices):
            raise TypeError(f"{self.cell.name} has {len(self.cell.indices)} keys, not {len(keys)}")
        return keys

    def __getitem__(self, key: Any) -> Value:
        return Value(select(self.world.read(self.cell.name), self._keys(key)), self.world.fork)

    def __setitem__(self, key: Any, value: object) -> None:
        self.world.store(self.cell, self._keys(key), term_of(value))

    def add(self, relation: Relation, row: object) -> None:
        """Add one for every column that a row holds."""
        self._alike(relation)
        self.world.move(self.cell, relation.row(row), 1)

    def subtract(self, relation: Relation, row: object) -> None:
        """Subtract one for every column that a row holds."""
        self._alike(relation)
        self.world.move(self.cell, relation.row(row), -1)

    def _alike(self, relation: Relation) -> None:
        if relation.cell.indices[1] is not self.cell.index:
            raise TypeError(f"{self.cell.name} and {relation.cell.name} do not hold the same sort of thing")


class Ledger(Map):
    """A map with a total. Only these have one: the total of a plain map would be a ghost that nothing moves."""

    __slots__ = ()

    @property
    def total(self) -> Value:
        """The sum of all amounts."""
        return Value(self.world.read(self.cell.total), self.world.fork)

    def become(self, other: Ledger) -> None:
        """Take over every amount of another ledger."""
        if other.cell.index is not self.cell.index:
            raise TypeError(f"{self.cell.name} and {other.cell.name} are not indexed alike")
        self.world.replace(self.cell, self.world.read(other.cell.name), self.world.read(other.cell.total))

    def clear(self) -> None:
        """Set every amount to zero."""
        self.world.replace(self.cell, NOTHING[1], NOTHING[0])


class Relation(Map):
    """Which row holds which column."""

    __slots__ = ()

    @property
    def holders(self) -> Holders:
        """How many rows hold each column."""
        return Holders(self.world, self.cell)

    def row(self, row: object) -> z3.ExprRef:
        """Return all that a row holds, as a map."""
        return z3.Select(self.world.read(self.cell.name), self.world.named(row))

    def clear(self, row: object) -> None:
        """Let a row hold nothing."""
        self.world.replace_row(self.cell, self.world.named(row), NOTHING[1])

    def copy(self, row: object, other: Relation, other_row: object) -> None:
        """Let a row hold what another holds."""
        if other.cell.indices[1] is not self.cell.indices[1]:
            raise TypeError(f"{self.cell.name} and {other.cell.name} do not hold the same sort of thing")
        self.world.replace_row(self.cell, self.world.named(row), other.row(other_row))


class Holders(Whole):
    """How many rows of a relation hold a column."""

    __slots__ = ("cell", "world")

    def __init__(self, world: Noting, cell: Cell) -> None:
        self.world, self.cell = world, cell

    def __getitem__(self, key: object) -> Value:
        return Value(z3.Select(self.world.read(self.cell.holders), self.world.named(key)), self.world.fork)


class Pooled(Whole):
    """A field with a map, or a number, for each member of an enum. The member is known: it is never a z3 term."""

    __slots__ = ("field", "world")

    def __init__(self, world: Noting, field: str) -> None:
        self.world, self.field = world, field

    def _at(self, key: Any) -> tuple[str, tuple[Any, ...]]:
        member, *rest = key if isinstance(key, tuple) else (key,)
        return cell_name(self.field, self.world.specs[self.field].members(member)), tuple(rest)

    def __getitem__(self, key: Any) -> Value:
        name, rest = self._at(key)
        if not rest:
            return Value(self.world.read(name), self.world.fork)
        return Map(self.world, self.world.layout.cells[name])[rest]

    def __setitem__(self, key: Any, value: object) -> None:
        name, rest = self._at(key)
        if not rest:
            self.world.write(name, term_of(value))
        else:
            Map(self.world, self.world.layout.cells[name])[rest] = value

    @property
    def total(self) -> dict[Any, Value]:
        """The sum of all amounts, for each member."""
        members = self.world.specs[self.field].members
        return {m: Ledger(self.world, self.world.layout.cells[cell_name(self.field, m)]).total for m in members}


class Count(Whole):
    """A tally that is not split by a key."""

    __slots__ = ("name", "world")

    def __init__(self, world: Noting, name: str) -> None:
        self.world, self.name = world, name

    @property
    def total(self) -> Value:
        """How many keys are counted."""
        return Value(self.world.read(self.name), self.world.fork)


MAPS = {Kind.LEDGER: Ledger, Kind.RELATION: Relation}
