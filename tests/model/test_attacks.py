"""Ways of proving too much that a reviewer found, each refused or refuted now."""

from collections.abc import Callable
from enum import IntEnum
from typing import Any

import pytest
import z3

from tenure.model.cache import name_of
from tenure.model.fields import Field, Ledger, Schema, Tally, field, ledger, scalar, size, tally
from tenure.model.formula import paths
from tenure.model.instance import Instance
from tenure.model.language import ModelError, event, ranking, require
from tenure.model.lifecycle import LIFECYCLE
from tenure.model.prove import Prover
from tenure.model.sorts import Adapter, Flag, Request
from tenure.model.syntax import ForbiddenSyntax
from tenure.model.system import complete
from tenure.model.worlds.layout import Layout
from tenure.model.worlds.terms import term_of

from .toy import FIRST as PAGE
from .toy import TOY, Toy, finish, request_is_over, start


class Attacked(Schema, system="attacked"):
    """A state for events that are refused before they are proved."""

    count: int = scalar(int, "a number")
    bound: int = size("a capacity")


class Numbered(Request):
    """A number with attributes, which a proof would not see."""


FIRST = Numbered(0)


def small(requests: int) -> Instance:
    return Instance(requests, 0, 1, {"bound": 1}, schema=Attacked)


def test_names_that_the_proof_uses_are_refused() -> None:
    def initially(w: Attacked) -> None:
        """Hide behind the start."""
        w.count = 1

    def nothing_lessens_this(w: Toy, r: Request) -> None:
        """Hide behind a ranking."""
        w.live[r] = 1

    for body in (initially, nothing_lessens_this):
        with pytest.raises(ModelError, match=r"choose another name|taken by a ranking"):
            event(body)


@pytest.mark.parametrize(
    "moves", [(), ((start, (-1,)),), ((start, ("nobody",)),), ((LIFECYCLE.events["abort"], ("r",)),)]
)
def test_a_ranking_by_moves_that_are_none_is_refused(moves: Any) -> None:
    def falls(w: Toy) -> int:
        """Fall."""
        return w.colour[PAGE]

    with pytest.raises(ModelError, match=r"cannot move|needs moves"):
        ranking("D9", until=request_is_over, moves=moves)(falls)


def test_a_proof_of_a_ranking_is_kept_under_the_ranking(monkeypatch: pytest.MonkeyPatch) -> None:
    before = name_of(TOY, "nobody_can_move")
    other = TOY.rankings["nothing_lessens_this"]
    monkeypatch.setitem(TOY.rankings, "nobody_can_move", other)
    assert name_of(TOY, "nobody_can_move") != before


def test_only_capacities_are_taken_as_given() -> None:
    with pytest.raises(ValueError, match="no capacity"):
        complete(Attacked, small=small, fixed={"count": 0})


def test_a_tally_that_a_write_could_move_uncounted_is_refused() -> None:
    class OfLedger(Schema):
        amounts: Ledger[Request] = ledger((Request,), Flag, "amounts")
        counted: Any = tally("amounts", (1,), "of a ledger")

    class Started(Schema):
        room: int = size("room")
        amounts: Field[Request, int] = field((Request,), int, "amounts", starts_as="room")
        counted: Any = tally("amounts", (1,), "of what does not start at zero")

    class ByItself(Schema):
        amounts: Field[Request, int] = field((Request,), int, "amounts")
        counted: Tally[Adapter] = tally("amounts", (1,), "by itself", by="amounts", keys=(Adapter,))

    for schema in (OfLedger, Started, ByItself):
        with pytest.raises(ValueError, match="tally"):
            Layout(schema)


def test_a_map_for_each_member_needs_members_in_order() -> None:
    class Level(IntEnum):
        DEVICE = 1
        HOST = 0

    class Levelled(Schema):
        room: Any = field((Level,), int, "room")

    with pytest.raises(ValueError, match="0, 1, 2"):
        Layout(Levelled)


def test_names_that_hide_a_part_of_a_world_are_refused() -> None:
    for name in ("_count", "reads", "values"):
        with pytest.raises(TypeError, match="worlds have for themselves"):
            type("Hidden", (Schema,), {name: scalar(int, "hidden")})


def test_what_is_kept_outside_the_world_is_refused() -> None:
    def remembers(w: Attacked) -> None:
        """Remember on a number."""
        FIRST.seen = 1  # type: ignore[attr-defined]  # pyright: ignore[reportAttributeAccessIssue]
        w.count = 1

    limit = 1

    def closes(w: Attacked) -> None:
        """Read what a function around it holds."""
        require(w.count < limit, "few")
        w.count = 1

    bodies: tuple[Callable[..., None], ...] = (remembers, closes)
    for body in bodies:
        with pytest.raises(ForbiddenSyntax):
            event(body)


def test_a_condition_is_not_compared_with_a_number() -> None:
    with pytest.raises(TypeError, match="true or false"):
        term_of(2, like=z3.BoolVal(val=True))


def test_sorts_of_one_name_have_constants_of_their_own() -> None:
    prover = Prover(TOY.laws.values())
    constants = [str(term) for terms in prover.generic.values() for term in terms]
    assert len(constants) == len(set(constants))


def test_an_interrupted_question_leaves_nothing_behind() -> None:
    prover = Prover(TOY.laws.values())
    (path, *_) = [path for path in paths(finish) if path.refused is None]

    def interrupted() -> None:
        with prover.knowing(path) as (solver, _, _):
            solver.push()
            solver.add(z3.BoolVal(val=False))
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    report = prover.event(TOY.faults["finish_keeps_pages"].wrong)
    assert not all(each.answer.good for each in report.obligations)
