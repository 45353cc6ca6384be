"""The things that an obligation speaks of: the event's, the laws' own, and those that these name in turn.

A reference is followed as far as it leads to other sorts, so that there is an end to it; a reference from a sort to
itself (a node's parent) is followed once, from the event's things and the laws' own. Following fewer would prove less,
never more.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import product
from typing import Any

import z3

from .facts import Hand
from .formula import Path
from .worlds.layout import Layout
from .worlds.terms import constant, select

Generic = Mapping[Any, tuple[z3.ArithRef, ...]]
"""For each sort, the constants that stand for things of which nothing is known."""


def at_hand(cells: Layout, generic: Generic, path: Path) -> Hand:
    """Return the things that the obligations of a path speak of, by sort."""
    own = {sort: (*path.subjects_of(sort), *constants) for sort, constants in generic.items()}
    things = {sort: {term.get_id(): term for term in terms} for sort, terms in own.items()}
    for _ in things:
        named = list(_named(cells, things, own))
        if all(term.get_id() in things[sort] for sort, term in named):
            break
        for sort, term in named:
            things[sort].setdefault(term.get_id(), term)
    return Hand(cells, {sort: tuple(terms.values()) for sort, terms in things.items()})


def _named(
    cells: Layout, things: Mapping[Any, Mapping[int, z3.ArithRef]], own: Generic
) -> Iterable[tuple[Any, z3.ArithRef]]:
    """Yield what the things name, with its sort."""
    for cell in cells.cells.values():
        sort = cell.spec.refers
        if sort in things:
            once = sort in cell.indices
            keys = product(*(own[each] if once else tuple(things[each].values()) for each in cell.indices))
            yield from ((sort, select(constant(cells, cell.name), key)) for key in keys)
