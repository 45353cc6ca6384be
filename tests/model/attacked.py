"""A state with one map of each kind, for events and laws that try to get more proved than is true."""

from collections.abc import Callable, Iterable
from typing import Any

from tenure.model.fields import (
    Count,
    Field,
    Ledger,
    Relation,
    Schema,
    Tally,
    field,
    ledger,
    relation,
    scalar,
    size,
    tally,
)
from tenure.model.language import Event, Law
from tenure.model.obligation import Answer
from tenure.model.prove import Prover
from tenure.model.sorts import Flag, Pool, Request, Sort


class Group(Sort):
    """What requests are counted by."""


class Counted(Schema, system="counted"):
    """Requests with a flag, an amount and a group; the requests that they follow."""

    flag: Field[Request, int] = field((Request,), Flag, "a flag, which is counted")
    group: Field[Request, Group] = field((Request,), Group, "the group that it is counted in")
    amount: Field[Request, int] = field((Request,), int, "an amount")
    marks: Field[Group, int] = field((Group,), int, "marks of a group")
    owned: Ledger[Request] = ledger((Request,), int, "amounts with a total")
    follows: Relation[Request, Request] = relation((Request, Request), "which requests it follows")
    flagged: Count = tally("flag", (1,), "requests with the flag")
    flagged_in: Tally[Group] = tally("flag", (1,), "requests of the group with the flag", by="group", keys=(Group,))
    number: int = scalar(int, "a number")
    bound: int = size("a capacity")
    room: Field[Pool, int] = size("a capacity of each pool", Pool)
    colour: Field[Request, int] = size("what never changes of a request", Request, domain=Flag)


def event_of(body: Callable[..., None], *params: tuple[str, Any]) -> Event:
    """Return an event that no system has, of one request unless its arguments are given."""
    return Event(body.__name__, params or (("r", Request),), body, Counted)


def law_of(body: Callable[..., Any], *params: tuple[str, Any], step: bool = False, of: Event | None = None) -> Law:
    """Return a law that no system has, about one request unless its arguments are given."""
    return Law("X1", body.__name__, params or (("r", Request),), body, Counted, step, of)


def answers(event: Event, laws: Iterable[Law]) -> dict[str, Answer]:
    """Return what becomes of each law across an event, on the worst of its ways."""
    found: dict[str, Answer] = {}
    for each in Prover(laws).event(event).obligations:
        if each.law not in found or found[each.law].good:
            found[each.law] = each.answer
    return found
