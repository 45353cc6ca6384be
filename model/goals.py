"""What is to be shown on a path of an event: one goal for each law, and one for each rule that all events obey."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import z3

from . import facts
from .fields import Kind
from .formula import Formula, Path
from .obligation import Answer, Obligation
from .rules import EVENT_CHANGES_SOMETHING, REFUSAL_CHANGES_NOTHING, VALUES_STAY_IN_RANGE, Rule
from .worlds.layout import CELLS
from .worlds.symbolic import constant


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


def change(path: Path) -> Goal:
    """Return the goal that the event changes something: an event that may do nothing hides a refusal."""
    written = [name for name in path.writes if CELLS[name.removesuffix(".total")].spec.kind is not Kind.TALLY]
    term = z3.Or(*[path.after[name] != constant(name) for name in sorted(written)])
    return _by_rule(EVENT_CHANGES_SOMETHING, path, term)


def ranges(path: Path, generic: Mapping[Any, tuple[z3.ArithRef, ...]]) -> list[Goal]:
    """Return the goals that every value which the path writes stays in its declared range."""
    rule = VALUES_STAY_IN_RANGE
    goals = []
    for name in sorted(path.writes & CELLS.keys()):
        cell = CELLS[name]
        if cell.spec.kind is Kind.TALLY:
            continue
        term = path.after[name]
        value = term if cell.index is None else z3.Select(term, generic[cell.index][0])
        goals.append(Goal(rule.id, f"range[{name}]", "model/state.py", rule.sentence, facts.domain(cell, value)))
    return goals


def record(path: Path, goal: Goal, answer: Answer, seconds: float) -> Obligation:
    """Return the record of an answered goal; the branches are kept where it is not shown to hold."""
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
