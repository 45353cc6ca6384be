"""z3 terms that behave like numbers and truth values, so that plain Python computes with them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import z3

from ..fork import Fork
from .layout import Layout

PAGES = z3.Function("pages", z3.IntSort(), z3.IntSort())
"""How many pages hold so many tokens: any function that is monotone and zero for nothing, so any page size."""

_INT = z3.IntSort()
_ROW = z3.ArraySort(_INT, _INT)
_SORTS = (_INT, _ROW, z3.ArraySort(_INT, _ROW))
"""The z3 sorts of a number, of a map over one sort, and of a map over two: a row for each first key."""

NOTHING = (z3.IntVal(0), z3.K(_INT, z3.IntVal(0)), z3.K(_INT, z3.K(_INT, z3.IntVal(0))))
"""The same with zero everywhere."""


def constant(cells: Layout, name: str, mark: str = "") -> z3.ExprRef:
    """Return the z3 constant that stands for a cell or a ghost before an event, or marked, after it."""
    return z3.Const(name + mark, _SORTS[cells.depth[name]])


def select(term: z3.ExprRef, keys: Iterable[z3.ExprRef]) -> z3.ExprRef:
    """Return the value of a map, of a scalar if there are no keys."""
    for key in keys:
        term = z3.Select(term, key)
    return term


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

    def __neg__(self) -> Value:
        return Value(-self.term, self.fork)

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


def number(term: z3.ExprRef) -> z3.ExprRef:
    """Return what is stored for a term: 0 or 1 for a condition, itself for everything else."""
    return z3.If(term, 1, 0) if term.sort() == z3.BoolSort() else term


def term_of(value: object, like: z3.ExprRef | None = None) -> z3.ExprRef:
    """Return the z3 term of a value, a number or a truth value."""
    if isinstance(value, Value):
        return value.term
    if like is not None and z3.is_bool(like):
        if value not in (0, 1):
            raise TypeError(f"a condition is compared with {value!r}; it is only ever true or false")
        return z3.BoolVal(bool(value))
    if not isinstance(value, int):
        raise TypeError(f"{value!r} is no whole number; events and laws know only those")
    return z3.IntVal(int(value))


def stored(term: z3.ExprRef, keys: list[z3.ExprRef], value: z3.ExprRef) -> z3.ExprRef:
    """Return a map with one value changed."""
    first, *rest = keys
    return z3.Store(term, first, stored(z3.Select(term, first), rest, value) if rest else value)


def is_among(term: z3.ExprRef, values: Iterable[int]) -> z3.BoolRef:
    """Say that a term is one of some numbers."""
    return z3.Or(*[term == value for value in values])
