"""The proof's questions as SMT-LIB 2 text, so that a solver other than z3 can be asked them.

One file for each statement of the proof: what is known, a first question whether that can be at all, and then one for
each obligation, whether it can fail. Laws that an event leaves untouched are asked too: the second solver then also
checks that a law which reads nothing that was written is kept. Beginnings of ways that z3 found impossible, and of
which the proof says no more, have a file of their own.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

import z3

from .fork import Possible
from .formula import Formula, Path, paths
from .goals import Goal, goal_of
from .language import Event
from .obligation import INITIALLY
from .prove import Prover
from .ranking import statements
from .statement import Statement
from .system import System


@dataclass(frozen=True, slots=True)
class Question:
    """One question of a file: its name, and the answer that z3's proof implies."""

    title: str
    expected: str


@dataclass(frozen=True, slots=True)
class Script:
    """One file: its name, its questions in order, and its text."""

    name: str
    questions: tuple[Question, ...]
    text: str


POSSIBLE_AT_ALL = "what is known can be"
"""The first question of a file. If it could not, everything would follow from it."""


def scripts(system: System, about: str, prover: Prover) -> Iterator[Script]:
    """Yield a file for each statement about an event, a ranking or the start of a system."""
    writer = _Writer(prover, f"{system.name}.")
    if about == INITIALLY:
        yield from map(writer.stated, prover.start())
    elif about in system.rankings:
        yield from map(writer.stated, statements(system.rankings[about], prover))
    elif about in system.events:
        yield from _of_an_event(writer, prover, system.events[about])


def _of_an_event(writer: _Writer, prover: Prover, event: Event) -> Iterator[Script]:
    impossible: list[Script] = []

    @contextmanager
    def possible(path: Path) -> Iterator[Possible]:
        cut: list[Sequence[z3.BoolRef]] = []
        with prover.possible(path) as ask, prover.knowing(path) as (solver, _, _):

            def asked(conditions: Sequence[z3.BoolRef]) -> bool:
                answer = ask(conditions)
                if not answer:
                    cut.append(conditions)
                return answer

            yield asked
            if cut:
                name = f"{path.name}.impossible.{len(impossible) + 1:03}"
                asks = [(f"beginning {i}", list(conditions)) for i, conditions in enumerate(cut, 1)]
                impossible.append(writer.script(name, solver.assertions(), asks))

    taken = paths(event, possible)
    yield from impossible
    yield from map(writer.stated, prover.statements(taken))


class _Writer:
    """Writes files of one prover; what many of them say is put into words once."""

    def __init__(self, prover: Prover, prefix: str) -> None:
        self.prover, self.prefix = prover, prefix
        self._lines: dict[int, tuple[z3.ExprRef, str, dict[str, str]]] = {}

    def stated(self, statement: Statement) -> Script:
        goals = [*statement.goals, *(self._kept(formula, statement.path) for formula in statement.untouched)]
        possible = statement.solver.check() != z3.unsat
        asks = [(f"{goal.law_id} {goal.law}", [z3.Not(goal.term)]) for goal in goals] if possible else []
        return self.script(statement.name, statement.solver.assertions(), asks, possible=possible)

    def _kept(self, formula: Formula, path: Path) -> Goal:
        term, _ = self.prover.instance(formula, self.prover.about(formula, path) or (), path.after)
        return goal_of(formula, term)

    def script(
        self,
        name: str,
        known: Iterable[z3.BoolRef],
        asks: Sequence[tuple[str, Sequence[z3.BoolRef]]],
        *,
        possible: bool = True,
    ) -> Script:
        """Write one file: what is known, and what is then asked of it, each without the others."""
        name = self.prefix + name
        questions = [
            Question(POSSIBLE_AT_ALL, "sat" if possible else "unsat"),
            *(Question(t, "unsat") for t, _ in asks),
        ]
        declared: dict[str, str] = {}
        body = [f"(assert {self._line(term, declared)})" for term in known]
        body.append("(check-sat)")
        for title, wrong in asks:
            lines = [f"(assert {self._line(self.prover.reader.turn(term), declared)})" for term in wrong]
            body += [f"; {title}", "(push 1)", *lines, "(check-sat)", "(pop 1)"]
        head = [f"; {name}", "(set-logic ALL)", *(text for _, text in sorted(declared.items()))]
        return Script(name, tuple(questions), "\n".join([*head, *body]) + "\n")

    def _line(self, term: z3.ExprRef, declared: dict[str, str]) -> str:
        known = self._lines.get(term.get_id())
        if known is None:
            leaves = {each.decl().name(): each.decl().sexpr() for each in _leaves(term)}
            known = self._lines[term.get_id()] = (term, " ".join(str(term.sexpr()).split()), leaves)
        declared.update(known[2])
        return known[1]


def _leaves(term: z3.ExprRef) -> Iterator[z3.ExprRef]:
    """Yield every use of a constant or of a function that is not built in."""
    seen: set[int] = set()
    todo = [term]
    while todo:
        current = todo.pop()
        if current.get_id() in seen:
            continue
        seen.add(current.get_id())
        if z3.is_app(current) and current.decl().kind() == z3.Z3_OP_UNINTERPRETED:
            yield current
        todo += current.children()
