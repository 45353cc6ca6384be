"""What is stored and counted is the same for the proof as for Python: conditions, totals, tallies, large numbers."""

from collections.abc import Callable

import pytest

from tenure.model.formula import paths
from tenure.model.language import require
from tenure.model.obligation import Answer
from tenure.model.sorts import Pool, Request
from tenure.model.syntax import check_body

from .attacked import Counted, Group, answers, event_of, law_of

HUGE = 10**40


def stores_a_condition(w: Counted, r: Request) -> None:
    w.amount[r] = w.flag[r] == 1


def stores_a_condition_alone(w: Counted, r: Request) -> None:
    w.number = w.flag[r] == 1
    w.amount[r] = w.number + 2


def counts_a_condition(w: Counted, r: Request) -> None:
    w.owned[r] = w.flag[r] == 1
    w.amount[r] = 3


def adds_to_a_condition(w: Counted, r: Request) -> None:
    w.amount[r] = (w.flag[r] == 1) + 1


def stores_a_chain(w: Counted, r: Request) -> None:
    w.amount[r] = 1 <= w.amount[r] <= 2


def stores_what_or_gives(w: Counted, r: Request) -> None:
    w.amount[r] = w.amount[r] or 7


def stores_what_and_gives(w: Counted, r: Request) -> None:
    w.amount[r] = w.flag[r] and 5


def stores_a_negation(w: Counted, r: Request) -> None:
    w.amount[r] = not w.amount[r]


def stores_a_large_number(w: Counted, r: Request) -> None:
    w.amount[r] = w.amount[r] + HUGE


def condition(before: Counted, after: Counted, r: Request) -> bool:
    return after.amount[r] == before.flag[r]


def condition_alone(before: Counted, after: Counted, r: Request) -> bool:
    return after.number == before.flag[r] and after.amount[r] == before.flag[r] + 2


def condition_in_total(before: Counted, after: Counted, r: Request) -> bool:
    return after.owned.total == before.owned.total - before.owned[r] + before.flag[r] and after.amount[r] == 3


def condition_and_one(before: Counted, after: Counted, r: Request) -> bool:
    return after.amount[r] == before.flag[r] + 1


def chain(before: Counted, after: Counted, r: Request) -> bool:
    return after.amount[r] == (1 if before.amount[r] == 1 or before.amount[r] == 2 else 0)


def either(before: Counted, after: Counted, r: Request) -> bool:
    return after.amount[r] == (7 if before.amount[r] == 0 else before.amount[r])


def both(before: Counted, after: Counted, r: Request) -> bool:
    return after.amount[r] == (0 if before.flag[r] == 0 else 5)


def negation(before: Counted, after: Counted, r: Request) -> bool:
    return after.amount[r] == (1 if before.amount[r] == 0 else 0)


def large_number(before: Counted, after: Counted, r: Request) -> bool:
    return after.amount[r] > before.amount[r] and after.amount[r] >= HUGE


STORED: list[tuple[Callable[..., None], Callable[..., bool]]] = [
    (stores_a_condition, condition),
    (stores_a_condition_alone, condition_alone),
    (counts_a_condition, condition_in_total),
    (adds_to_a_condition, condition_and_one),
    (stores_a_chain, chain),
    (stores_what_or_gives, either),
    (stores_what_and_gives, both),
    (stores_a_negation, negation),
    (stores_a_large_number, large_number),
]


@pytest.mark.parametrize(("body", "right"), STORED)
def test_what_python_would_store_is_proved_and_nothing_else(
    body: Callable[..., None], right: Callable[..., bool]
) -> None:
    check_body(body, returns=False)
    event = event_of(body)
    found = answers(event, [law_of(law, step=True, of=event) for _, law in STORED])
    assert found[right.__name__] is Answer.PROVED
    assert {found[law.__name__] for _, law in STORED if law is not right} == {Answer.REFUTED}


def marks_the_flagged(w: Counted, r: Request) -> None:
    w.flag.add(w.follows, r)


def moves_the_groups(w: Counted, r: Request) -> None:
    w.group.subtract(w.follows, r)


def moves_a_ledger(w: Counted, r: Request) -> None:
    w.owned.add(w.follows, r)


def moves_a_relation(w: Counted, r: Request) -> None:
    w.follows.add(w.follows, r)  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue]


@pytest.mark.parametrize("body", [marks_the_flagged, moves_the_groups, moves_a_ledger, moves_a_relation])
def test_what_is_counted_is_not_changed_in_bulk(body: Callable[..., None]) -> None:
    with pytest.raises((AttributeError, TypeError), match=r"cannot be (changed|moved) as a whole"):
        paths(event_of(body))


def writes_a_capacity(w: Counted, r: Request) -> None:  # noqa: ARG001
    w.bound = 2


def writes_a_pooled_capacity(w: Counted, r: Request) -> None:  # noqa: ARG001
    w.room[Pool.TARGET] = 2


def writes_a_fixed_map(w: Counted, r: Request) -> None:
    w.colour[r] = 1


def writes_a_tally(w: Counted, r: Request) -> None:
    w.flagged_in[w.group[r]] = 0  # type: ignore[index]  # pyright: ignore[reportIndexIssue]


@pytest.mark.parametrize("body", [writes_a_capacity, writes_a_pooled_capacity, writes_a_fixed_map, writes_a_tally])
def test_what_is_fixed_or_counted_is_not_written(body: Callable[..., None]) -> None:
    with pytest.raises(AttributeError, match="events do not write it"):
        paths(event_of(body))


def flagged_are_counted(w: Counted, r: Request) -> bool:  # noqa: ARG001
    return w.number == w.flagged.total


def group_counts_its_flagged(w: Counted, g: Group) -> bool:
    return w.marks[g] == w.flagged_in[g]


def flags(w: Counted, r: Request) -> None:
    require(not w.flag[r], "it has no flag")
    w.flag[r] = 1
    w.number = w.number + 1


def moves_to_a_group(w: Counted, r: Request, g: Group) -> None:
    require(w.flag[r] and w.group[r] != g, "it has the flag, and it is another group")
    w.group[r] = g


def test_a_tally_follows_what_it_counts_and_what_it_counts_by() -> None:
    laws = [law_of(flagged_are_counted), law_of(group_counts_its_flagged, ("g", Group))]
    found = answers(event_of(flags), laws)
    assert found["flagged_are_counted"] is Answer.PROVED
    assert found["group_counts_its_flagged"] is Answer.REFUTED
    found = answers(event_of(moves_to_a_group, ("r", Request), ("g", Group)), laws)
    assert found["flagged_are_counted"].good
    assert found["group_counts_its_flagged"] is Answer.REFUTED
