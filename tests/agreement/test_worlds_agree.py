"""All worlds read an event alike: the same refusals, and the same state after it, from any state whatever."""

import functools
from typing import Any

import pytest
import z3
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tenure.model.fields import Kind
from tenure.model.formula import AFTER, Path, formulas, paths
from tenure.model.instance import Instance
from tenure.model.language import Event, Law, Refused
from tenure.model.lifecycle import EVENTS, LAWS
from tenure.model.sorts import Adapter, Flag, Pool, Request
from tenure.model.worlds.concrete import ConcreteWorld
from tenure.model.worlds.layout import CELLS, SIZES
from tenure.model.worlds.symbolic import PAGES, constant

REQUESTS, ADAPTERS = 2, 1


@st.composite
def worlds(draw: st.DrawFn) -> ConcreteWorld:
    """Any state in its ranges, lawful or not."""
    sizes = {name: draw(st.integers(0, 4), name) for name in SIZES}
    world = ConcreteWorld(Instance(REQUESTS, ADAPTERS, draw(st.integers(1, 2)), sizes))
    many: dict[Any, int] = {Request: REQUESTS, Adapter: ADAPTERS + 1, None: 1}
    for cell in CELLS.values():
        if cell.spec.kind in (Kind.SIZE, Kind.TALLY):
            continue
        high = ADAPTERS if cell.name == "adapter" else 4 if cell.spec.high is None else cell.spec.high
        values = st.lists(st.integers(0, high), min_size=many[cell.index], max_size=many[cell.index])
        world.put(cell.name, draw(values, cell.name))
    return world


def argument(sort: Any) -> st.SearchStrategy[int]:
    highest = {Request: REQUESTS - 1, Adapter: ADAPTERS, Flag: 1, Pool: 1}
    return st.integers(0, highest.get(sort, 3))


def symbols(world: ConcreteWorld, mark: str = "") -> list[tuple[z3.ExprRef, z3.ExprRef]]:
    """Pair each constant with the value that it has in a concrete state."""
    pairs = []
    for cell in CELLS.values():
        values = world.values(cell.name)
        pairs.append((constant(cell.name, mark), z3.IntVal(values[0]) if cell.index is None else _array(values)))
        if cell.spec.kind is Kind.LEDGER:
            pairs.append((constant(cell.total, mark), z3.IntVal(sum(values))))
    return pairs


def _array(values: list[int]) -> z3.ExprRef:
    array = z3.K(z3.IntSort(), z3.IntVal(0))
    for key, value in enumerate(values):
        array = z3.Store(array, key, value)
    return array


def evaluate(term: z3.ExprRef, pairs: list[tuple[z3.ExprRef, z3.ExprRef]], page_size: int) -> z3.ExprRef:
    number = z3.Var(0, z3.IntSort())
    filled = z3.substitute_funs(z3.substitute(term, *pairs), (PAGES, (number + page_size - 1) / page_size))
    return z3.simplify(filled)


@functools.cache
def ways_through(event: Event) -> list[Path]:
    return paths(event)


@pytest.mark.parametrize("event", EVENTS.values(), ids=lambda event: event.name)
@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(data=st.data())
def test_concrete_and_symbolic_agree_on_every_event(event: Event, data: st.DataObject) -> None:
    world = data.draw(worlds())
    args = tuple(data.draw(argument(sort), name) for name, sort in event.params)
    pairs = symbols(world)
    size = world.instance.page_size
    taken = []
    for path in ways_through(event):
        chosen = [
            (term, z3.IntVal(value))
            for (_, _, term), value in zip(path.subjects, args, strict=True)
            if not isinstance(term, Pool)
        ]
        if all(z3.is_true(evaluate(condition, [*pairs, *chosen], size)) for condition in path.conditions):
            taken.append((path, [*pairs, *chosen]))
    assert len(taken) == 1, "exactly one way through the event is taken"
    path, known = taken[0]

    before = world.state()
    could = world.enabled(event, args)
    assert world.state() == before, "asking changes nothing"
    try:
        event(world, *args)
        refused = None
    except Refused as why:
        refused = why
    assert (refused is None) == (path.refused is None) == could
    if refused is not None:
        assert str(refused) == str(path.refused)
        return
    for cell in CELLS.values():
        after = path.after.get(cell.name)
        if after is None:
            continue
        values = world.values(cell.name)
        for key, value in enumerate(values):
            term = after if cell.index is None else z3.Select(after, key)
            assert evaluate(term, known, size).as_long() == value, f"{cell.name}[{key}]"
        if cell.spec.kind is Kind.LEDGER:
            assert evaluate(path.after[cell.total], known, size).as_long() == sum(values), cell.total


@pytest.mark.parametrize("law", LAWS.values(), ids=lambda law: law.name)
@settings(max_examples=15, suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large])
@given(data=st.data())
def test_concrete_and_symbolic_agree_on_every_law(law: Law, data: st.DataObject) -> None:
    before = data.draw(worlds())
    after = before
    if law.step:
        after = ConcreteWorld(before.instance)
        after.restore(before.state())
        other = data.draw(worlds())
        for cell in CELLS.values():
            if cell.spec.kind not in (Kind.SIZE, Kind.TALLY) and data.draw(st.booleans()):
                after.put(cell.name, other.values(cell.name))
    args = tuple(data.draw(argument(sort), name) for name, sort in law.params)
    holds = bool(law.body(*((before, after) if law.step else (before,)), *args))
    pools = tuple(Pool(value) for value, (_, sort) in zip(args, law.params, strict=True) if sort is Pool)
    formula = next(f for f in formulas(law) if f.pools == pools)
    others = [value for value, (_, sort) in zip(args, law.params, strict=True) if sort is not Pool]
    pairs = symbols(before) + (symbols(after, AFTER) if law.step else [])
    pairs += [(variable, z3.IntVal(value)) for (_, variable), value in zip(formula.variables, others, strict=True)]
    assert z3.is_true(evaluate(formula.term, pairs, before.instance.page_size)) == holds
