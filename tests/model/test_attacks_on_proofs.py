"""Attacks on what counts as proved: amounts below zero, names, helpers, things that never happen, rankings."""

import functools
import pathlib
from collections.abc import Callable
from enum import IntEnum
from typing import Any

import pytest

from tenure.model.cache import ProofCache, name_of
from tenure.model.fields import Schema, field, ledger, scalar
from tenure.model.instance import Instance
from tenure.model.language import Event, Law, ModelError, Ranking, helper, require
from tenure.model.lifecycle import LIFECYCLE
from tenure.model.obligation import Answer
from tenure.model.proof import Task, prove_all
from tenure.model.prove import Prover
from tenure.model.ranking import rank
from tenure.model.sorts import Request
from tenure.model.syntax import ForbiddenSyntax, check_body
from tenure.model.system import System
from tenure.model.witness import without_witness
from tenure.model.worlds.layout import layout

from .attacked import Counted, Group, event_of, law_of


class Sign(IntEnum):
    MINUS = -1
    PLUS = 1


class Sly(IntEnum):
    A = 0
    B = 1

    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = IntEnum.__hash__


def test_amounts_with_a_total_are_never_negative() -> None:
    """What is known of a total is that it is at least any part of it."""
    odd: Any = type("Below", (Schema,), {"owed": ledger((Request,), Sign, "what is owed")})
    with pytest.raises(ValueError, match="negative"):
        layout(odd)


@pytest.mark.parametrize("name", ["A'", "A!", "A.total", "total", "holders"])
def test_a_member_of_an_enum_is_not_called_like_another_state_s(name: str) -> None:
    parts: Any = IntEnum("Parts", [("A", 0), (name, 1)])  # type: ignore[misc]
    odd: Any = type("Odd", (Schema,), {"x": field((parts,), int, "a number of each part")})
    with pytest.raises(ValueError, match="no name"):
        layout(odd)


def test_the_members_of_an_enum_are_numbers_and_nothing_else() -> None:
    with pytest.raises(TypeError, match="Sly"):
        scalar(Sly, "one of two")

    def compares(w: Counted, r: Request) -> None:
        require(w.number == Sly.A, "it is the first, or any other")
        w.amount[r] = w.amount[r] + 1

    with pytest.raises(ForbiddenSyntax, match="Sly"):
        check_body(compares, returns=False)


@helper
def room(w: Counted) -> bool:
    """Whether there is room."""
    return w.number < 3


def traced(function: Callable[..., bool]) -> Callable[..., bool]:
    """Return a function that says what it likes, under the name of another."""

    @functools.wraps(function)
    def around(w: Counted) -> bool:
        return type(w).__name__ != "SymbolicWorld" or function(w)

    return around


traced_room = traced(room)


def test_a_function_around_a_helper_is_no_helper() -> None:
    def counts(w: Counted) -> None:
        require(traced_room(w), "there is room")
        w.number = w.number + 1

    with pytest.raises(ForbiddenSyntax, match="not a helper"):
        check_body(counts, returns=False)


def test_what_is_possible_only_looks() -> None:
    def writes(w: Counted) -> bool:
        w.number = 7
        return True

    def small(requests: int) -> Instance:
        sizes = {"bound": 1, "room.TARGET": 1, "room.DRAFT": 1}
        return Instance(requests, 0, 1, sizes, {Group: 1}, Counted, {"colour": (0,) * requests})

    system = System("counted", Counted, small=small)
    system.sometimes["writes"] = Law("", "writes", (), writes, Counted)
    system.events["more"] = event_of(more)
    with pytest.raises(ModelError, match="only looks"):
        without_witness(system)


def more(w: Counted, r: Request) -> None:
    w.amount[r] = w.amount[r] + 1


def never(w: Any) -> None:
    require(w.amount[w.number + 1] == 0, "the next has nothing")
    require(w.number > 5, "there are many")
    require(w.number < 3, "there are few")
    w.number = 0


def anything(w: Counted, r: Request) -> bool:
    """An amount is never negative."""
    return w.amount[r] >= 0


def test_a_way_that_only_begins_does_not_show_that_an_event_happens() -> None:
    report = Prover([law_of(anything)]).event(Event("never", (), never, Counted))
    assert report.paths == 0
    assert "can never happen" in report.problems[0]


def test_ways_that_no_state_takes_are_not_counted() -> None:
    def twice(w: Counted, r: Request) -> None:
        if w.number > 5:
            w.amount[r] = w.amount[r] + 1
        if w.number < 3:
            w.amount[r] = w.amount[r] + 2
        w.number = w.number + 1

    report = Prover([law_of(anything)]).event(event_of(twice))
    assert report.paths == 3
    assert all(each.answer.good for each in report.obligations)


def less(w: Counted, r: Request) -> None:
    require(w.owned[r] > 0, "it owns something")
    w.owned[r] = w.owned[r] - 1


def owns_nothing(w: Counted, r: Request) -> bool:
    """It owns nothing any more."""
    return w.owned[r] == 0


def one_too_low(w: Counted) -> int:
    """What is owned, and one less."""
    return w.owned.total - 1


def all_owned(w: Counted) -> int:
    """What is owned."""
    return w.owned.total


@pytest.mark.parametrize(("amount", "shown"), [(all_owned, True), (one_too_low, False)])
def test_an_amount_is_nowhere_negative(amount: Callable[..., int], shown: bool) -> None:
    event = event_of(less)
    ranking = Ranking("X2", "drains", amount, Counted, ((event, ("r",)),), law_of(owns_nothing))
    report = rank(ranking, Prover([law_of(anything)]))
    answers = {each.law: each.answer for each in report.obligations}
    assert (answers["drains[floor]"] is Answer.PROVED) is shown
    assert answers["drains[down]"] is Answer.PROVED


def has_none_before(w: Counted, r: Any) -> bool:
    """The one before it has nothing."""
    return w.owned[r] == 0 or w.amount[r - 1] == 0


def test_a_goal_looks_up_things_only() -> None:
    goal = Law("X1", "has_none_before", (("r", Request),), has_none_before, Counted, step=False)
    ranking = Ranking("X2", "drains", all_owned, Counted, ((event_of(less), ("r",)),), goal)
    report = rank(ranking, Prover([law_of(anything)]))
    assert [each.answer for each in report.obligations if each.law_id == "T3"] == [Answer.REFUTED]


@pytest.mark.parametrize("asked", ["T2", "values_stay_in_range"])
def test_a_rule_is_asked_for_by_its_id_and_by_its_name(asked: str) -> None:
    report = prove_all([Task("lifecycle", "suspend")], laws=frozenset({asked}), jobs=1)
    assert {each.law_id for each in report.obligations} == {"T2"}


@pytest.mark.parametrize(
    "damage", [lambda text: text[:-40], lambda text: text.replace("pause", "launch"), lambda _: "[1"]
)
def test_a_damaged_proof_is_done_again(tmp_path: pathlib.Path, damage: Callable[[str], str]) -> None:
    cache, task = ProofCache(tmp_path), Task("lifecycle", "pause")
    prove_all([task], jobs=1, cache=cache)
    file = tmp_path / name_of(LIFECYCLE, "pause")
    file.write_text(damage(file.read_text(encoding="utf-8")), encoding="utf-8")
    assert not prove_all([task], jobs=1, cache=cache).events[0].cached


def test_the_first_failure_is_one_that_is_refuted() -> None:
    prover = Prover(LIFECYCLE.laws.values())
    for fault in list(LIFECYCLE.faults.values())[:12]:
        refuted = {
            f"{each.law_id} {each.law}" for each in prover.event(fault.wrong).obligations if not each.answer.good
        }
        named = prover.first_failure(fault.wrong)
        assert named is not None
        assert named.split(": ", maxsplit=1)[1] in refuted, fault.name
