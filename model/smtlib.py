"""Obligations as SMT-LIB 2 text, so that a solver other than z3 can be asked.

One file for each way through an event: what is known on it, a first question whether that can be at all, and then
whether it can be while an obligation fails. Laws that the event leaves untouched are asked too: the second solver then
also checks that a law which reads nothing that was written is kept. What a bulk change left as a function of the key is
read out by hand here (`beta`), as SMT-LIB has no functions as values.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain

import z3

from . import facts
from .formula import Path, paths
from .goals import Goal, change, goal_of, ranges
from .language import Event
from .prove import Prover


@dataclass(frozen=True, slots=True)
class Script:
    """One file: its name, the names of its obligations, its text, and the answers that z3's proof implies."""

    name: str
    obligations: tuple[str, ...]
    text: str
    expected: tuple[str, ...]


def scripts(event: Event, prover: Prover) -> Iterator[Script]:
    """Yield a file for each way through an event that is not refused."""
    for path in paths(event):
        if path.refused is None:
            yield _script(event, path, prover)


def _script(event: Event, path: Path, prover: Prover) -> Script:
    with prover.knowing(path) as (solver, hand, known):
        name = f"{event.schema.system}.{event.name}.{path.number:03}"
        hypotheses = list(solver.assertions())
        if solver.check() == z3.unsat:
            text = _text(name, ["No state that meets the laws takes this way."], hypotheses, [])
            return Script(name, (), text, ("unsat",))
        goals: list[Goal] = []
        amounts: list[z3.ArithRef] = []
        for formula in prover.formulas:
            about = prover.about(formula, path)
            if about is None:
                continue
            term, used = prover.instance(formula, about, path.after)
            goals.append(goal_of(formula, term))
            amounts += used
        goals += [*ranges(prover.layout, path, prover.generic), change(path, event, hand)]
        hypotheses += facts.pages(amounts, known)
        titles = [f"{goal.law_id} {goal.law}" for goal in goals]
        text = _text(name, titles, hypotheses, [z3.Not(z3.And(*[goal.term for goal in goals]))])
        return Script(name, tuple(titles), text, ("sat", "unsat"))


def _text(name: str, titles: list[str], hypotheses: list[z3.BoolRef], wrong: list[z3.BoolRef]) -> str:
    known, asked = [beta(term) for term in hypotheses], [beta(term) for term in wrong]
    lines = [f"; {name}", *(f";   {title}" for title in titles), "(set-logic ALL)"]
    constants = {term.decl().name(): term.decl() for each in (*known, *asked) for term in _leaves(each)}
    lines += [declaration.sexpr() for _, declaration in sorted(constants.items())]
    lines += [f"(assert {_line(term)})" for term in known]
    lines.append("(check-sat)")
    for term in asked:
        lines += [f"(assert {_line(term)})", "(check-sat)"]
    return "\n".join(lines) + "\n"


def _line(term: z3.ExprRef) -> str:
    return " ".join(str(term.sexpr()).split())


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


def beta(term: z3.ExprRef) -> z3.ExprRef:
    """Return a term without functions of keys: what is read of one, at a key, is put in the place of the reading."""
    done: dict[int, z3.ExprRef] = {}

    def visit(current: z3.ExprRef) -> z3.ExprRef:
        known = done.get(current.get_id())
        if known is None:
            children = [visit(child) for child in current.children()] if z3.is_app(current) else []
            if z3.is_select(current):
                known = _read(children[0], children[1])
            elif not children and (z3.is_and(current) or z3.is_or(current)):
                known = z3.BoolVal(z3.is_and(current))  # SMT-LIB wants at least one part
            else:
                known = current.decl()(*children) if children else current
            done[current.get_id()] = known
        return known

    return visit(term)


def _read(array: z3.ExprRef, key: z3.ExprRef) -> z3.ExprRef:
    """Return what an array holds at a key, looking into functions and constant arrays, and through what hides one."""
    if z3.is_quantifier(array):
        return beta(z3.substitute_vars(array.body(), key))
    if z3.is_const_array(array):
        return array.children()[0]
    if _hides(array) and z3.is_store(array):
        before, at, value = array.children()
        return z3.If(at == key, value, _read(before, key))
    if _hides(array) and z3.is_app_of(array, z3.Z3_OP_ITE):
        condition, yes, no = array.children()
        return z3.If(condition, _read(yes, key), _read(no, key))
    return z3.Select(array, key)


def _hides(array: z3.ExprRef) -> bool:
    return any(z3.is_quantifier(each) or z3.is_const_array(each) for each in _parts(array))


def _parts(term: z3.ExprRef) -> Iterator[z3.ExprRef]:
    yield term
    yield from chain.from_iterable(map(_parts, term.children())) if z3.is_app(term) else ()
