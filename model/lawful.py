"""A state of a small instance, found by z3, that meets every law, and in which one path of an event breaks a law."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from enum import IntEnum
from itertools import product
from typing import Any

import z3

from . import facts
from .fields import Kind
from .formula import Formula, Path
from .instance import Instance
from .prove import Prover
from .sorts import Flag, Tokens
from .worlds.concrete import ConcreteWorld
from .worlds.layout import Cell
from .worlds.terms import PAGES, constant, is_among, select


def lawful_state(
    prover: Prover, path: Path, formula: Formula | None, law: str, size: Instance
) -> tuple[ConcreteWorld, tuple[int, ...]] | None:
    """Return a state of this size and arguments with which the path breaks the law, or None.

    Without a formula the law is `range[cell]`. The state meets every law, but no run may reach it.
    """
    model = _model(prover, path, formula, law, size)
    if model is None:
        return None
    return _concrete(model, prover, size), tuple(_number(model, term) for _, _, term in path.subjects)


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
