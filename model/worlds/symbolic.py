"""The symbolic world: z3 terms, so that an event read here stands for every state and any number of requests.

Requests, adapters and all other things are whole numbers without a bound; a map is a z3 array over them. A ledger's
total, a relation's numbers of holders and a tally are terms of their own that each write moves by exactly what it
changes. They are ghosts of sums over unboundedly many keys: what is known of them is only what `facts.py` says.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import z3

from ..fields import Kind, Schema, Spec
from ..fork import Fork
from .access import MAPS, Count, Map, Pooled
from .layout import Cell, Layout, layout
from .terms import PAGES, Value, constant, is_among, number, select, stored, term_of


class SymbolicWorld:
    """One state in z3 terms, on one way through an event or a law."""

    fork: Fork
    layout: Layout
    specs: Mapping[str, Spec]
    reads: set[str]
    writes: set[str]
    bulk: set[str]
    """The maps that were changed for every key at once."""
    terms: dict[str, z3.ExprRef]
    page_amounts: list[z3.ArithRef]
    looked_up: list[tuple[int, z3.ArithRef]]
    """The keys that were computed, each with the number of branches that were taken before it was used."""

    def __init__(self, schema: type[Schema], fork: Fork, mark: str = "") -> None:
        """Make the world of an arbitrary state; `mark` tells the constants of a second world apart."""
        own = self.__dict__
        cells = layout(schema)
        own.update(fork=fork, layout=cells, specs=schema.specs, reads=set(), writes=set(), bulk=set(), terms={})
        own.update(page_amounts=[], mark=mark, looked_up=[])
        for name, spec in schema.specs.items():
            if spec.pooled:
                own[name] = Pooled(self, name)
            elif spec.index is not None:
                own[name] = MAPS.get(spec.kind, Map)(self, cells.cells[name])
            elif spec.kind is Kind.TALLY:
                own[name] = Count(self, name)

    def __getattr__(self, name: str) -> Any:
        """Read a single number as a term; everything else was found before."""
        own = self.__dict__
        if name.startswith("__") or name not in own["layout"].cells:
            raise AttributeError(f"the state has nothing called {name!r}")
        return Value(self.read(name), own["fork"])

    def __setattr__(self, name: str, value: object) -> None:
        """Write a single number."""
        cell = self.layout.cells.get(name)
        if cell is None or cell.index is not None:
            msg = f"the state has no single number called {name!r}"
            raise AttributeError(msg)
        self.write(name, term_of(value))

    def named(self, value: object) -> z3.ExprRef:
        """Return the term of a key, and note it if nothing but a proof can tell that it is not negative."""
        term = term_of(value)
        if not self._names(term):
            self.looked_up.append((len(self.fork.branches), term))
        return term

    def _names(self, term: z3.ExprRef) -> bool:
        """Whether a term is a thing as it stands: an argument, or what the state before names in a declared range."""
        if z3.is_int_value(term):
            return bool(term.as_long() >= 0)
        if z3.is_select(term):
            return self._names_all(term.children()[0])
        return z3.is_const(term) and ("!" in term.decl().name() or self._names_all(term))

    def _names_all(self, array: z3.ExprRef) -> bool:
        while z3.is_select(array):
            array = array.children()[0]
        known = self.layout.cells.get(array.decl().name().removesuffix(self.mark)) if z3.is_const(array) else None
        return known is not None and known.spec.low >= 0

    def read(self, name: str) -> z3.ExprRef:
        """Return the term of a cell or of a ghost, and note that it was read."""
        self.reads.add(name)
        return self.peek(name)

    def peek(self, name: str) -> z3.ExprRef:
        """Return the term of a cell or of a ghost, without noting it."""
        known = self.terms.get(name)
        return constant(self.layout, name, self.__dict__["mark"]) if known is None else known

    def write(self, name: str, term: z3.ExprRef) -> None:
        """Change a cell or a ghost, and note that it was written. A capacity is never written."""
        kind = self.layout.cell_of(name).spec.kind
        if kind in (Kind.SIZE, Kind.TALLY) and not self.__dict__.get("counting"):
            msg = f"{name} is a {kind.value}; events do not write it"
            raise AttributeError(msg)
        self.writes.add(name)
        self.terms[name] = number(term)

    def store(self, cell: Cell, keys: list[z3.ExprRef], value: z3.ExprRef) -> None:
        """Change one amount of a map, and move its ghosts and the tallies that count it."""
        before = self.peek(cell.name)
        value = number(value)
        counting = self.layout.watchers(cell.name)
        for tally in counting:
            self._count(tally, keys[0], -1)
        self.write(cell.name, stored(before, keys, value))
        moved = value - select(before, keys)
        if cell.spec.kind is Kind.LEDGER:
            self.write(cell.total, self.peek(cell.total) + moved)
        elif cell.spec.kind is Kind.RELATION:
            known = self.peek(cell.holders)
            self.write(cell.holders, z3.Store(known, keys[1], z3.Select(known, keys[1]) + moved))
        for tally in counting:
            self._count(tally, keys[0], 1)

    def replace(self, cell: Cell, amounts: z3.ExprRef, total: z3.ExprRef) -> None:
        """Change a whole ledger."""
        self._uncounted(cell)
        self.bulk.add(cell.name)
        self.write(cell.name, amounts)
        self.write(cell.total, total)

    def replace_row(self, cell: Cell, row: z3.ExprRef, columns: z3.ExprRef) -> None:
        """Change a whole row of a relation, and the numbers of holders of all columns with it."""
        before = self.peek(cell.name)
        self._moved(cell.holders, lambda column: z3.Select(columns, column) - select(before, (row, column)))
        self.bulk.add(cell.name)
        self.write(cell.name, z3.Store(before, row, columns))

    def move(self, cell: Cell, row: z3.ExprRef, amount: int) -> None:
        """Move a plain field by an amount for every column that a row holds."""
        self._uncounted(cell)
        if cell.spec.kind is not Kind.FIELD:
            raise TypeError(f"{cell.name} is a {cell.spec.kind.value} and cannot be moved as a whole")
        self._moved(cell.name, lambda column: amount * z3.Select(row, column))

    def _moved(self, name: str, by: Any) -> None:
        before = self.peek(name)
        column = z3.Int("column!")
        self.bulk.add(name)
        self.write(name, z3.Lambda([column], z3.Select(before, column) + by(column)))

    def _uncounted(self, cell: Cell) -> None:
        if self.layout.watchers(cell.name):
            msg = f"{cell.name} is counted by a tally and cannot be changed as a whole"
            raise AttributeError(msg)

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
