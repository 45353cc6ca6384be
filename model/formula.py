"""A law or an event as z3 terms: every way through it, taken once and kept."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from dataclasses import dataclass, field
from enum import IntEnum
from functools import cache
from itertools import product
from typing import Any

import z3

from .fork import Branch, Fork, Possible, ways
from .language import Event, Law, ModelError, Refused
from .obligation import INITIALLY
from .reading import Reader
from .worlds.symbolic import SymbolicWorld
from .worlds.terms import Value, term_of, truth

AFTER = "'"
"""Marks the constants of the state after an event. Those of arguments have a `!`, which no name of the state has."""


@dataclass(frozen=True, slots=True)
class Key:
    """A key that was computed, and the conditions under which a map was looked into, or changed, at it."""

    conditions: tuple[z3.BoolRef, ...]
    term: z3.ArithRef

    @property
    def name(self) -> tuple[int, ...]:
        """The same for the same key under the same conditions, as long as both are kept."""
        return (self.term.get_id(), *(condition.get_id() for condition in self.conditions))


@dataclass(frozen=True, slots=True)
class Formula:
    """A law for one choice of pools (or of members of another enum): its variables, its term, and what it reads."""

    law: Law
    pools: tuple[IntEnum, ...]
    variables: tuple[tuple[Any, z3.ArithRef], ...]
    term: z3.BoolRef
    reads: frozenset[str]
    reads_after: frozenset[str]
    page_amounts: tuple[z3.ArithRef, ...]
    keys: tuple[Key, ...]
    without_maps: z3.BoolRef
    """The term again, as solvers are told it."""

    @property
    def name(self) -> str:
        """The law's name, with the pool that it is read for."""
        return self.law.name + "".join(f"[{pool.name}]" for pool in self.pools)


@dataclass(frozen=True, slots=True)
class Path:
    """One way through an event: its branches, the state it leaves, and why it was refused, if it was."""

    event: Event | None
    number: int
    subjects: tuple[tuple[str, Any, Any], ...] = ()
    branches: tuple[Branch, ...] = ()
    conditions: tuple[z3.BoolRef, ...] = ()
    after: dict[str, z3.ExprRef] = field(default_factory=dict)
    reads: frozenset[str] = frozenset()
    writes: frozenset[str] = frozenset()
    bulk: frozenset[str] = frozenset()
    page_amounts: tuple[z3.ArithRef, ...] = ()
    refused: Refused | None = None
    keys: tuple[Key, ...] = ()
    asked: bool = False
    """Whether it was found that a state which meets the laws may take this way."""

    @staticmethod
    def initial() -> Path:
        """Return the way into the initial state, which no event takes."""
        return Path(None, 0)

    @property
    def name(self) -> str:
        """The event's name."""
        return INITIALLY if self.event is None else self.event.name

    @property
    def where(self) -> str:
        """The file and line of the event."""
        return "the initial state" if self.event is None else self.event.where

    @property
    def pools(self) -> tuple[IntEnum, ...]:
        """The pools, or members of other enums, that the event was called with."""
        return tuple(term for _, _, term in self.subjects if isinstance(term, IntEnum))

    @property
    def things(self) -> tuple[tuple[Any, z3.ArithRef], ...]:
        """Everything else that the event was called with, each with its sort."""
        return tuple((sort, term) for _, sort, term in self.subjects if not isinstance(term, IntEnum))

    def subjects_of(self, sort: object) -> tuple[z3.ArithRef, ...]:
        """Return the constants that the event was called with, of one sort."""
        return tuple(term for _, own, term in self.subjects if own is sort)


@cache
def formulas(law: Law) -> tuple[Formula, ...]:
    """Return the law for every choice of its pools."""
    positions = {i: sort for i, (_, sort) in enumerate(law.params) if issubclass(sort, IntEnum)}
    return tuple(_formula(law, dict(zip(positions, pools, strict=True))) for pools in product(*positions.values()))


def _formula(law: Law, pools: dict[int, IntEnum]) -> Formula:
    variables = {i: (sort, z3.Int(f"law!{name}")) for i, (name, sort) in enumerate(law.params) if i not in pools}
    parts: list[z3.BoolRef] = []
    reads: set[str] = set()
    reads_after: set[str] = set()
    amounts: list[z3.ArithRef] = []
    keys: dict[tuple[int, ...], Key] = {}

    def run(fork: Fork) -> z3.BoolRef:
        worlds = [SymbolicWorld(law.schema, fork, mark) for mark in ("", AFTER)[: 1 + law.step]]
        args = [pools[i] if i in pools else Value(variables[i][1], fork) for i in range(len(law.params))]
        try:
            holds = truth(term_of(law.body(*worlds, *args), like=z3.BoolVal(val=True)))
        except Refused as refused:
            raise ModelError(f"{law.where}: {law.name} has a guard; a law only says what is so") from refused
        written = sorted(set[str]().union(*(world.writes for world in worlds)))
        if written:
            raise ModelError(f"{law.where}: {law.name} changes {written[0]}; a law only looks")
        reads.update(worlds[0].reads)
        reads_after.update(worlds[-1].reads if law.step else ())
        for world in worlds:
            amounts.extend(world.page_amounts)
            keys.update((key.name, key) for key in keys_of(fork, world))
        return holds

    for fork, holds in ways(run, law.name):
        conditions = fork.conditions
        parts.append(z3.Implies(z3.And(*conditions), holds) if conditions else holds)
    term = z3.simplify(z3.And(*parts))
    return Formula(
        law,
        tuple(pools.values()),
        tuple(variables.values()),
        term,
        frozenset(reads),
        frozenset(reads_after),
        tuple(amounts),
        tuple(keys.values()),
        Reader().turn(term),
    )


def keys_of(fork: Fork, world: SymbolicWorld) -> Iterator[Key]:
    """Yield the keys that a world was looked into at, on one way, with the conditions before each."""
    conditions = fork.conditions
    yield from (Key(tuple(conditions[:branches]), term) for branches, term in world.looked_up)


def paths(event: Event, possible: Callable[[Path], AbstractContextManager[Possible]] | None = None) -> list[Path]:
    """Return every way through an event, refused ones included, without those not `possible` if that is given.

    `possible` says, of the event with its arguments, which conditions can hold at once.
    """
    found: list[Path] = []
    for subjects in _subjects(event):
        with possible(Path(event, 0, subjects)) if possible is not None else nullcontext() as known:
            found += _ways(event, subjects, known, len(found))
    return found


def _ways(
    event: Event, subjects: tuple[tuple[str, Any, Any], ...], possible: Possible | None, before: int
) -> Iterator[Path]:
    """Yield the ways through an event with these arguments, numbered from the one after `before`."""

    def run(fork: Fork) -> tuple[SymbolicWorld, Refused | None]:
        world = SymbolicWorld(event.schema, fork)
        args = [term if isinstance(term, IntEnum) else Value(term, fork) for _, _, term in subjects]
        try:
            event.body(world, *args)
        except Refused as why:
            return world, why
        return world, None

    def idle(result: tuple[SymbolicWorld, Refused | None]) -> bool:
        world, refused = result
        return refused is not None and not world.writes

    for number, (fork, (world, refused)) in enumerate(ways(run, event.name, possible, idle), before + 1):
        yield Path(
            event,
            number,
            subjects,
            tuple(fork.branches),
            tuple(fork.conditions),
            dict(world.terms),
            frozenset(world.reads),
            frozenset(world.writes),
            frozenset(world.bulk),
            tuple(world.page_amounts),
            refused,
            tuple(keys_of(fork, world)),
            fork.is_asked,
        )


def _subjects(event: Event) -> list[tuple[tuple[str, Any, Any], ...]]:
    pools = {name: sort for name, sort in event.params if issubclass(sort, IntEnum)}
    return [
        tuple(
            (name, sort, member if (member := given.get(name)) is not None else z3.Int(f"event!{name}"))
            for name, sort in event.params
        )
        for given in (dict(zip(pools, members, strict=True)) for members in product(*pools.values()))
    ]
