"""What is true of every state whatever the laws say, instantiated on the constants at hand.

Three kinds. *Domains*: each value lies in its declared range; that an event keeps it there is an obligation of its
own. *Sums*: a total of amounts that are never negative is at least the sum over any distinct keys; a tally, or the
holders of a column, are at least as many as the distinct keys that are counted. *Pages*: the number of pages is
monotone in the number of tokens and zero only for none.

Why this suffices for soundness: each fact is true of all finite sums and of every page size, so assuming it excludes
no real state. Nothing else is ever assumed of a ghost. It is also complete for the obligations at hand: they speak of
finitely many things, the things that these name (a request its adapter, an operation its request: see `hand.py`),
and of totals that an event moves by finitely many amounts; a state of the remaining keys can be chosen freely to make
up any total that is at least the sum of the named ones. (Not stated is that somebody holds something where a total is
positive; a law that needs it would be refuted, never proved wrongly.)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, product
from typing import Any

import z3

from .fields import Kind
from .worlds.layout import Cell, Layout
from .worlds.terms import PAGES, constant, is_among, select


@dataclass(frozen=True, slots=True)
class Hand:
    """The constants at hand: the things, by sort, that an obligation about one kind of state speaks of."""

    layout: Layout
    things: Mapping[Any, tuple[z3.ArithRef, ...]]

    def of(self, sort: object) -> tuple[z3.ArithRef, ...]:
        """Return the constants of a sort."""
        return self.things.get(sort, ())

    @property
    def name(self) -> tuple[tuple[int, ...], ...]:
        """The same for two hands with the same things."""
        return tuple(tuple(term.get_id() for term in terms) for terms in self.things.values())

    def keys(self, cell: Cell) -> Iterable[tuple[z3.ArithRef, ...]]:
        """Return every combination of constants that indexes a cell: one, without any, for a single number."""
        return product(*(self.of(sort) for sort in cell.indices))

    def before(self, name: str) -> z3.ExprRef:
        """Return the constant that stands for a cell or a ghost."""
        return constant(self.layout, name)


Terms = Callable[[str], z3.ExprRef]
"""Gives the term of a cell or total in the state that is spoken of."""


def domain(cell: Cell, value: z3.ExprRef) -> z3.BoolRef:
    """Say that a value lies in the declared range of its cell."""
    low, high = cell.spec.low, cell.spec.high
    return value >= low if high is None else z3.And(value >= low, value <= high)


def domains(hand: Hand, terms: Terms | None = None) -> list[z3.BoolRef]:
    """Say that every value at hand lies in its range, and that things are named from 0 on."""
    terms = terms or hand.before
    named = [term >= 0 for things in hand.things.values() for term in things]
    return named + [
        domain(cell, select(terms(cell.name), keys)) for cell in hand.layout.cells.values() for keys in hand.keys(cell)
    ]


def _distinct(keys: Sequence[z3.ArithRef]) -> list[tuple[z3.ArithRef, z3.BoolRef]]:
    """Pair each key with the condition that it differs from all before it."""
    return [(key, z3.And(*[key != other for other in keys[:i]])) for i, key in enumerate(keys)]


def _sum(parts: Iterable[z3.ArithRef]) -> z3.ArithRef:
    return z3.Sum([z3.IntVal(0), *parts])


def sums(hand: Hand, terms: Terms | None = None) -> list[z3.BoolRef]:
    """Say what totals, numbers of holders and tallies are at least."""
    terms = terms or hand.before
    found: list[z3.BoolRef] = []
    for cell in hand.layout.cells.values():
        if cell.spec.kind is Kind.LEDGER:
            amounts = terms(cell.name)
            parts = [z3.If(new, z3.Select(amounts, key), 0) for key, new in _distinct(hand.of(cell.index))]
            found.append(terms(cell.total) >= _sum(parts))
        elif cell.spec.kind is Kind.RELATION:
            rows, columns = cell.indices
            for column in hand.of(columns):
                parts = [
                    z3.If(new, select(terms(cell.name), (row, column)), 0) for row, new in _distinct(hand.of(rows))
                ]
                found.append(z3.Select(terms(cell.holders), column) >= _sum(parts))
        elif cell.spec.kind is Kind.TALLY:
            found += _tally(cell, hand, terms)
    return found


def _tally(cell: Cell, hand: Hand, terms: Terms) -> list[z3.BoolRef]:
    spec = cell.spec
    counted = [
        (key, z3.And(new, is_among(z3.Select(terms(spec.of), key), spec.among)))
        for key, new in _distinct(hand.of(hand.layout.cells[spec.of].index))
    ]
    if not spec.by:
        return [terms(cell.name) >= _sum(z3.If(member, 1, 0) for _, member in counted)]
    groups = terms(spec.by)
    return [
        z3.Select(terms(cell.name), group)
        >= _sum(z3.If(z3.And(member, z3.Select(groups, key) == group), 1, 0) for key, member in counted)
        for group in hand.of(cell.index)
    ]


def pages(amounts: Iterable[z3.ArithRef], known: Iterable[z3.ArithRef] = ()) -> list[z3.BoolRef]:
    """Say that more tokens never need fewer pages, and that only no tokens need no page.

    Of amounts that are `known` to keep to that among themselves, only what joins them to the others is said.
    """
    before = {amount.get_id(): amount for amount in known}
    new = {amount.get_id(): amount for amount in amounts if amount.get_id() not in before}
    found = [PAGES(z3.IntVal(0)) == 0]
    found += [z3.And(z3.Implies(a >= 1, PAGES(a) >= 1), z3.Implies(a == 0, PAGES(a) == 0)) for a in new.values()]
    for a, b in (*combinations(new.values(), 2), *product(new.values(), before.values())):
        found += [z3.Implies(a <= b, PAGES(a) <= PAGES(b)), z3.Implies(b <= a, PAGES(b) <= PAGES(a))]
    return found
