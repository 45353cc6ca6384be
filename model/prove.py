"""Induction for any size: every law holds initially, and every event keeps every law on every path.

The goal is one law after the event, for requests and adapters about which nothing else is known, from what
`knowledge.py` knows of the state before it. The laws after the event are never assumed, goals are never instantiated,
and an answer that is not `unsat` is never counted as proved. Formulas are free of quantifiers, so z3 decides them.
"""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator
from dataclasses import replace
from enum import IntEnum

import z3

from . import facts
from .fields import Kind
from .formula import AFTER, Formula, Key, Path, paths
from .goals import Goal, change, goal_of, key_goal, ranges, record, refusal
from .knowledge import Knowledge, argument_ranges
from .language import Event
from .obligation import INITIALLY, Answer, EventReport, Obligation
from .rules import REFUSAL_CHANGES_NOTHING, RULES
from .solve import UNKNOWN, decide_all, first_wrong, new_solver
from .statement import Statement
from .worlds.terms import constant


class Unsure(Exception):
    """The solver gave up, so that an event is neither proved nor refuted."""


class Prover(Knowledge):
    """Proves events against one set of laws."""

    def initially(self) -> EventReport:
        """Show that every state law holds in the initial state."""
        started = time.perf_counter()
        found = [each for stated in self.start() for each in decide_all(stated.solver, stated.goals, stated.path)]
        return EventReport(INITIALLY, 1, 0, tuple(found), (), time.perf_counter() - started)

    def start(self) -> Iterator[Statement]:
        """State that every state law holds in the initial state, and that laws look up nothing but things."""
        start = self.initial_terms()
        path = replace(Path.initial(), after=start, writes=frozenset(start))
        goals, amounts = [], []
        for formula in self.state_formulas:
            term, used = self.instance(formula, self.own_variables(formula), start)
            goals.append(goal_of(formula, term))
            amounts += used
        goals += ranges(self.layout, path, self.generic)
        solver = new_solver(self.effort)
        solver.add(*self.given, *facts.domains(facts.Hand(self.layout, self.generic)), *facts.pages(amounts))
        yield Statement(INITIALLY, path, solver, goals, [])
        looked_up = [key_goal(formula.law, key) for formula in self.formulas for key in formula.keys]
        if looked_up:
            solver = new_solver(self.effort)
            for formula in self.formulas:
                own = {sort: tuple(term for s, term in formula.variables if s is sort) for sort, _ in formula.variables}
                solver.add(*self.given, *facts.domains(facts.Hand(self.layout, own)))
            yield Statement(f"{INITIALLY}.keys", path, solver, looked_up, [])

    def unbreakable(self) -> list[str]:
        """Return what is wrong with laws that no state can break: they say nothing, and proving them proves nothing."""
        later = self._later
        solvers: dict[tuple[tuple[int, ...], ...], z3.Solver] = {}
        problems = []
        for formula in self.formulas:
            own = formula.variables if formula.law.of is not None else ()
            values = self.own_variables(formula) if formula.law.of is None else tuple(term for _, term in own)
            named = {sort: tuple(term for s, term in own if s is sort) for sort in self.generic}
            hand = facts.Hand(self.layout, {sort: (*known, *named[sort]) for sort, known in self.generic.items()})
            solver = solvers.get(hand.name)
            if solver is None:
                solver = solvers[hand.name] = new_solver(self.effort, self.reader)
                solver.add(*self.given, *facts.domains(hand), *facts.sums(hand))
                solver.add(*facts.domains(hand, later), *facts.sums(hand, later))
            after = {name: later(name) for name in formula.reads_after}
            term, amounts = self.instance(formula, values, after)
            solver.push()
            solver.add(*argument_ranges(own), *facts.pages(amounts), z3.Not(term))
            if solver.check() != z3.sat:
                problems.append(f"{formula.law.where}: no state breaks {formula.name}, so it says nothing")
            solver.pop()
        return problems

    def _later(self, name: str) -> z3.ExprRef:
        """Return what a cell is after a step. Capacities are what they were."""
        fixed = self.layout.cell_of(name).spec.kind is Kind.SIZE
        return constant(self.layout, name, *([] if fixed else [AFTER]))

    def _refused(self, every: Iterable[Path]) -> list[Path]:
        """Return the ways that refuse, without those that would have changed something and that no state takes."""
        return [path for path in every if path.refused is not None and not (path.writes and self._impossible(path))]

    def _impossible(self, path: Path) -> bool:
        with self.knowing(path) as (solver, _, _):
            return bool(solver.check() == z3.unsat)

    def event(self, event: Event, laws: frozenset[str] = frozenset()) -> EventReport:
        """Show that the event keeps every law, on every path, refuses without a change, and can happen at all.

        With `laws` (names or ids), only those are shown; all of them are hypotheses as ever.
        """
        started = time.perf_counter()
        every = paths(event, self.possible)
        refused = self._refused(every)
        obligations = [each for each in map(refusal, refused) if _wanted(each, laws)]
        found: list[Obligation] = []
        happens = {path.pools: False for path in every}
        taken = 0
        for stated in self.statements(every):
            path = stated.path
            if stated.whole and not (path.asked and happens[path.pools]):
                if stated.solver.check() == z3.unsat:
                    continue  # no state that meets the laws takes this way
                happens[path.pools] = True
            taken += stated.whole
            nothing = z3.BoolVal(val=True)
            kept = [record(path, goal_of(each, nothing), Answer.UNTOUCHED, 0.0) for each in stated.untouched]
            found += [each for each in kept if _wanted(each, laws)]
            found += decide_all(stated.solver, [goal for goal in stated.goals if _wanted(goal, laws)], path)
        return EventReport(
            event.name,
            paths=taken,
            refusing_paths=len(refused),
            obligations=(*obligations, *(found if all(happens.values()) else ())),
            problems=tuple(_never(event, pools) for pools, does in happens.items() if not does),
            seconds=time.perf_counter() - started,
        )

    def first_failure(self, event: Event) -> str | None:
        """Return what is refuted of the event, in a few words, or None if it is proved. Stops at the first.

        Where the solver gives up nothing is refuted, and `Unsure` is raised at the end: it is not proved either.
        """
        unsure = False
        every = paths(event, self.possible)
        happens = {path.pools: False for path in every}
        if any(path.writes for path in self._refused(every)):
            return f"{event.name}: {REFUSAL_CHANGES_NOTHING.id} {REFUSAL_CHANGES_NOTHING.name}"
        for stated in self.statements(every):
            pools = stated.path.pools
            happens[pools] = happens[pools] or (stated.whole and stated.solver.check() != z3.unsat)
            wrong = first_wrong(stated.solver, stated.goals)
            if wrong is not None and wrong != UNKNOWN:
                return f"{event.name}: {wrong}"
            unsure = unsure or wrong == UNKNOWN
        if unsure:
            raise Unsure(f"the solver gave up on {event.name}")
        return next((_never(event, pools) for pools, does in happens.items() if not does), None)

    def statements(self, every: Iterable[Path]) -> Iterator[Statement]:
        """State what is to be shown of an event: on each path that is taken, and of each key that is computed."""
        asked: set[tuple[int, ...]] = set()
        for path in every:
            if path.refused is None:
                yield from self._taken(path)
            for key in path.keys:
                if key.name not in asked:
                    asked.add(key.name)
                    yield from self._looked_up(path, key, len(asked))

    def _taken(self, path: Path) -> Iterator[Statement]:
        """State, once, what is to be shown of a path that is taken."""
        with self.knowing(path) as (solver, hand, known):
            untouched: list[Formula] = []
            goals: list[Goal] = []
            amounts: list[z3.ArithRef] = []
            for formula in self.formulas:
                about = self.about(formula, path)
                if about is None:
                    continue
                if not formula.law.step and not formula.reads & path.writes:
                    untouched.append(formula)
                    continue
                term, used = self.instance(formula, about, path.after)
                goals.append(goal_of(formula, term))
                amounts += used
            solver.add(*facts.pages(amounts, known))
            changed = [change(path, path.event, hand)] if path.event is not None else []
            goals += [*ranges(self.layout, path, self.generic), *changed]
            yield Statement(f"{path.name}.{path.number:03}", path, solver, goals, untouched)

    def _looked_up(self, path: Path, key: Key, number: int) -> Iterator[Statement]:
        """State, once, that a key is a thing under the conditions that came before it was used."""
        before = replace(path, conditions=key.conditions)
        with self.knowing(before) as (solver, _, _):
            goals = [key_goal(path.event, key)] if path.event is not None else []
            yield Statement(f"{path.name}.key.{number:03}", before, solver, goals, [], whole=False)


_RULE_NAMES = {rule.id: rule.name for rule in RULES}


def _wanted(asked: Obligation | Goal, laws: frozenset[str]) -> bool:
    """Whether something is asked for by its id, by its name, or by the name of its rule."""
    named = {asked.law_id, asked.law.split("[")[0], _RULE_NAMES.get(asked.law_id, "")}
    return not laws or bool(named & laws)


def _never(event: Event, pools: tuple[IntEnum, ...]) -> str:
    of = f" for {', '.join(pool.name for pool in pools)}" if pools else ""
    return f"{event.where}: {event.name} can never happen{of}: its guards contradict each other or the laws"
