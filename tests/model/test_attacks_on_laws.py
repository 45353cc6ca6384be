"""Laws that say nothing, or not what they seem to say, prove nothing."""

from collections.abc import Callable
from enum import IntEnum
from typing import Any

import pytest

from tenure.model.fields import Schema, field
from tenure.model.language import ModelError, event, law, post, require
from tenure.model.obligation import Answer
from tenure.model.prove import Prover
from tenure.model.sorts import Flag, Request, Sort
from tenure.model.worlds.layout import Layout

from .attacked import Counted, answers, event_of, law_of


class Nothing(IntEnum):
    """An enum that nobody has filled in yet."""


class Chosen(Request):
    """Some of the requests, as a sort of their own."""


class Nowhere(Sort):
    """A sort that no map of the state is over."""


def flags(w: Counted, r: Request) -> None:
    require(not w.flag[r], "it has no flag")
    w.flag[r] = 1


def flag_in_range(before: Counted, after: Counted, r: Request) -> bool:  # noqa: ARG001
    return after.flag[r] <= 1


def amount_at_most_total(before: Counted, after: Counted, r: Request) -> bool:
    return before.owned[r] <= before.owned.total and after.owned[r] <= after.owned.total


def watcher_is_counted(before: Counted, after: Counted, r: Request) -> bool:  # noqa: ARG001
    return after.flag[r] == 0 or after.flagged.total >= 1


def pages_are_monotone(before: Counted, after: Counted, r: Request) -> bool:  # noqa: ARG001
    return after.pages(after.amount[r]) <= after.pages(after.amount[r] + 1)


def amount_never_falls(before: Counted, after: Counted, r: Request) -> bool:
    return after.amount[r] >= before.amount[r]


@pytest.mark.parametrize("body", [flag_in_range, amount_at_most_total, watcher_is_counted, pages_are_monotone])
def test_a_step_law_that_no_step_can_break_is_reported(body: Callable[..., bool]) -> None:
    (problem,) = Prover([law_of(body, step=True), law_of(amount_never_falls, step=True)]).unbreakable()
    assert f"no state breaks {body.__name__}, so it says nothing" in problem


def test_a_postcondition_that_no_arguments_can_break_is_reported() -> None:
    def marks(w: Counted, r: Request, f: Flag) -> None:
        w.amount[r] = f

    def argument_is_a_flag(before: Counted, after: Counted, r: Request, f: Flag) -> bool:  # noqa: ARG001
        return f <= 1 or after.amount[r] == 77

    taking = event_of(marks, ("r", Request), ("f", Flag))
    wrong = law_of(argument_is_a_flag, *taking.params, step=True, of=taking)
    assert "says nothing" in Prover([wrong]).unbreakable()[0]


def test_nothing_is_said_of_the_members_of_an_empty_enum() -> None:
    def moves(w: Counted, n: Nothing) -> None:  # noqa: ARG001
        """Move."""
        w.number = 1

    def holds(w: Counted, n: Nothing) -> bool:  # noqa: ARG001
        """Hold."""
        return w.number == 7

    def held(before: Counted, after: Counted, n: Nothing) -> bool:  # noqa: ARG001
        """Hold."""
        return after.number == 7

    for register in (
        lambda: event(moves),
        lambda: law("X1")(holds),
        lambda: post("X1", of=event_of(moves, ("n", Nothing)))(held),
    ):
        with pytest.raises(ModelError, match="'n' has no members"):
            register()


def test_a_map_for_each_member_of_an_empty_enum_has_no_part_that_could_be_written() -> None:
    class Split(Schema):
        parts: Any = field((Nothing,), int, "parts")

    assert Layout(Split).cells == {}


def gives_nothing(w: Counted, r: Request) -> None:
    w.flag[r] == 1  # noqa: B015  # pyright: ignore[reportUnusedExpression]


def gives_two(w: Counted, r: Request) -> int:  # noqa: ARG001
    return 2


def gives_a_text(w: Counted, r: Request) -> str:  # noqa: ARG001
    return "holds"


def gives_a_pair(w: Counted, r: Request) -> tuple[bool, bool]:
    return (w.flag[r] == 7, w.amount[r] == 7)


@pytest.mark.parametrize("body", [gives_nothing, gives_two, gives_a_text, gives_a_pair])
def test_a_law_that_gives_no_truth_value_is_refused(body: Callable[..., Any]) -> None:
    with pytest.raises(TypeError, match="only ever true or false"):
        Prover([law_of(body)])


def test_a_law_that_gives_a_number_holds_where_python_says_so() -> None:
    """A number is true unless it is zero, also where it is negative."""

    def number_is_not_two(w: Counted, r: Request) -> int:  # noqa: ARG001
        return w.number - 2

    def to_one(w: Counted, r: Request) -> None:  # noqa: ARG001
        w.number = 1

    def to_two(w: Counted, r: Request) -> None:  # noqa: ARG001
        w.number = 2

    wrong = law_of(number_is_not_two)
    assert answers(event_of(to_one), [wrong])["number_is_not_two"] is Answer.PROVED
    assert answers(event_of(to_two), [wrong])["number_is_not_two"] is Answer.REFUTED


def no_flag(w: Counted, r: Request) -> bool:
    return w.flag[r] == 0


def no_flag_anywhere(w: Counted, n: Nowhere) -> bool:  # noqa: ARG001
    return w.flagged.total == 0


@pytest.mark.parametrize(
    ("body", "sort"), [(no_flag, Chosen), (no_flag_anywhere, Nowhere)], ids=["a part of a sort", "a sort of nothing"]
)
def test_a_false_law_is_refuted_whatever_sort_it_is_about(body: Callable[..., bool], sort: type) -> None:
    """A sort that has no things in any instance, or only some of another's, makes no law true."""
    found = answers(event_of(flags), [law_of(body, ("x", sort)), law_of(amount_is_an_amount)])
    assert found[body.__name__] is Answer.REFUTED


def amount_is_an_amount(w: Counted, r: Request) -> bool:
    return w.amount[r] >= w.flag[r] - 1


def room_is_positive(w: Counted, r: Request) -> bool:  # noqa: ARG001
    return w.bound >= 1


def test_sizes_that_contradict_a_law_are_refuted_at_the_start() -> None:
    report = Prover([law_of(room_is_positive)], fixed={"bound": 0}).initially()
    assert [each.law for each in report.obligations if each.answer is Answer.REFUTED] == ["room_is_positive"]


def test_sizes_that_no_state_can_have_prove_nothing() -> None:
    """Everything follows from them; so every law says nothing, and no event can happen."""
    prover = Prover([law_of(no_flag)], fixed={"bound": -1})
    assert prover.unbreakable() != []
    assert "can never happen" in prover.event(event_of(flags)).problems[0]


def test_only_a_refusal_ends_an_event_early() -> None:
    """Any other exception stops the proof: the way is neither proved nor taken to be refused."""

    def sometimes_unbound(w: Counted, r: Request) -> None:
        if w.flag[r]:
            amount = 1
        w.amount[r] = amount  # type: ignore[possibly-undefined]  # pyright: ignore[reportPossiblyUnboundVariable]

    with pytest.raises(UnboundLocalError):
        Prover([law_of(no_flag)]).event(event_of(sometimes_unbound))
