"""Asking z3: one question for all goals of a path, and one by one only where that is not enough."""

from __future__ import annotations

import time
from collections.abc import Iterable

import z3

from .formula import Path
from .goals import Goal, record
from .obligation import Answer, Obligation
from .reading import Reader

EFFORT = 50_000_000
"""z3's resource limit for one question. A count, not a time, so that the answer is the same on every machine."""


UNKNOWN = "unknown"
"""What is said of a path where the solver gave up."""


class Solver(z3.Solver):  # type: ignore[misc]  # z3 has no types
    """A z3 solver that is told everything in terms without maps."""

    def __init__(self, reader: Reader) -> None:
        """Know nothing yet; a reader that is shared remembers what it has turned for another solver."""
        super().__init__()
        self._reader = reader

    def add(self, *terms: z3.BoolRef) -> None:
        """Tell the solver that terms hold."""
        super().add(*[self._reader.turn(term) for term in terms])

    def turn(self, term: z3.ExprRef) -> z3.ExprRef:
        """Return a term as this solver is told it."""
        return self._reader.turn(term)

    def add_turned(self, terms: Iterable[z3.BoolRef]) -> None:
        """Tell the solver that terms hold that have no maps."""
        super().add(*terms)


def new_solver(effort: int, reader: Reader | None = None) -> Solver:
    """Return a solver whose answers depend on the questions and the effort only."""
    solver = Solver(reader or Reader())
    solver.set("rlimit", effort)
    solver.set("random_seed", 0)
    solver.set("smt.arith.solver", 2)  # these two only choose how it searches: here they halve the time
    solver.set("smt.relevancy", 0)
    return solver


def decide_all(solver: z3.Solver, goals: list[Goal], path: Path) -> list[Obligation]:
    """Ask for all goals at once, and one by one only if some are not met.

    `not (a and b)` is unsatisfiable exactly if both `not a` and `not b` are, so the one answer is the answer to each;
    its time is shared out among them.
    """
    if not goals:
        return []
    started = time.perf_counter()
    if _decide(solver, z3.And(*[goal.term for goal in goals])) is Answer.PROVED:
        share = (time.perf_counter() - started) / len(goals)
        return [record(path, goal, Answer.PROVED, share) for goal in goals]
    found = []
    for goal in goals:
        started = time.perf_counter()
        answer = _decide(solver, goal.term)
        found.append(record(path, goal, answer, time.perf_counter() - started))
    return found


def first_wrong(solver: Solver, goals: list[Goal]) -> str | None:
    """Return the id and name of one goal that is not met, or None if all are."""
    solver.push()
    try:
        solver.add(z3.Not(z3.And(*[goal.term for goal in goals])))
        verdict = solver.check()
        if verdict == z3.unsat:
            return None
        if verdict == z3.unknown:
            return UNKNOWN
        model = solver.model()
        wrong = [goal for goal in goals if z3.is_false(model.eval(solver.turn(goal.term), model_completion=True))]
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
