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
from .formula import Key, Path, formulas, keys_of, paths
from .goals import Goal, key_goal
from .knowledge import argument_ranges
from .language import Event, ModelError, Ranking
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
        elif stated.path.event is None:  # the last of them: nothing is ever on its way to the goal
            problems.append(f"{ranking.where}: {ranking.name} says nothing: everything has always reached its goal")
    return EventReport(ranking.name, len(found), 0, tuple(found), tuple(problems), time.perf_counter() - started)


def statements(ranking: Ranking, prover: Prover) -> Iterator[Statement]:
    """State what is to be shown of a ranking: of each way through each of its moves, and of whatever is not done."""
    measure = _Measure(ranking)
    yield from _floor(ranking, measure, prover)
    for event in dict.fromkeys(event for event, _ in ranking.moves):
        for path in paths(event, prover.possible):
            if path.refused is None:
                yield from _down(ranking, measure, path, prover)
    yield from _not_stuck(ranking, prover)


class _Measure:
    """The amount as a term, in which a branch is an `if`, and the keys that it is looked up at."""

    def __init__(self, ranking: Ranking) -> None:
        self.keys: list[Key] = []

        def run(fork: Fork) -> z3.ExprRef:
            world = SymbolicWorld(ranking.schema, fork)
            term = term_of(ranking.body(world))
            if world.writes:
                raise ModelError(f"{ranking.where}: {ranking.name} changes the state; an amount only looks")
            self.keys += keys_of(fork, world)
            return term

        parts = [(fork.conditions, term) for fork, term in ways(run, ranking.name)]
        _, self.term = parts[-1]
        for conditions, term in reversed(parts[:-1]):
            self.term = z3.If(z3.And(*conditions), term, self.term)


def _goal(ranking: Ranking, part: str, sentence: str, term: z3.BoolRef) -> Goal:
    return Goal(ranking.id, f"{ranking.name}[{part}]", ranking.where, sentence, term)


def _floor(ranking: Ranking, measure: _Measure, prover: Prover) -> Iterator[Statement]:
    """State, once, that the amount is never negative, in whatever state; and that nothing but things is looked up."""
    path = Path(None, 0)
    (formula,) = formulas(ranking.until)
    with prover.knowing(path) as (solver, _, _):
        goals = [_goal(ranking, "floor", "The amount is never negative.", measure.term >= 0)]
        goals += [key_goal(ranking, key) for key in measure.keys]
        yield Statement(f"{ranking.name}.floor", path, solver, goals, [])
    if formula.keys:
        subjects = tuple(
            (name, sort, variable)
            for (name, _), (sort, variable) in zip(ranking.until.params, formula.variables, strict=True)
        )
        path = Path(None, 0, subjects)
        with prover.knowing(path) as (solver, _, _):
            goals = [key_goal(ranking.until, key) for key in formula.keys]
            yield Statement(f"{ranking.name}.until.keys", path, solver, goals, [])


def _down(ranking: Ranking, measure: _Measure, path: Path, prover: Prover) -> Iterator[Statement]:
    """State, once, that a way through a move lessens the amount."""
    with prover.knowing(path) as (solver, _, _):
        after = [(constant(prover.layout, name), term) for name, term in path.after.items()]
        less = z3.substitute(measure.term, *after) < measure.term
        goal = _goal(ranking, "down", f"{path.name} lessens the amount.", less)
        yield Statement(f"{ranking.name}.{path.name}.{path.number:03}", path, solver, [goal], [])


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
