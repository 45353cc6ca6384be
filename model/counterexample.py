"""From "not proved" to something one can read: the smallest run that breaks the law, or else one breaking step.

First the bounded search asks for a run from the initial state with 1, 2, 3 requests. Where there is none within its
bound, z3 is asked for one step from a state of 1, 2, 3 requests that meets every law: a counterexample to induction,
which may or may not be reachable. Either way the step is taken again in the concrete world, so what is shown is real.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import z3

from . import facts
from .check import Broken, broken, out_of_range
from .fields import Kind
from .formula import Formula, Path, paths
from .language import Event, Law
from .prove import Prover, instance
from .search import shortest_run, small
from .sorts import Adapter, Flag, Phase, Pool, Request
from .trace import Call
from .worlds.concrete import ConcreteWorld, Instance
from .worlds.layout import CELLS, SIZES
from .worlds.symbolic import PAGES, constant, is_among

MOST_STATES = 20_000
"""How many states the bounded search sees for each number of requests."""

LARGEST = 3
"""The largest number of requests that is tried."""


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A way to break a law: a run from the start, or a step from a state that meets every law.

    `calls` are all calls of the run, or the one breaking step. `before` are the true facts of the state before the last
    call, `changes` what it changed, as (name, before, after), and `breaks` the law with its arguments.
    """

    requests: int
    reachable: bool
    calls: tuple[Call, ...]
    before: tuple[str, ...]
    changes: tuple[tuple[str, str, str], ...]
    breaks: str
    instance: Instance


def explain(event: Event, law: str, events: Iterable[Event], prover: Prover) -> Counterexample | None:
    """Return the smallest counterexample of an event for a law (named, or `range[cell]`), or None if none is small."""
    known = {f.name: f.law for f in prover.formulas}
    replaced = [event if e.name == event.name else e for e in events]
    for requests in range(1, LARGEST + 1):
        found = _run(event, known.get(law), law, replaced, requests)
        if found is not None:
            return found
    for requests in range(1, LARGEST + 1):
        found = _step(event, law, prover, requests)
        if found is not None:
            return found
    return None


def _breaks(law: Law | None, name: str, before: ConcreteWorld, after: ConcreteWorld) -> str | None:
    if law is not None:
        return next((str(b) for b in broken([law], after, before) if _formula_name(b) == name), None)
    return next(
        (f"{name}: {cell.name} = {value}" for cell, value in out_of_range(after) if name == f"range[{cell.name}]"), None
    )


def _formula_name(found: Broken) -> str:
    """Return the name that the proof gives to a law for these pools."""
    pairs = zip(found.law.params, found.args, strict=True)
    return found.law.name + "".join(f"[{Pool(value).name}]" for (_, sort), value in pairs if sort is Pool)


def _run(event: Event, law: Law | None, name: str, events: Sequence[Event], requests: int) -> Counterexample | None:
    size = small(requests)
    before = ConcreteWorld(size)

    def goal(after: ConcreteWorld, state: tuple[int, ...], call: Call) -> bool:
        if call.event != event.name:
            return False
        before.restore(state)
        return _breaks(law, name, before, after) is not None

    found = shortest_run(size, events, goal, MOST_STATES)
    if found.run is None:
        return None
    world = ConcreteWorld(size)
    by_name = {e.name: e for e in events}
    for call in found.run[:-1]:
        by_name[call.event](world, *call.args)
    return _shown(world, event, found.run, law, name, reachable=True)


def _step(event: Event, law: str, prover: Prover, requests: int) -> Counterexample | None:
    for path in paths(event):
        if path.refused is not None:
            continue
        for formula in _goals(prover, law):
            model = _model(prover, path, formula, law, requests)
            if model is None:
                continue
            world = _concrete(model, requests)
            args = tuple(_number(model, term) for _, _, term in path.subjects)
            law_body = None if formula is None else formula.law
            shown = _shown(world, event, (Call(event.name, args),), law_body, law, reachable=False)
            if shown is not None:
                return shown
    return None


def _goals(prover: Prover, law: str) -> list[Formula | None]:
    if law.startswith("range["):
        return [None]
    return [formula for formula in prover.formulas if formula.name == law]


def _shown(
    world: ConcreteWorld, event: Event, calls: tuple[Call, ...], law: Law | None, name: str, *, reachable: bool
) -> Counterexample | None:
    before = ConcreteWorld(world.instance)
    before.restore(world.state())
    event(world, *calls[-1].args)
    breaks = _breaks(law, name, before, world)
    if breaks is None:
        return None
    was, now = dict(_facts(before)), dict(_facts(world))
    changes = tuple(
        (key, was.get(key, "0"), now.get(key, "0"))
        for key in dict.fromkeys([*was, *now])
        if was.get(key) != now.get(key)
    )
    state = tuple(f"{key} = {value}" for key, value in was.items())
    return Counterexample(world.instance.requests, reachable, calls, state, changes, breaks, world.instance)


def _facts(world: ConcreteWorld) -> Iterator[tuple[str, str]]:
    """Yield what is not zero, as a reader would name it."""
    for cell in CELLS.values():
        if cell.spec.kind in (Kind.TALLY, Kind.SIZE):
            continue
        for key, value in enumerate(world.values(cell.name)):
            if value:
                shown = Phase(value).name.lower() if cell.name == "phase" and value <= max(Phase) else str(value)
                yield (cell.name if cell.index is None else f"{cell.name}[{key}]"), shown


def _model(prover: Prover, path: Path, formula: Formula | None, law: str, requests: int) -> z3.ModelRef | None:
    """Ask for a state of exactly so many requests, one page a token, that meets every law and takes this path."""
    hand = facts.Hand(tuple(map(z3.IntVal, range(requests))), tuple(map(z3.IntVal, range(requests + 1))))
    solver = z3.Solver()
    solver.set("rlimit", prover.effort)
    amounts = list(path.page_amounts)
    for known in prover.state_formulas:
        for values in product(*(hand.of(sort) for sort, _ in known.variables)):
            term, used = instance(known, values, {})
            solver.add(term)
            amounts += used
    solver.add(*path.conditions, *facts.domains(hand), *_exact_sums(hand), *_argument_domains(path, requests))
    solver.add(*[z3.Select(constant("adapter"), r) <= requests for r in hand.requests])
    solver.add(*[constant(name) <= 2 * requests + 2 for name in SIZES])
    wrong = []
    if formula is None:
        cell = CELLS[law.removeprefix("range[").removesuffix("]")]
        after = path.after.get(cell.name, constant(cell.name))
        terms = [after] if cell.index is None else [z3.Select(after, key) for key in hand.of(cell.index)]
        wrong = [z3.Not(facts.domain(cell, term)) for term in terms]
    else:
        for values in product(*(hand.of(sort) for sort, _ in formula.variables)):
            term, used = instance(formula, values, path.after)
            wrong.append(z3.Not(term))
            amounts += used
    solver.add(z3.Or(*wrong), *[PAGES(amount) == amount for amount in amounts])
    return solver.model() if solver.check() == z3.sat else None


def _argument_domains(path: Path, requests: int) -> Iterator[z3.BoolRef]:
    highest = {Request: requests - 1, Adapter: requests, Flag: 1}
    for _, sort, term in path.subjects:
        if not isinstance(term, Pool):
            yield z3.And(term >= 0, term <= highest.get(sort, 2 * requests + 2))


def _exact_sums(hand: facts.Hand) -> Iterator[z3.BoolRef]:
    for cell in CELLS.values():
        spec = cell.spec
        if spec.kind is Kind.LEDGER:
            amounts = constant(cell.name)
            yield constant(cell.total) == z3.Sum([z3.Select(amounts, key) for key in hand.of(cell.index)])
        elif spec.kind is Kind.TALLY:
            counted = [
                (key, is_among(z3.Select(constant(spec.of), key), spec.among)) for key in hand.of(CELLS[spec.of].index)
            ]
            if not spec.by:
                yield constant(cell.name) == z3.Sum([z3.If(member, 1, 0) for _, member in counted])
            for group in hand.of(cell.index) if spec.by else ():
                parts = [z3.If(z3.And(m, z3.Select(constant(spec.by), key) == group), 1, 0) for key, m in counted]
                yield z3.Select(constant(cell.name), group) == z3.Sum(parts)


def _number(model: z3.ModelRef, term: Any) -> int:
    if isinstance(term, Pool):
        return int(term)
    return int(model.eval(term, model_completion=True).as_long())


def _concrete(model: z3.ModelRef, requests: int) -> ConcreteWorld:
    """Return the state that a z3 model describes."""
    sizes = {name: _number(model, constant(name)) for name in SIZES}
    world = ConcreteWorld(Instance(requests, requests, 1, sizes))
    keys = {Request: range(requests), Adapter: range(requests + 1)}
    for cell in CELLS.values():
        if cell.spec.kind in (Kind.SIZE, Kind.TALLY):
            continue
        term = constant(cell.name)
        if cell.index is None:
            world.put(cell.name, [_number(model, term)])
        else:
            world.put(cell.name, [_number(model, z3.Select(term, key)) for key in keys[cell.index]])
    return world
