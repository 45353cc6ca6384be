"""All worlds read an event alike: the same refusals, and the same state after it, from any state whatever."""

import functools
from dataclasses import replace
from enum import IntEnum
from itertools import product
from typing import Any

import pytest
import z3
from hypothesis import HealthCheck, given, reject, settings
from hypothesis import strategies as st

from tenure.model.arguments import values_of
from tenure.model.catalogue import SYSTEMS
from tenure.model.fields import Kind
from tenure.model.formula import AFTER, Path, formulas, paths
from tenure.model.instance import Instance
from tenure.model.language import Event, Law, Refused
from tenure.model.system import system_of
from tenure.model.worlds.concrete import ConcreteWorld
from tenure.model.worlds.layout import Cell, layout
from tenure.model.worlds.terms import PAGES, constant, select

Pairs = list[tuple[z3.ExprRef, z3.ExprRef]]
GHOSTLY = (Kind.SIZE, Kind.TALLY)
EVENTS = [(f"{system.name}.{event.name}", event) for system in SYSTEMS.values() for event in system.events.values()]
LAWS = [(f"{system.name}.{law.name}", law) for system in SYSTEMS.values() for law in system.laws.values()]


def written(cell: Cell) -> bool:
    return cell.spec.kind not in GHOSTLY


UNHURRIED = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]


@st.composite
def worlds(draw: st.DrawFn, small: Instance) -> ConcreteWorld:
    """Any state in its ranges, lawful or not."""
    cells = layout(small.schema)
    sizes = {name: draw(st.integers(0, 4), name) for name in cells.sizes if not cells.depth[name]}
    world = ConcreteWorld(replace(small, page_size=draw(st.integers(1, 2)), sizes=sizes))
    for cell in cells.cells.values():
        if written(cell):
            high = 4 if cell.spec.high is None else cell.spec.high
            if cell.spec.refers is not None:
                high = small.count(cell.spec.refers) - 1
            many = len(world.values(cell.name))
            world.put(cell.name, draw(st.lists(st.integers(0, high), min_size=many, max_size=many), cell.name))
    return world


def argument(sort: Any, small: Instance) -> st.SearchStrategy[int]:
    return st.sampled_from(list(values_of(sort, small, 3)))


def keys_of(cell: Cell, instance: Instance) -> list[tuple[int, ...]]:
    return list(product(*(range(instance.count(sort)) for sort in cell.indices)))


def symbols(world: ConcreteWorld, mark: str = "") -> list[tuple[z3.ExprRef, z3.ExprRef]]:
    """Pair each constant with the value that it has in a concrete state."""
    pairs = []
    cells = world.layout
    for cell in cells.cells.values():
        values = world.values(cell.name)
        known = dict(zip(keys_of(cell, world.instance), values, strict=True))
        pairs.append((constant(cells, cell.name, mark), _term(known)))
        if cell.spec.kind is Kind.LEDGER:
            pairs.append((constant(cells, cell.total, mark), z3.IntVal(sum(values))))
        elif cell.spec.kind is Kind.RELATION:
            pairs.append((constant(cells, cell.holders, mark), _term(held(known))))
    return pairs


def held(known: dict[tuple[int, ...], int]) -> dict[tuple[int, ...], int]:
    """Return how many rows hold each column."""
    counts: dict[tuple[int, ...], int] = {}
    for (_, column), value in known.items():
        counts[column,] = counts.get((column,), 0) + value
    return counts


def _term(known: dict[tuple[int, ...], int]) -> z3.ExprRef:
    """Return the number, array or array of arrays with these values, and zero everywhere else."""
    if () in known:
        return z3.IntVal(known[()])
    rows: dict[int, dict[tuple[int, ...], int]] = {}
    for key, value in known.items():
        rows.setdefault(key[0], {})[key[1:]] = value
    deep = any(len(key) > 1 for key in known)
    zero: z3.ExprRef = z3.IntVal(0)
    term = z3.K(z3.IntSort(), z3.K(z3.IntSort(), zero) if deep else zero)
    for first, row in rows.items():
        term = z3.Store(term, first, _term(row))
    return term


def evaluate(term: z3.ExprRef, pairs: list[tuple[z3.ExprRef, z3.ExprRef]], page_size: int) -> z3.ExprRef:
    number = z3.Var(0, z3.IntSort())
    filled = z3.substitute_funs(z3.substitute(term, *pairs), (PAGES, (number + page_size - 1) / page_size))
    return z3.simplify(filled)


@functools.cache
def ways_through(event: Event) -> list[Path]:
    return paths(event)


def taken_by(event: Event, world: ConcreteWorld, args: tuple[int, ...]) -> tuple[Path, Pairs]:
    """Return the way through the event that is taken from a concrete state, and what stands for each constant."""
    pairs, size = symbols(world), world.instance.page_size
    taken = []
    for path in ways_through(event):
        given_to = list(zip(path.subjects, args, strict=True))
        if any(term != value for (_, _, term), value in given_to if isinstance(term, IntEnum)):
            continue
        chosen = [(term, z3.IntVal(value)) for (_, _, term), value in given_to if not isinstance(term, IntEnum)]
        if all(z3.is_true(evaluate(condition, [*pairs, *chosen], size)) for condition in path.conditions):
            taken.append((path, [*pairs, *chosen]))
    assert len(taken) == 1, "exactly one way through the event is taken"
    return taken[0]


@pytest.mark.parametrize("event", [event for _, event in EVENTS], ids=[name for name, _ in EVENTS])
@settings(max_examples=15, suppress_health_check=UNHURRIED)
@given(data=st.data())
def test_concrete_and_symbolic_agree_on_every_event(event: Event, data: st.DataObject) -> None:
    small = system_of(event.schema).instance(2)
    world = data.draw(worlds(small))
    args = tuple(data.draw(argument(sort, small), name) for name, sort in event.params)
    path, known = taken_by(event, world, args)

    before, could = world.state(), False
    try:
        could = world.enabled(event, args)
        assert world.state() == before, "asking changes nothing"
        event(world, *args)
        refused = None
    except Refused as why:
        refused = why
    except IndexError:
        reject()  # it looks beyond what so small an instance has
    assert (refused is None) == (path.refused is None) == could
    if refused is not None:
        assert str(refused) == str(path.refused)
        return
    size = world.instance.page_size
    for cell in world.layout.cells.values():
        after = path.after.get(cell.name)
        if after is None:
            continue
        values = dict(zip(keys_of(cell, world.instance), world.values(cell.name), strict=True))
        for keys, value in values.items():
            assert evaluate(select(after, map(z3.IntVal, keys)), known, size).as_long() == value, f"{cell.name}{keys}"
        if cell.spec.kind is Kind.LEDGER:
            assert evaluate(path.after[cell.total], known, size).as_long() == sum(values.values()), cell.total
        elif cell.spec.kind is Kind.RELATION:
            for keys, count in held(values).items():
                found = evaluate(select(path.after[cell.holders], map(z3.IntVal, keys)), known, size)
                assert found.as_long() == count, cell.holders


@pytest.mark.parametrize("law", [law for _, law in LAWS], ids=[name for name, _ in LAWS])
@settings(max_examples=10, suppress_health_check=UNHURRIED)
@given(data=st.data())
def test_concrete_and_symbolic_agree_on_every_law(law: Law, data: st.DataObject) -> None:
    small = system_of(law.schema).instance(2)
    before = data.draw(worlds(small))
    after = before
    if law.step:
        after = ConcreteWorld(before.instance)
        after.restore(before.state())
        other = data.draw(worlds(small))
        for cell in before.layout.cells.values():
            if written(cell) and data.draw(st.booleans()):
                after.put(cell.name, other.values(cell.name))
    args = tuple(data.draw(argument(sort, small), name) for name, sort in law.params)
    try:
        holds = bool(law.body(*((before, after) if law.step else (before,)), *args))
    except IndexError:
        reject()  # it looks beyond what so small an instance has
    split = [issubclass(sort, IntEnum) for _, sort in law.params]
    pools = tuple(value for value, enum in zip(args, split, strict=True) if enum)
    formula = next(f for f in formulas(law) if f.pools == pools)
    others = [value for value, enum in zip(args, split, strict=True) if not enum]
    pairs = symbols(before) + (symbols(after, AFTER) if law.step else [])
    pairs += [(variable, z3.IntVal(value)) for (_, variable), value in zip(formula.variables, others, strict=True)]
    assert z3.is_true(evaluate(formula.term, pairs, before.instance.page_size)) == holds
