"""Progress for any size: an amount that is never negative, and that every move lessens, until nothing is left to do.

Shown are three things. *Down*: every move, whatever its arguments, lessens the amount on each of its paths. *Floor*:
the amount is never negative. *Not stuck*: for whatever has not reached the goal, one of the moves can be made, with the
arguments that the ranking names. So from any state that meets the laws, moves alone come to an end, after at most as
many as the amount says, and where they end everything has reached the goal. Nothing is said of runs in which other
events come between; an engine that drains takes in nothing new.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import z3

from .fork import Fork, ways
from .formula import Path, formulas, paths
from .goals import Goal
from .knowledge import argument_ranges
from .language import Event, Ranking
from .obligation import EventReport, Obligation
from .prove import Prover
from .solve import decide_all
from .statement import Statement
from .worlds.symbolic import SymbolicWorld
from .worlds.terms import constant, term_of


def rank(ranking: Ranking, prover: Prover) -> EventReport:
    """Return what is shown of a ranking, as the report of an event of its name."""
    started = time.perf_counter()
    found: list[Obligation] = []
    problems: list[str] = []
    for stated in statements(ranking, prover):
        if stated.solver.check() != z3.unsat:
            found += decide_all(stated.solver, stated.goals, stated.path)
        elif stated.path.event is None:
            problems.append(f"{ranking.where}: {ranking.name} says nothing: everything has always reached its goal")
    return EventReport(ranking.name, len(found), 0, tuple(found), tuple(problems), time.perf_counter() - started)


def statements(ranking: Ranking, prover: Prover) -> Iterator[Statement]:
    """State what is to be shown of a ranking: of each way through each of its moves, and of whatever is not done."""
    measure = _measure(ranking)
    for event in dict.fromkeys(event for event, _ in ranking.moves):
        for path in paths(event, prover.possible):
            if path.refused is None:
                yield from _down(ranking, measure, path, prover)
    yield from _not_stuck(ranking, prover)


def _measure(ranking: Ranking) -> z3.ArithRef:
    """Return the amount as a term; a branch in it becomes an `if` of the term."""

    def run(fork: Fork) -> z3.ExprRef:
        return term_of(ranking.body(SymbolicWorld(ranking.schema, fork)))

    parts = [(fork.conditions, term) for fork, term in ways(run, ranking.name)]
    _, amount = parts[-1]
    for conditions, term in reversed(parts[:-1]):
        amount = z3.If(z3.And(*conditions), term, amount)
    return amount


def _goal(ranking: Ranking, part: str, sentence: str, term: z3.BoolRef) -> Goal:
    return Goal(ranking.id, f"{ranking.name}[{part}]", ranking.where, sentence, term)


def _down(ranking: Ranking, measure: z3.ArithRef, path: Path, prover: Prover) -> Iterator[Statement]:
    """State, once, that a way through a move lessens the amount."""
    with prover.knowing(path) as (solver, _, _):
        after = [(constant(prover.layout, name), term) for name, term in path.after.items()]
        goals = [
            _goal(ranking, "down", f"{path.name} lessens the amount.", z3.substitute(measure, *after) < measure),
            _goal(ranking, "floor", "The amount is never negative.", measure >= 0),
        ]
        yield Statement(f"{ranking.name}.{path.name}.{path.number:03}", path, solver, goals, [])


def _not_stuck(ranking: Ranking, prover: Prover) -> Iterator[Statement]:
    """State, once, that in every state that meets the laws, whatever has not reached the goal can make a move."""
    (formula,) = formulas(ranking.until)
    own = dict(zip([name for name, _ in ranking.until.params], formula.variables, strict=True))
    subjects = tuple((name, sort, variable) for name, (sort, variable) in own.items())
    enabled: list[z3.BoolRef] = []
    amounts: list[z3.ArithRef] = list(formula.page_amounts)
    for event, args in ranking.moves:
        given = {name: _argument(each, own) for (name, _), each in zip(event.params, args, strict=True)}
        able, used = _enabled(event, given)
        enabled += able
        amounts += used
    path = Path(None, 0, subjects, page_amounts=tuple(amounts))
    with prover.knowing(path) as (solver, _, _):
        solver.add(z3.Not(formula.term))
        sentence = "Whatever has not reached the goal can make a move."
        goal = _goal(ranking, "not stuck", sentence, z3.Or(*enabled))
        yield Statement(f"{ranking.name}.not_stuck", path, solver, [goal], [])


def _argument(given: str | int, own: dict[str, Any]) -> z3.ExprRef:
    return z3.IntVal(given) if isinstance(given, int) else own[given][1]


def _enabled(event: Event, given: dict[str, z3.ExprRef]) -> tuple[list[z3.BoolRef], list[z3.ArithRef]]:
    """Return, for each way that is not refused, the condition under which the event takes it with these arguments."""
    able: list[z3.BoolRef] = []
    amounts: list[z3.ArithRef] = []
    for path in paths(event):
        if path.refused is None:
            pairs = [(term, given[name]) for name, _, term in path.subjects]
            able.append(z3.substitute(z3.And(*path.conditions, *argument_ranges(path.things)), *pairs))
            amounts += [z3.substitute(amount, *pairs) for amount in path.page_amounts]
    return able, amounts
