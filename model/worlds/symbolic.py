"""The symbolic world: z3 terms, so that an event read here stands for every state and any number of requests.

Requests and adapters are whole numbers without a bound; a map is a z3 array over them. A ledger's total and a tally
are terms of their own that each write moves by exactly what it changes. They are ghosts of sums over unboundedly many
keys: what is known of them is only what `Facts` says.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import z3

from ..fields import Kind
from ..fork import Fork
from ..sorts import Pool
from ..state import World
from .layout import CELLS, Cell, cell_name, watchers

PAGES = z3.Function("pages", z3.IntSort(), z3.IntSort())
"""How many pages hold so many tokens: any function that is monotone and zero for nothing, so any page size."""


def constant(cell: str, mark: str = "") -> z3.ExprRef:
    """Return the z3 constant that stands for a cell before an event, or marked, after it."""
    base = cell.removesuffix(".total")
    mapped = CELLS[base].index is not None and base == cell
    return z3.Array(cell + mark, z3.IntSort(), z3.IntSort()) if mapped else z3.Int(cell + mark)


class Value:
    """A z3 term that behaves like a number or a truth value; asking it for its truth forks."""

    __slots__ = ("fork", "term")
    __hash__ = None  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]

    def __init__(self, term: z3.ExprRef, fork: Fork) -> None:
        self.term, self.fork = term, fork

    def __add__(self, other: object) -> Value:
        return Value(self.term + term_of(other), self.fork)

    def __radd__(self, other: object) -> Value:
        return Value(term_of(other) + self.term, self.fork)

    def __sub__(self, other: object) -> Value:
        return Value(self.term - term_of(other), self.fork)

    def __rsub__(self, other: object) -> Value:
        return Value(term_of(other) - self.term, self.fork)

    def __eq__(self, other: object) -> Any:
        return Value(self.term == term_of(other, like=self.term), self.fork)

    def __ne__(self, other: object) -> Any:
        return Value(self.term != term_of(other, like=self.term), self.fork)

    def __lt__(self, other: object) -> Value:
        return Value(self.term < term_of(other), self.fork)

    def __le__(self, other: object) -> Value:
        return Value(self.term <= term_of(other), self.fork)

    def __gt__(self, other: object) -> Value:
        return Value(self.term > term_of(other), self.fork)

    def __ge__(self, other: object) -> Value:
        return Value(self.term >= term_of(other), self.fork)

    def is_one_of(self, options: Iterable[int]) -> Value:
        """Say that the term is one of some numbers, as a single condition."""
        return Value(is_among(self.term, [int(option) for option in options]), self.fork)

    def __bool__(self) -> bool:
        return self.fork.decide(truth(self.term))


def truth(term: z3.ExprRef) -> z3.BoolRef:
    """Read a number as a truth value: anything but zero."""
    return term if z3.is_bool(term) else term != 0


def term_of(value: object, like: z3.ExprRef | None = None) -> z3.ExprRef:
    """Return the z3 term of a value, a number or a truth value."""
    if isinstance(value, Value):
        return value.term
    if like is not None and z3.is_bool(like):
        return z3.BoolVal(bool(value))
    if not isinstance(value, int):
        raise TypeError(f"{value!r} is no whole number; events and laws know only those")
    return z3.IntVal(int(value))


class _Whole:
    """A map that was used where one of its values belongs: `w.parked` for `w.parked[r]` would always be true."""

    __slots__ = ()
    __hash__ = None  # type: ignore[assignment]  # pyright: ignore[reportAssignmentType]

    def __bool__(self) -> bool:
        raise TypeError("a whole field has no truth value; index it")

    def __eq__(self, other: object) -> bool:
        raise TypeError("whole fields are not compared; index them")


class _Map(_Whole):
    """One map of the state, read and written through the world so that both are noted."""

    __slots__ = ("cell", "world")

    def __init__(self, world: SymbolicWorld, cell: Cell) -> None:
        self.world, self.cell = world, cell

    def __getitem__(self, key: object) -> Value:
        return Value(z3.Select(self.world.read(self.cell.name), term_of(key)), self.world.fork)

    def __setitem__(self, key: object, value: object) -> None:
        self.world.store(self.cell, term_of(key), term_of(value))


class _Ledger(_Map):
    """A map with a total. Only these have one: the total of a plain map would be a ghost that nothing moves."""

    __slots__ = ()

    @property
    def total(self) -> Value:
        return Value(self.world.read(self.cell.total), self.world.fork)

    def become(self, other: _Ledger) -> None:
        if other.cell.index is not self.cell.index:
            raise TypeError(f"{self.cell.name} and {other.cell.name} are not indexed alike")
        self.world.replace(self.cell, self.world.read(other.cell.name), self.world.read(other.cell.total))

    def clear(self) -> None:
        self.world.replace(self.cell, z3.K(z3.IntSort(), z3.IntVal(0)), z3.IntVal(0))


class _Pooled(_Whole):
    """A field with a map, or a number, for each pool. The pool must be known: it is never a z3 term."""

    __slots__ = ("field", "world")

    def __init__(self, world: SymbolicWorld, field: str) -> None:
        self.world, self.field = world, field

    def __getitem__(self, key: Any) -> Value:
        if World.specs[self.field].index is None:
            return Value(self.world.read(cell_name(self.field, key)), self.world.fork)
        pool, holder = key
        return _Map(self.world, CELLS[cell_name(self.field, pool)])[holder]

    def __setitem__(self, key: Any, value: object) -> None:
        if World.specs[self.field].index is None:
            self.world.write(cell_name(self.field, key), term_of(value))
        else:
            pool, holder = key
            _Map(self.world, CELLS[cell_name(self.field, pool)])[holder] = value

    @property
    def total(self) -> list[Value]:
        return [_Ledger(self.world, CELLS[cell_name(self.field, pool)]).total for pool in Pool]


class _Count(_Whole):
    """A tally that is not split by a key."""

    __slots__ = ("name", "world")

    def __init__(self, world: SymbolicWorld, name: str) -> None:
        self.world, self.name = world, name

    @property
    def total(self) -> Value:
        return Value(self.world.read(self.name), self.world.fork)


class SymbolicWorld(World):
    """One state in z3 terms, on one way through an event or a law."""

    fork: Fork
    reads: set[str]
    writes: set[str]
    terms: dict[str, z3.ExprRef]
    page_amounts: list[z3.ArithRef]

    def __init__(self, fork: Fork, mark: str = "") -> None:
        """Make the world of an arbitrary state; `mark` tells the constants of a second world apart."""
        own = self.__dict__
        own.update(fork=fork, reads=set(), writes=set(), terms={}, page_amounts=[], mark=mark)
        for name, spec in World.specs.items():
            if spec.pooled:
                own[name] = _Pooled(self, name)
            elif spec.index is not None:
                own[name] = (_Ledger if spec.kind is Kind.LEDGER else _Map)(self, CELLS[name])
            elif spec.kind is Kind.TALLY:
                own[name] = _Count(self, name)

    def __getattribute__(self, name: str) -> Any:
        """Read a single number as a term, anything else as usual."""
        own = object.__getattribute__(self, "__dict__")
        if name in CELLS and name not in own:
            return Value(object.__getattribute__(self, "read")(name), own["fork"])
        return object.__getattribute__(self, name)

    def __setattr__(self, name: str, value: object) -> None:
        """Write a single number."""
        if name not in CELLS or CELLS[name].index is not None:
            msg = f"the state has no single number called {name!r}"
            raise AttributeError(msg)
        self.write(name, term_of(value))

    def read(self, name: str) -> z3.ExprRef:
        """Return the term of a cell or of a total, and note that it was read."""
        self.reads.add(name)
        return self.peek(name)

    def peek(self, name: str) -> z3.ExprRef:
        """Return the term of a cell or of a total, without noting it."""
        known = self.terms.get(name)
        return constant(name, self.__dict__["mark"]) if known is None else known

    def write(self, name: str, term: z3.ExprRef) -> None:
        """Change a cell or a total, and note that it was written. A capacity is never written."""
        kind = CELLS[name.removesuffix(".total")].spec.kind
        if kind in (Kind.SIZE, Kind.TALLY) and not self.__dict__.get("counting"):
            msg = f"{name} is a {kind.value}; events do not write it"
            raise AttributeError(msg)
        self.writes.add(name)
        self.terms[name] = term

    def store(self, cell: Cell, key: z3.ExprRef, value: z3.ExprRef) -> None:
        """Change one amount of a map, and move its total and the tallies that count it."""
        before = self.peek(cell.name)
        counting = watchers(cell.name)
        for tally in counting:
            self._count(tally, key, -1)
        self.write(cell.name, z3.Store(before, key, value))
        if cell.spec.kind is Kind.LEDGER:
            self.write(cell.total, self.peek(cell.total) + value - z3.Select(before, key))
        for tally in counting:
            self._count(tally, key, 1)

    def replace(self, cell: Cell, amounts: z3.ExprRef, total: z3.ExprRef) -> None:
        """Change a whole ledger."""
        if watchers(cell.name):
            msg = f"{cell.name} is counted by a tally and cannot be changed as a whole"
            raise AttributeError(msg)
        self.write(cell.name, amounts)
        self.write(cell.total, total)

    def _count(self, tally: Cell, key: z3.ExprRef, amount: int) -> None:
        counted = z3.If(is_among(z3.Select(self.peek(tally.spec.of), key), tally.spec.among), amount, 0)
        before = self.peek(tally.name)
        self.__dict__["counting"] = True
        if tally.spec.by:
            group = z3.Select(self.peek(tally.spec.by), key)
            self.write(tally.name, z3.Store(before, group, z3.Select(before, group) + counted))
        else:
            self.write(tally.name, before + counted)
        self.__dict__["counting"] = False

    def pages(self, tokens: Any) -> Any:
        """Return how many pages hold so many tokens."""
        amount = term_of(tokens)
        self.page_amounts.append(amount)
        return Value(PAGES(amount), self.fork)


def is_among(term: z3.ExprRef, values: Iterable[int]) -> z3.BoolRef:
    """Say that a term is one of some numbers."""
    return z3.Or(*[term == value for value in values])
