"""Induction for any size: every law holds initially, and every event keeps every law on every path.

Hypotheses are the laws before the event, instantiated on the constants at hand, and the facts of `facts.py`; the goal
is one law after the event, for requests and adapters about which nothing else is known. The laws after the event are
never assumed, goals are never instantiated, and an answer that is not `unsat` is never counted as proved. Formulas are
free of quantifiers, so z3 decides them.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import product
from typing import Any

import z3

from . import facts
from .fields import Kind
from .formula import AFTER, Formula, Path, formulas, paths
from .language import Event, Law
from .obligation import INITIALLY, Answer, EventReport, Obligation
from .sorts import Adapter, Flag, Request
from .worlds.layout import CELLS, INITIAL
from .worlds.symbolic import constant

EFFORT = 50_000_000
"""z3's resource limit for one question. A count, not a time, so that the answer is the same on every machine."""


@dataclass(frozen=True, slots=True)
class _Goal:
    """One thing to show after an event: what it is called, and the term that must hold."""

    law_id: str
    law: str
    where: str
    sentence: str
    term: z3.BoolRef


class Prover:
    """Proves events against one set of laws."""

    def __init__(self, laws: Iterable[Law], effort: int = EFFORT) -> None:
        """Read every law once."""
        self.effort = effort
        self.formulas = [formula for law in laws for formula in formulas(law)]
        self.state_formulas = [formula for formula in self.formulas if not formula.law.step]
        self.generic: dict[Any, tuple[z3.ArithRef, ...]] = {s: self._generic(s) for s in (Request, Adapter)}

    def _generic(self, sort: Any) -> tuple[z3.ArithRef, ...]:
        most = max((sum(s is sort for s, _ in f.variables) for f in self.formulas), default=0)
        return tuple(z3.Int(f"any.{sort.__name__.lower()}{i or ''}") for i in range(max(most, 1)))

    def initially(self) -> EventReport:
        """Show that every state law holds in the initial state."""
        started = time.perf_counter()
        start = _initial_terms()
        goals, amounts = [], []
        for formula in self.state_formulas:
            term, used = instance(formula, self._own_variables(formula), start)
            goals.append(_Goal(formula.law.id, formula.name, formula.law.where, formula.law.doc, term))
            amounts += used
        solver = self._solver()
        solver.add(*[facts.domain(c, constant(c.name)) for c in CELLS.values() if c.spec.kind is Kind.SIZE])
        solver.add(*facts.pages(amounts))
        found = _decide_all(solver, goals, Path.initial())
        return EventReport(INITIALLY, 1, 0, tuple(found), (), time.perf_counter() - started)

    def unbreakable(self) -> list[str]:
        """Return what is wrong with laws that no state can break: they say nothing, and proving them proves nothing."""
        hand = facts.Hand(self.generic[Request], self.generic[Adapter])
        problems = []
        for formula in self.formulas:
            term, amounts = instance(
                formula, self._own_variables(formula), {n: constant(n, AFTER) for n in formula.reads_after}
            )
            solver = self._solver()
            solver.add(*facts.domains(hand), *facts.sums(hand), *facts.pages(amounts), z3.Not(term))
            if solver.check() != z3.sat:
                problems.append(f"{formula.law.where}: no state breaks {formula.name}, so it says nothing")
        return problems

    def event(self, event: Event) -> EventReport:
        """Show that the event keeps every law, on every path, refuses without a change, and can happen at all."""
        started = time.perf_counter()
        every = paths(event)
        obligations: list[Obligation] = []
        problems: list[str] = []
        taken = 0
        for path in every:
            if path.refused is not None:
                if path.writes:
                    problems.append(_late_guard(path))
                continue
            results = self._path(path)
            if results is not None:
                taken += 1
                obligations += results
        if not taken:
            problems.append(
                f"{event.where}: {event.name} can never happen: its guards contradict each other or the laws"
            )
        refusing = sum(path.refused is not None for path in every)
        spent = time.perf_counter() - started
        return EventReport(event.name, taken, refusing, tuple(obligations), tuple(dict.fromkeys(problems)), spent)

    def first_failure(self, event: Event) -> str | None:
        """Return what is wrong with the event, in a few words, or None if it is proved. Stops at the first."""
        taken = False
        for path in paths(event):
            if path.refused is not None:
                if path.writes:
                    return "K9: a guard after a change"
                continue
            stated = self._stated(path)
            if stated is None:
                continue
            taken = True
            solver, goals, _ = stated
            wrong = _first_wrong(solver, goals)
            if wrong is not None:
                return f"{event.name}: {wrong}"
        return None if taken else f"{event.name} can never happen"

    def _path(self, path: Path) -> list[Obligation] | None:
        """Return the obligations of a path, or None if no state that meets the laws takes it."""
        stated = self._stated(path)
        if stated is None:
            return None
        solver, goals, untouched = stated
        kept = [_record(path, _goal(formula, z3.BoolVal(val=True)), Answer.UNTOUCHED, 0.0) for formula in untouched]
        return kept + _decide_all(solver, goals, path)

    def _stated(self, path: Path) -> tuple[z3.Solver, list[_Goal], list[Formula]] | None:
        """Return what a path knows, what is to be shown, and the laws it leaves untouched; None if unreachable."""
        solver = self._solver()
        known, amounts = self.hypotheses(path)
        solver.add(*known)
        if solver.check() == z3.unsat:
            return None
        untouched: list[Formula] = []
        goals: list[_Goal] = []
        for formula in self.formulas:
            if not formula.law.step and not (formula.reads & path.writes):
                untouched.append(formula)
                continue
            term, used = instance(formula, self._own_variables(formula), path.after)
            goals.append(_goal(formula, term))
            amounts += used
        solver.add(*facts.pages(amounts))
        return solver, [*goals, *self._ranges(path), _change(path)], untouched

    def hypotheses(self, path: Path) -> tuple[list[z3.BoolRef], list[z3.ArithRef]]:
        """Return what is known on a path, on the constants at hand, and the amounts whose pages it speaks of.

        Known are the path's conditions, the ranges of the event's arguments, every law before the event, and the facts.
        """
        hand = self._hand(path)
        laws: list[z3.BoolRef] = []
        amounts = list(path.page_amounts)
        for formula in self.state_formulas:
            for values in product(*(hand.of(sort) for sort, _ in formula.variables)):
                term, used = instance(formula, values, {})
                laws.append(term)
                amounts += used
        known = [*path.conditions, *_argument_ranges(path), *laws]
        return [*known, *facts.domains(hand), *facts.sums(hand), *facts.pages(amounts)], amounts

    def _hand(self, path: Path) -> facts.Hand:
        requests = (*path.subjects_of(Request), *self.generic[Request])
        named = [z3.Select(constant("adapter"), request) for request in requests]
        return facts.Hand(requests, (*path.subjects_of(Adapter), *self.generic[Adapter], *named))

    def _own_variables(self, formula: Formula) -> tuple[z3.ArithRef, ...]:
        """Return one generic constant for each variable of a law, a different one for each of the same sort."""
        left: dict[Any, list[z3.ArithRef]] = {sort: list(constants) for sort, constants in self.generic.items()}
        return tuple(left[sort].pop(0) for sort, _ in formula.variables)

    def _ranges(self, path: Path) -> list[_Goal]:
        """Return the goals that every value which the path writes stays in its declared range."""
        goals = []
        for name in sorted(path.writes & CELLS.keys()):
            cell = CELLS[name]
            if cell.spec.kind is Kind.TALLY:
                continue
            term = path.after[name]
            value = term if cell.index is None else z3.Select(term, self.generic[cell.index][0])
            sentence = f"The range of {name} is kept: {cell.spec.doc}."
            goals.append(_Goal("T", f"range[{name}]", "model/state.py", sentence, facts.domain(cell, value)))
        return goals

    def _solver(self) -> z3.Solver:
        solver = z3.Solver()
        solver.set("rlimit", self.effort)
        solver.set("random_seed", 0)
        return solver


def instance(
    formula: Formula, values: Sequence[z3.ArithRef], state: dict[str, z3.ExprRef]
) -> tuple[z3.BoolRef, list[z3.ArithRef]]:
    """Return a law for these variables, and the amounts whose pages it reads.

    A state law speaks of `state`, where cells that are not in it stand for themselves; a step law of the step to it.
    """
    pairs: list[tuple[z3.ExprRef, z3.ExprRef]] = [
        (variable, value) for (_, variable), value in zip(formula.variables, values, strict=True)
    ]
    if formula.law.step:
        pairs += [(constant(name, AFTER), state.get(name, constant(name))) for name in formula.reads_after]
    else:
        pairs += [(constant(name), state[name]) for name in formula.reads if name in state]
    return z3.substitute(formula.term, *pairs), [z3.substitute(amount, *pairs) for amount in formula.page_amounts]


def _initial_terms() -> dict[str, z3.ExprRef]:
    start: dict[str, z3.ExprRef] = {}
    for cell in CELLS.values():
        if cell.name in INITIAL:
            start[cell.name] = constant(INITIAL[cell.name])
        elif cell.spec.kind is not Kind.SIZE:
            start[cell.name] = z3.IntVal(0) if cell.index is None else z3.K(z3.IntSort(), z3.IntVal(0))
            start[cell.total] = z3.IntVal(0)
    return start


def _argument_ranges(path: Path) -> list[z3.BoolRef]:
    ranges = []
    for _, sort, term in path.subjects:
        if sort is Flag:
            ranges.append(z3.And(term >= 0, term <= 1))
        elif isinstance(term, z3.ArithRef) and sort is not Request:
            ranges.append(term >= 0)
    return ranges


def _late_guard(path: Path) -> str:
    names = ", ".join(sorted(path.writes & CELLS.keys()))
    return (
        f"{path.where}: {path.name} may refuse ({path.refused}) after it has changed {names}; "
        "put guards before changes, so that a refusal changes nothing (law K9)"
    )


def _change(path: Path) -> _Goal:
    """Return the goal that the event changes something: an event that may do nothing hides a refusal."""
    written = [name for name in path.writes if CELLS.get(name) is not None and CELLS[name].spec.kind is not Kind.TALLY]
    term = z3.Or(*[path.after[name] != constant(name) for name in sorted(written)])
    return _Goal("T", "event_changes_something", path.where, "An event that is not refused changes the state.", term)


def _goal(formula: Formula, term: z3.BoolRef) -> _Goal:
    return _Goal(formula.law.id, formula.name, formula.law.where, formula.law.doc, term)


def _decide_all(solver: z3.Solver, goals: list[_Goal], path: Path) -> list[Obligation]:
    """Ask for all goals at once, and one by one only if some are not met.

    `not (a and b)` is unsatisfiable exactly if both `not a` and `not b` are, so the one answer is the answer to each;
    its time is shared out among them.
    """
    if not goals:
        return []
    started = time.perf_counter()
    if _decide(solver, z3.And(*[goal.term for goal in goals])) is Answer.PROVED:
        share = (time.perf_counter() - started) / len(goals)
        return [_record(path, goal, Answer.PROVED, share) for goal in goals]
    found = []
    for goal in goals:
        started = time.perf_counter()
        answer = _decide(solver, goal.term)
        found.append(_record(path, goal, answer, time.perf_counter() - started))
    return found


def _first_wrong(solver: z3.Solver, goals: list[_Goal]) -> str | None:
    """Return the id and name of one goal that is not met, or None if all are."""
    solver.push()
    try:
        solver.add(z3.Not(z3.And(*[goal.term for goal in goals])))
        verdict = solver.check()
        if verdict == z3.unsat:
            return None
        if verdict == z3.unknown:
            return "unknown"
        model = solver.model()
        wrong = [goal for goal in goals if z3.is_false(model.eval(goal.term, model_completion=True))]
        return f"{wrong[0].law_id} {wrong[0].law}" if wrong else "some law"
    finally:
        solver.pop()


def _decide(solver: z3.Solver, goal: z3.BoolRef) -> Answer:
    solver.push()
    try:
        solver.add(z3.Not(goal))
        verdict = solver.check()
    finally:
        solver.pop()
    if verdict == z3.unsat:
        return Answer.PROVED
    return Answer.REFUTED if verdict == z3.sat else Answer.UNKNOWN


def _record(path: Path, goal: _Goal, answer: Answer, seconds: float) -> Obligation:
    branches = () if answer.good else tuple(str(branch) for branch in path.branches)
    return Obligation(
        event=path.name,
        path=path.number,
        law_id=goal.law_id,
        law=goal.law,
        answer=answer,
        seconds=seconds,
        event_where=path.where,
        law_where=goal.where,
        sentence=goal.sentence,
        branches=branches,
    )
