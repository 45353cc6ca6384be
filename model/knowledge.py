"""What is known before an event, and what a law says of a state: laws and facts, instantiated on the things at hand.

Hypotheses are the laws before the event, instantiated on the constants at hand, and the facts of `facts.py`. The laws
after the event are never among them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from typing import Any

import z3

from . import facts
from .fields import Kind
from .fork import Possible
from .formula import AFTER, Formula, Path, formulas
from .hand import at_hand
from .instance import Instance
from .language import Law
from .reading import Reader
from .solve import EFFORT, new_solver
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


class Knowledge:
    """What one set of laws says of states, on the constants at hand."""

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
        self.reader = Reader()
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
        things = {sort: [self.reader.turn(term) for term in terms] for sort, terms in hand.things.items()}
        for formula in self.state_formulas:
            for values in product(*(things[sort] for sort, _ in formula.variables)):
                pairs = [(variable, value) for (_, variable), value in zip(formula.variables, values, strict=True)]
                laws.append(z3.substitute(formula.without_maps, *pairs))
                amounts += [z3.substitute(amount, *pairs) for amount in formula.page_amounts]
        solver = new_solver(self.effort, self.reader)
        solver.add_turned(laws)
        solver.add(*self.given, *facts.domains(hand), *facts.sums(hand), *facts.pages(amounts))
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

    def initial_terms(self) -> dict[str, z3.ExprRef]:
        """Return the initial state: nothing anywhere, but what starts as another thing does."""
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
