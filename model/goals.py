"""What is to be shown on a path of an event: one goal for each law, and one for each rule that all events obey."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import z3

from . import facts
from .fields import Kind
from .formula import Formula, Key, Path
from .language import Event, Written
from .obligation import Answer, Obligation
from .rules import EVENT_CHANGES_SOMETHING, KEYS_ARE_THINGS, REFUSAL_CHANGES_NOTHING, VALUES_STAY_IN_RANGE, Rule
from .worlds.layout import Layout, layout
from .worlds.terms import constant, select


@dataclass(frozen=True, slots=True)
class Goal:
    """One thing to show after an event: what it is called, and the term that must hold."""

    law_id: str
    law: str
    where: str
    sentence: str
    term: z3.BoolRef


def goal_of(formula: Formula, term: z3.BoolRef) -> Goal:
    """Return the goal that a law holds, as the term says."""
    return Goal(formula.law.id, formula.name, formula.law.where, formula.law.doc, term)


def refusal(path: Path) -> Obligation:
    """Return the obligation that a refusing path has written nothing. It needs no solver: a path knows its writes."""
    answer = Answer.REFUTED if path.writes else Answer.PROVED
    return record(path, _by_rule(REFUSAL_CHANGES_NOTHING, path, z3.BoolVal(not path.writes)), answer, 0.0)


def _by_rule(rule: Rule, path: Path, term: z3.BoolRef) -> Goal:
    return Goal(rule.id, rule.name, path.where, rule.sentence, term)


def change(path: Path, event: Event, hand: facts.Hand) -> Goal:
    """Return the goal that the event changes something: an event that may do nothing hides a refusal.

    Maps are compared at the keys that were written. One that was changed for all keys at once is compared on the keys
    at hand, which is more than need be shown.
    """
    cells = layout(event.schema)
    different: list[z3.BoolRef] = []
    for name in sorted(path.writes):
        cell = cells.cell_of(name)
        before, after = constant(cells, name), path.after[name]
        if cell.spec.kind is Kind.TALLY:
            continue
        if name in path.bulk and cells.depth[name]:
            keys = list(hand.keys(cell)) if name == cell.name else [(key,) for key in hand.of(cell.indices[-1])]
        else:
            keys = list(_written(after, cells.depth[name]))
        different += [select(after, each) != select(before, each) for each in keys]
    return _by_rule(EVENT_CHANGES_SOMETHING, path, z3.Or(*different))


def _written(term: z3.ExprRef, depth: int) -> Iterator[tuple[z3.ExprRef, ...]]:
    """Yield the keys that were written in a map, one after the other: it differs nowhere else from what it was."""
    if not depth:
        yield ()
        return
    while z3.is_store(term):
        term, key, value = term.children()
        yield from ((key, *rest) for rest in _written(value, depth - 1))


def key_goal(where: Written, key: Key) -> Goal:
    """Return the goal that a key which an event or a law computes is not negative."""
    rule = KEYS_ARE_THINGS
    return Goal(
        rule.id,
        f"{rule.name}[{key.term}]",
        where.where,
        rule.sentence,
        z3.Implies(z3.And(*key.conditions), key.term >= 0),
    )


def ranges(cells: Layout, path: Path, generic: Mapping[Any, tuple[z3.ArithRef, ...]]) -> list[Goal]:
    """Return the goals that every value which the path writes stays in its declared range."""
    rule = VALUES_STAY_IN_RANGE
    goals = []
    for name in sorted(path.writes & cells.cells.keys()):
        cell = cells.cells[name]
        if cell.spec.kind is Kind.TALLY:
            continue
        left = {sort: list(constants) for sort, constants in generic.items()}
        value = select(path.after[name], [left[sort].pop(0) for sort in cell.indices])
        goals.append(Goal(rule.id, f"range[{name}]", path.where, rule.sentence, facts.domain(cell, value)))
    return goals


def record(path: Path, goal: Goal, answer: Answer, seconds: float) -> Obligation:
    """Return the record of an answered goal; the branches are kept where it is not shown to hold."""
    asked = () if answer.good else tuple(str(branch) for branch in path.branches if not branch.of_a_guard)
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
        branches=asked,
    )
