"""Which branches a call takes in a state of a small instance, by asking which of the event's paths the state is on.

The concrete world does not note its branches. A state with its arguments gives every condition a value, so exactly one
path fits; where that cannot be told, no branch is claimed.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import IntEnum
from itertools import product

import z3

from .fields import Kind
from .formula import Path, paths
from .language import Event
from .worlds.concrete import ConcreteWorld
from .worlds.terms import PAGES, constant, select


def branches_of(event: Event, before: ConcreteWorld, args: tuple[int, ...]) -> tuple[str, ...]:
    """Return the branches that a call takes in a state, besides those of its guards; none where it is not clear."""
    solver = z3.Solver()
    solver.add(*_known(before))
    fitting = [path for path in paths(event) if _fits(path, solver, args, before.instance.page_size)]
    if len(fitting) != 1:
        return ()
    return tuple(str(branch) for branch in fitting[0].branches if not branch.of_a_guard)


def _fits(path: Path, solver: z3.Solver, args: tuple[int, ...], page_size: int) -> bool:
    """Whether a call with these arguments takes this path in the state that the solver knows."""
    terms = [term for _, _, term in path.subjects]
    if any(isinstance(term, IntEnum) and term != value for term, value in zip(terms, args, strict=True)):
        return False
    solver.push()
    solver.add(*[term == value for term, value in zip(terms, args, strict=True) if not isinstance(term, IntEnum)])
    solver.add(*[PAGES(amount) == (amount + (page_size - 1)) / page_size for amount in path.page_amounts])
    solver.add(*path.conditions)
    fits = solver.check() == z3.sat
    solver.pop()
    return bool(fits)


def _known(world: ConcreteWorld) -> Iterator[z3.BoolRef]:
    """Say of every value of a state, and of every total that is kept with it, what it is."""
    cells = world.layout
    for cell in cells.cells.values():
        values = world.values(cell.name)
        keys = list(product(*(range(world.instance.count(sort)) for sort in cell.indices)))
        for key, value in zip(keys, values, strict=True):
            yield select(constant(cells, cell.name), map(z3.IntVal, key)) == value
        if cell.spec.kind is Kind.LEDGER:
            yield constant(cells, cell.total) == sum(values)
        elif cell.spec.kind is Kind.RELATION:
            for column in range(world.instance.count(cell.indices[1])):
                held = sum(value for key, value in zip(keys, values, strict=True) if key[1] == column)
                yield z3.Select(constant(cells, cell.holders), column) == held
