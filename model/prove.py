"""Induction for any size: every law holds initially, and every event keeps every law on every path.

Hypotheses are the laws before the event, instantiated on the constants at hand, and the facts of `facts.py`; the goal
is one law after the event, for requests and adapters about which nothing else is known. The laws after the event are
never assumed, goals are never instantiated, and an answer that is not `unsat` is never counted as proved. Formulas are
free of quantifiers, so z3 decides them.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import partial
from itertools import product
from typing import Any

import z3

from . import facts
from .fields import Kind
from .fork import Possible
from .formula import AFTER, Formula, Path, formulas, paths
from .goals import Goal, change, goal_of, ranges, record, refusal
from .hand import at_hand
from .instance import Instance
from .language import Event, Law
from .obligation import INITIALLY, Answer, EventReport, Obligation
from .rules import REFUSAL_CHANGES_NOTHING
from .solve import EFFORT, UNKNOWN, decide_all, first_wrong, new_solver
from .sorts import Flag
from .system import system_of
from .worlds.layout import layout
from .worlds.terms import NOTHING, constant


@dataclass(frozen=True, slots=True)
class _Before:
    """A solver that knows what is true of every state on the things at hand, and the amounts whose pages it knows."""

    hand: facts.Hand
    solver: z3.Solver
    amounts: list[z3.ArithRef]


class Unsure(Exception):
    """The solver gave up, so that an event is neither proved nor refuted."""


class Prover:
    """Proves events against one set of laws."""

    def __init__(
        self,
        laws: Iterable[Law],
        effort: int = EFFORT,
        fixed: Mapping[str, int] | None = None,
        small: Callable[[int], Instance] | None = None,
    ) -> None:
        """Read every law once. `fixed` are sizes that are taken as given: the variant of the system that is proved.

        Counterexamples are looked for in the `small` instances, which are the system's own if none are given.
        """
        self.effort = effort
        self.formulas = [formula for law in laws for formula in formulas(law)]
        self.state_formulas = [formula for formula in self.formulas if not formula.law.step]
        (schema,) = {formula.law.schema for formula in self.formulas}
        self.layout = layout(schema)
        self.small = small or system_of(schema).instance
        self.fixed = dict(fixed or {})
        self.given = [constant(self.layout, name) == value for name, value in self.fixed.items()]
        self._kept: _Before | None = None
        sorts = dict.fromkeys(sort for cell in self.layout.cells.values() for sort in cell.indices)
        self._anybody = [formula.variables for formula in self.formulas if formula.law.of is None]
        named = dict.fromkeys(sort for variables in self._anybody for sort, _ in variables)
        self._sorts = list({**sorts, **named})
        self.generic: dict[Any, tuple[z3.ArithRef, ...]] = {sort: self._generic(sort) for sort in self._sorts}

    def _generic(self, sort: Any) -> tuple[z3.ArithRef, ...]:
        """Return as many constants of a sort as a law has variables, or a map has keys, of it."""
        most = max(
            *(sum(s is sort for s, _ in variables) for variables in self._anybody),
            *(cell.indices.count(sort) for cell in self.layout.cells.values()),
        )
        named = f"any!{self._sorts.index(sort)}!{sort.__name__.lower()}"  # the place tells sorts of one name apart
        return tuple(z3.Int(f"{named}!{i}") for i in range(most))

    def initially(self) -> EventReport:
        """Show that every state law holds in the initial state."""
        started = time.perf_counter()
        start = self._initial_terms()
        goals, amounts = [], []
        for formula in self.state_formulas:
            term, used = self.instance(formula, self.own_variables(formula), start)
            goals.append(goal_of(formula, term))
            amounts += used
        goals += ranges(self.layout, replace(Path.initial(), after=start, writes=frozenset(start)), self.generic)
        solver = new_solver(self.effort)
        hand = facts.Hand(self.layout, self.generic)
        solver.add(*self.given, *facts.domains(hand), *facts.pages(amounts))
        found = decide_all(solver, goals, Path.initial())
        return EventReport(INITIALLY, 1, 0, tuple(found), (), time.perf_counter() - started)

    def unbreakable(self) -> list[str]:
        """Return what is wrong with laws that no state can break: they say nothing, and proving them proves nothing."""
        problems = []
        for formula in self.formulas:
            own = formula.variables if formula.law.of is not None else ()
            values = self.own_variables(formula) if formula.law.of is None else tuple(term for _, term in own)
            hand = facts.Hand(
                self.layout,
                {sort: (*known, *(term for s, term in own if s is sort)) for sort, known in self.generic.items()},
            )
            after = {name: constant(self.layout, name, AFTER) for name in formula.reads_after}
            term, amounts = self.instance(formula, values, after)
            solver = new_solver(self.effort)
            solver.add(*self.given, *argument_ranges(own), *facts.domains(hand), *facts.sums(hand))
            if formula.law.step:
                later = partial(constant, self.layout, mark=AFTER)
                solver.add(*facts.domains(hand, later), *facts.sums(hand, later))
            solver.add(*facts.pages(amounts), z3.Not(term))
            if solver.check() != z3.sat:
                problems.append(f"{formula.law.where}: no state breaks {formula.name}, so it says nothing")
        return problems

    def event(self, event: Event, laws: frozenset[str] = frozenset()) -> EventReport:
        """Show that the event keeps every law, on every path, refuses without a change, and can happen at all.

        With `laws` (names or ids), only those are shown; all of them are hypotheses as ever.
        """
        started = time.perf_counter()
        every = paths(event, self.possible)
        obligations: list[Obligation] = []
        problems: list[str] = []
        taken = 0
        for path in every:
            if path.refused is not None:
                obligations += [each for each in [refusal(path)] if not laws or {each.law_id, each.law} & laws]
                continue
            results = self._path(path, laws)
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
        """Return what is refuted of the event, in a few words, or None if it is proved. Stops at the first.

        Where the solver gives up nothing is refuted, and `Unsure` is raised at the end: it is not proved either.
        """
        taken, unsure = False, False
        for path in paths(event, self.possible):
            if path.refused is not None:
                if path.writes:
                    return f"{event.name}: {REFUSAL_CHANGES_NOTHING.id} {REFUSAL_CHANGES_NOTHING.name}"
                continue
            with self._stated(path) as stated:
                if stated is None:
                    continue
                taken = True
                solver, goals, _ = stated
                wrong = first_wrong(solver, goals)
            if wrong is not None and wrong != UNKNOWN:
                return f"{event.name}: {wrong}"
            unsure = unsure or wrong == UNKNOWN
        if unsure:
            raise Unsure(f"the solver gave up on {event.name}")
        return None if taken else f"{event.name} can never happen"

    def _path(self, path: Path, laws: frozenset[str]) -> list[Obligation] | None:
        """Return the obligations of a path, or None if no state that meets the laws takes it."""
        with self._stated(path) as stated:
            if stated is None:
                return None
            solver, goals, untouched = stated
            nothing = z3.BoolVal(val=True)
            kept = [record(path, goal_of(formula, nothing), Answer.UNTOUCHED, 0.0) for formula in untouched]
            asked = [goal for goal in goals if not laws or {goal.law_id, goal.law.split("[")[0]} & laws]
            kept = [each for each in kept if not laws or {each.law_id, each.law.split("[")[0]} & laws]
            return kept + decide_all(solver, asked, path)

    @contextmanager
    def possible(self, path: Path) -> Iterator[Possible]:
        """Give what tells whether conditions can hold at once, in a state that meets the laws, for these arguments."""
        with self.knowing(path) as (solver, _, _):

            def ask(conditions: Sequence[z3.BoolRef]) -> bool:
                solver.push()
                try:
                    solver.add(*conditions)
                    return bool(solver.check() != z3.unsat)
                finally:
                    solver.pop()

            yield ask

    @contextmanager
    def _stated(self, path: Path) -> Iterator[tuple[z3.Solver, list[Goal], list[Formula]] | None]:
        """Give what a path knows, what is to be shown, and the laws it leaves untouched; None if unreachable."""
        with self.knowing(path) as (solver, hand, known):
            if solver.check() == z3.unsat:
                yield None
                return
            untouched: list[Formula] = []
            goals: list[Goal] = []
            amounts: list[z3.ArithRef] = []
            for formula in self.formulas:
                if not formula.law.step and not (formula.reads & path.writes):
                    untouched.append(formula)
                    continue
                about = self.about(formula, path)
                if about is None:
                    continue
                term, used = self.instance(formula, about, path.after)
                goals.append(goal_of(formula, term))
                amounts += used
            solver.add(*facts.pages(amounts, known))
            changed = [change(path, path.event, hand)] if path.event is not None else []
            yield solver, [*goals, *ranges(self.layout, path, self.generic), *changed], untouched

    @contextmanager
    def knowing(self, path: Path) -> Iterator[tuple[z3.Solver, facts.Hand, list[z3.ArithRef]]]:
        """Give a solver that knows what is true on a path, the things at hand, and the amounts whose pages it knows.

        Known are the path's conditions, the ranges of the event's arguments, every law before the event, and the facts.
        """
        before = self._before(at_hand(self.layout, self.generic, path))
        before.solver.push()
        try:
            before.solver.add(
                *path.conditions, *argument_ranges(path.things), *facts.pages(path.page_amounts, before.amounts)
            )
            yield before.solver, before.hand, [*before.amounts, *path.page_amounts]
        except BaseException:
            self._kept = None  # whatever was interrupted, the next question starts from a new solver
            raise
        finally:
            before.solver.pop()

    def _before(self, hand: facts.Hand) -> _Before:
        """Return what is known of every state, on the things at hand: the same for all paths of an event."""
        if self._kept is not None and self._kept.hand.name == hand.name:
            return self._kept
        laws: list[z3.BoolRef] = []
        amounts: list[z3.ArithRef] = []
        for formula in self.state_formulas:
            for values in product(*(hand.of(sort) for sort, _ in formula.variables)):
                term, used = self.instance(formula, values, {})
                laws.append(term)
                amounts += used
        solver = new_solver(self.effort)
        solver.add(*self.given, *laws, *facts.domains(hand), *facts.sums(hand), *facts.pages(amounts))
        self._kept = _Before(hand, solver, amounts)
        return self._kept

    def about(self, formula: Formula, path: Path) -> tuple[z3.ArithRef, ...] | None:
        """Return what a law is shown of on a path: anybody, or what the event was called with; None if it is not shown.

        What one event does with its arguments is not shown of other events, nor on a path for another pool.
        """
        of = formula.law.of
        if of is None:
            return self.own_variables(formula)
        if path.event is None or path.event.name != of.name or path.pools != formula.pools:
            return None
        return tuple(term for _, term in path.things)

    def own_variables(self, formula: Formula) -> tuple[z3.ArithRef, ...]:
        """Return one generic constant for each variable of a law, a different one for each of the same sort."""
        left: dict[Any, list[z3.ArithRef]] = {sort: list(constants) for sort, constants in self.generic.items()}
        return tuple(left[sort].pop(0) for sort, _ in formula.variables)

    def instance(
        self, formula: Formula, values: Sequence[z3.ArithRef], state: Mapping[str, z3.ExprRef]
    ) -> tuple[z3.BoolRef, list[z3.ArithRef]]:
        """Return a law for these variables, and the amounts whose pages it reads.

        A state law speaks of `state`, where cells not in it stand for themselves; a step law of the step to it.
        """
        pairs: list[tuple[z3.ExprRef, z3.ExprRef]] = [
            (variable, value) for (_, variable), value in zip(formula.variables, values, strict=True)
        ]
        if formula.law.step:
            pairs += [
                (constant(self.layout, name, AFTER), state.get(name, constant(self.layout, name)))
                for name in formula.reads_after
            ]
        else:
            pairs += [(constant(self.layout, name), state[name]) for name in formula.reads if name in state]
        return z3.substitute(formula.term, *pairs), [z3.substitute(amount, *pairs) for amount in formula.page_amounts]

    def _initial_terms(self) -> dict[str, z3.ExprRef]:
        start: dict[str, z3.ExprRef] = {}
        for name, depth in self.layout.depth.items():
            if self.layout.cell_of(name).spec.kind is not Kind.SIZE:
                start[name] = NOTHING[depth]
        for name, source in self.layout.initial.items():
            value = constant(self.layout, source)
            start[name] = value if not self.layout.depth[name] else z3.K(z3.IntSort(), value)
        return start


def argument_ranges(arguments: Iterable[tuple[Any, z3.ArithRef]]) -> list[z3.BoolRef]:
    """Say that amounts and numbers of things are not negative, and flags are flags."""
    return [z3.And(term >= 0, term <= 1) if sort is Flag else term >= 0 for sort, term in arguments]
