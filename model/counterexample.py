"""From "not proved" to something one can read: the smallest run that breaks the law, or else one breaking step.

First the bounded search asks for a run from the initial state with 1, 2, 3 requests. Where there is none within its
bound, z3 is asked for one step from a state of 1, 2, 3 requests that meets every law: a counterexample to induction,
which may or may not be reachable. Either way the step is taken again in the concrete world, so what is shown is real.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from enum import IntEnum
from itertools import product
from typing import Any

import z3

from . import facts
from .check import Broken, broken, out_of_range
from .fields import Kind
from .formula import Formula, Path, paths
from .instance import Instance
from .language import Event, Law
from .prove import Prover
from .search import shortest_run
from .sorts import Flag, Tokens
from .trace import Call
from .worlds.concrete import ConcreteWorld
from .worlds.layout import Cell
from .worlds.terms import PAGES, constant, is_among, select

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
        found = _run(event, known.get(law), law, replaced, _instance(prover, requests))
        if found is not None:
            return found
    for requests in range(1, LARGEST + 1):
        found = _step(event, law, prover, requests)
        if found is not None:
            return found
    return None


def _breaks(law: Law | None, name: str, before: ConcreteWorld, after: ConcreteWorld, call: Call) -> str | None:
    if law is not None:
        return next((str(b) for b in broken([law], after, before, call) if _formula_name(b) == name), None)
    return next(
        (f"{name}: {cell.name} = {value}" for cell, value in out_of_range(after) if name == f"range[{cell.name}]"), None
    )


def _formula_name(found: Broken) -> str:
    """Return the name that the proof gives to a law for these pools."""
    pairs = zip(found.law.params, found.args, strict=True)
    return found.law.name + "".join(f"[{sort(value).name}]" for (_, sort), value in pairs if issubclass(sort, IntEnum))


def _instance(prover: Prover, requests: int) -> Instance:
    """Return a small instance in the variant that is being proved."""
    small = prover.small(requests)
    return replace(small, sizes={**small.sizes, **prover.fixed})


def _run(event: Event, law: Law | None, name: str, events: Sequence[Event], size: Instance) -> Counterexample | None:
    before = ConcreteWorld(size)

    def goal(after: ConcreteWorld, state: tuple[int, ...], call: Call) -> bool:
        if call.event != event.name:
            return False
        before.restore(state)
        return _breaks(law, name, before, after, call) is not None

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
            model = _model(prover, path, formula, law, _counted(prover, requests))
            if model is None:
                continue
            world = _concrete(model, prover, _counted(prover, requests))
            args = tuple(_number(model, term) for _, _, term in path.subjects)
            law_body = None if formula is None else formula.law
            if not _inside(world, event, args):
                continue
            shown = _shown(world, event, (Call(event.name, args, event.schema.system),), law_body, law, reachable=False)
            if shown is not None:
                return shown
    return None


def _inside(world: ConcreteWorld, event: Event, args: tuple[int, ...]) -> bool:
    """Whether the event looks only at things that so small an instance has."""
    try:
        return world.enabled(event, args)
    except IndexError:
        return False


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
    breaks = _breaks(law, name, before, world, calls[-1])
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
    for cell in world.layout.cells.values():
        if cell.spec.kind in (Kind.TALLY, Kind.SIZE):
            continue
        keys = list(product(*(range(world.instance.count(sort)) for sort in cell.indices)))
        for key, value in zip(keys, world.values(cell.name), strict=True):
            if value:
                yield (f"{cell.name}[{', '.join(map(str, key))}]" if key else cell.name), _named(cell, value)


def _named(cell: Cell, value: int) -> str:
    domain = cell.spec.domain
    if isinstance(domain, type) and issubclass(domain, IntEnum) and value in list(domain):
        return domain(value).name.lower()
    return str(value)


def _counted(prover: Prover, requests: int) -> Instance:
    """Return an instance with as many adapters as requests, and everything else as in the small one."""
    return replace(_instance(prover, requests), adapters=requests, page_size=1)


def _model(prover: Prover, path: Path, formula: Formula | None, law: str, size: Instance) -> z3.ModelRef | None:
    """Ask for a state of exactly this many things, one page a token, that meets every law and takes this path."""
    cells = prover.layout
    hand = facts.Hand(cells, {sort: tuple(map(z3.IntVal, range(size.count(sort)))) for sort in prover.generic})
    most = 2 * size.requests + 2
    solver = z3.Solver()
    solver.set("rlimit", prover.effort)
    amounts = list(path.page_amounts)
    for known in prover.state_formulas:
        for values in product(*(hand.of(sort) for sort, _ in known.variables)):
            term, used = prover.instance(known, values, {})
            solver.add(term)
            amounts += used
    solver.add(*prover.given, *path.conditions, *facts.domains(hand), *_exact_sums(hand))
    solver.add(*_argument_domains(path, size, most), *_references(hand, size), *_small_sizes(hand, most))
    wrong = []
    if formula is None:
        cell = cells.cells[law.removeprefix("range[").removesuffix("]")]
        after = path.after.get(cell.name, hand.before(cell.name))
        wrong = [z3.Not(facts.domain(cell, select(after, keys))) for keys in hand.keys(cell)]
    else:
        for values in _subjects(prover, path, formula, hand):
            term, used = prover.instance(formula, values, path.after)
            wrong.append(z3.Not(term))
            amounts += used
    solver.add(z3.Or(*wrong), *[PAGES(amount) == amount for amount in amounts])
    return solver.model() if solver.check() == z3.sat else None


def _subjects(prover: Prover, path: Path, formula: Formula, hand: facts.Hand) -> Iterable[tuple[z3.ArithRef, ...]]:
    """Return whom a law may be broken for on a path: anybody, or only whom the event was called with."""
    if formula.law.of is None:
        return product(*(hand.of(sort) for sort, _ in formula.variables))
    about = prover.about(formula, path)
    return [] if about is None else [about]


def _argument_domains(path: Path, size: Instance, most: int) -> Iterator[z3.BoolRef]:
    for _, sort, term in path.subjects:
        if not isinstance(term, IntEnum):
            highest = most if sort is Tokens else 1 if sort is Flag else size.count(sort) - 1
            yield z3.And(term >= 0, term <= highest)


def _references(hand: facts.Hand, size: Instance) -> Iterator[z3.BoolRef]:
    """Say that what a value names is there."""
    for cell in hand.layout.cells.values():
        if cell.spec.refers is not None:
            for keys in hand.keys(cell):
                yield select(hand.before(cell.name), keys) < size.count(cell.spec.refers)


def _small_sizes(hand: facts.Hand, most: int) -> Iterator[z3.BoolRef]:
    for name in hand.layout.sizes:
        for keys in hand.keys(hand.layout.cells[name]):
            yield select(hand.before(name), keys) <= most


def _exact_sums(hand: facts.Hand) -> Iterator[z3.BoolRef]:
    for cell in hand.layout.cells.values():
        spec = cell.spec
        if spec.kind is Kind.LEDGER:
            amounts = hand.before(cell.name)
            yield hand.before(cell.total) == z3.Sum([z3.Select(amounts, key) for key in hand.of(cell.index)])
        elif spec.kind is Kind.RELATION:
            rows, columns = cell.indices
            for column in hand.of(columns):
                held = [select(hand.before(cell.name), (row, column)) for row in hand.of(rows)]
                yield z3.Select(hand.before(cell.holders), column) == z3.Sum(held)
        elif spec.kind is Kind.TALLY:
            of = hand.before(spec.of)
            counted = [
                (key, is_among(z3.Select(of, key), spec.among)) for key in hand.of(hand.layout.cells[spec.of].index)
            ]
            if not spec.by:
                yield hand.before(cell.name) == z3.Sum([z3.If(member, 1, 0) for _, member in counted])
            for group in hand.of(cell.index) if spec.by else ():
                by = hand.before(spec.by)
                parts = [z3.If(z3.And(m, z3.Select(by, key) == group), 1, 0) for key, m in counted]
                yield z3.Select(hand.before(cell.name), group) == z3.Sum(parts)


def _number(model: z3.ModelRef, term: Any) -> int:
    if isinstance(term, IntEnum):
        return int(term)
    return int(model.eval(term, model_completion=True).as_long())


def _concrete(model: z3.ModelRef, prover: Prover, size: Instance) -> ConcreteWorld:
    """Return the state that a z3 model describes."""
    cells = prover.layout

    def values(cell: Cell) -> list[int]:
        keys = product(*(map(z3.IntVal, range(size.count(sort))) for sort in cell.indices))
        return [_number(model, select(constant(cells, cell.name), each)) for each in keys]

    fixed = {name: values(cells.cells[name]) for name in cells.sizes}
    sizes = {name: found[0] for name, found in fixed.items() if not cells.depth[name]}
    tables = {name: found for name, found in fixed.items() if cells.depth[name]}
    world = ConcreteWorld(replace(size, sizes=sizes, tables=tables))
    for cell in cells.cells.values():
        if cell.spec.kind not in (Kind.SIZE, Kind.TALLY):
            world.put(cell.name, values(cell))
    return world
