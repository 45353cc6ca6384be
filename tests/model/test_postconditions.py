"""Postconditions: what one event does with its arguments is shown of that event alone, and never assumed."""

import re
from dataclasses import replace

import pytest

from tenure.model.check import broken
from tenure.model.counterexample import explain
from tenure.model.formula import paths
from tenure.model.language import Event, Law, ModelError, post, require
from tenure.model.lifecycle import EVENTS, LAWS, LIFECYCLE
from tenure.model.obligation import Answer
from tenure.model.prove import Prover
from tenure.model.sorts import Flag, Phase, Pool, Request, Tokens
from tenure.model.state import World
from tenure.model.trace import Call
from tenure.model.worlds.concrete import ConcreteWorld

from .mutation import mutated

POSTS = [law for law in LAWS.values() if law.of is not None]
KEPT = "exactly_the_accepted_is_kept"


def accepts(settled: int) -> Event:
    """Return an `accept` that keeps this many tokens, whatever it is told."""

    def accept(w: World, r: Request, accepted: Tokens) -> None:
        require(w.running and w.batch[r] and w.phase[r] == Phase.DECODE, "it decodes in the running step")
        require(1 + accepted <= w.reserved[r], "no more is accepted than was drafted")
        w.cursor[r] = w.cursor[r] + settled

    return replace(EVENTS["accept"], body=accept)


def answers(event: Event, laws: list[Law]) -> dict[str, Answer]:
    return {o.law: o.answer for o in Prover(laws).event(event).obligations}


def test_it_is_an_obligation_of_its_event_on_every_path_and_of_no_other() -> None:
    prover = Prover(LAWS.values())
    assert POSTS
    for law in POSTS:
        assert law.of is not None
        taken = [o for o in prover.event(law.of).obligations if o.law == law.name]
        reported = prover.event(law.of)
        assert len(taken) == reported.paths
        assert {o.answer for o in taken} == {Answer.PROVED}
    names = {law.name for law in POSTS}
    assert not names & {o.law for o in prover.event(EVENTS["pause"]).obligations}
    assert not names & {o.law for o in prover.initially().obligations}


def test_it_is_shown_for_the_arguments_that_the_event_was_called_with() -> None:
    """With any tokens in the place of those accepted it could not be proved, with none it would be proved wrongly."""
    assert answers(EVENTS["accept"], POSTS)[KEPT] is Answer.PROVED
    assert answers(accepts(1), POSTS)[KEPT] is Answer.REFUTED
    assert answers(accepts(2), POSTS)[KEPT] is Answer.REFUTED


def test_it_is_never_assumed() -> None:
    """An event after which it holds of no state would be proved to do anything."""

    def accepted_is_impossible(before: World, after: World, r: Request, accepted: Tokens) -> bool:  # noqa: ARG001
        return before.running == 0 and before.running == 1

    def nobody_decodes_twice(w: World, r: Request) -> bool:
        return w.cursor[r] == 0

    wrong = Law(
        "X1", "accepted_is_impossible", EVENTS["accept"].params, accepted_is_impossible, World, True, EVENTS["accept"]
    )
    other = Law("X2", "nobody_decodes_twice", (("r", Request),), nobody_decodes_twice, World)
    prover = Prover([*LAWS.values(), wrong])
    assert [known.law for known in prover.state_formulas if known.law.of is not None] == []
    report = prover.event(EVENTS["accept"])
    assert {o.law for o in report.obligations if not o.answer.good} == {"accepted_is_impossible"}
    assert report.problems == ()
    assert "nobody_decodes_twice" in {
        o.law for o in Prover([wrong, other]).event(EVENTS["accept"]).obligations if not o.answer.good
    }


def test_it_is_about_the_pool_that_the_event_was_called_with() -> None:
    def free_page(w: World, p: Pool, q: Pool, amount: Tokens) -> None:
        w.free[p] = w.free[p] + amount
        w.free[q] = w.free[q] + 1

    def exactly_so_many(before: World, after: World, p: Pool, q: Pool, amount: Tokens) -> bool:
        return after.free[p] == before.free[p] + amount + (1 if p == q else 0)

    params = (("p", Pool), ("q", Pool), ("amount", Tokens))
    event = Event("free_page", params, free_page, World)
    law = Law("X1", "exactly_so_many", params, exactly_so_many, World, True, event)
    found = Prover([law, LAWS["slots_are_conserved"]]).event(event).obligations
    assert sorted(o.law for o in found if o.law.startswith("exactly")) == [
        f"exactly_so_many[{p.name}][{q.name}]"
        for p in sorted(Pool, key=lambda p: p.name)
        for q in sorted(Pool, key=lambda p: p.name)
    ]
    assert all(o.answer.good for o in found if o.law.startswith("exactly"))
    assert len(paths(event)) == 4


def test_one_that_no_state_breaks_is_reported() -> None:
    def says_nothing(before: World, after: World, r: Request, accepted: Tokens) -> bool:  # noqa: ARG001
        return accepted >= 0 and before.cursor[r] >= 0

    law = Law("X1", "says_nothing", EVENTS["accept"].params, says_nothing, World, True, EVENTS["accept"])
    assert Prover(POSTS).unbreakable() == []
    assert "says_nothing" in Prover([law]).unbreakable()[0]


def test_a_broken_one_is_explained_by_a_run_or_else_a_step() -> None:
    prover = Prover(LAWS.values())
    (wrong,) = mutated("accept: settle(…) of 1 + accepted → 2 + accepted")
    found = explain(wrong, KEPT, EVENTS.values(), prover)
    assert found is not None
    assert found.reachable
    assert re.fullmatch(rf"{KEPT}\(r=\d, accepted=\d\)", found.breaks)

    def late(w: World, r: Request, accepted: Tokens) -> None:
        require(w.running and w.batch[r] and w.phase[r] == Phase.DECODE, "it decodes in the running step")
        require(w.life[r] == 99 and accepted == 0, "its ninety-ninth life")
        w.cursor[r] = w.cursor[r] + 2

    found = explain(replace(EVENTS["accept"], body=late), KEPT, EVENTS.values(), prover)
    assert found is not None
    assert not found.reachable
    assert found.breaks == f"{KEPT}(r=0, accepted=0)"


def test_it_is_asked_only_of_the_call_that_was_made() -> None:
    before, after = (ConcreteWorld(LIFECYCLE.instance(1)) for _ in range(2))
    law = LAWS[KEPT]
    after.phase[Request(0)] = Phase.DECODE
    after.cursor[Request(0)] = Tokens(1)
    assert [str(each) for each in broken([law], after, before)] == []
    assert [str(each) for each in broken([law], after, before, Call("finish", (0,)))] == []
    assert [str(each) for each in broken([law], after, before, Call("accept", (0, 0)))] == []
    assert [str(each) for each in broken([law], after, before, Call("accept", (0, 1)))] == [f"{KEPT}(r=0, accepted=1)"]


def test_it_takes_the_arguments_of_its_event() -> None:
    def keeps(before: World, after: World, r: Request, drafted: Tokens) -> bool:  # noqa: ARG001
        """It names an argument otherwise."""
        return after.phase[r] == Phase.DECODE

    def marked(before: World, after: World, r: Request, accepted: Flag) -> bool:  # noqa: ARG001
        """It takes another sort."""
        return after.phase[r] == Phase.DECODE

    for body in (keeps, marked):
        with pytest.raises(ModelError, match="does not take the arguments of 'accept'"):
            post("X1", of=EVENTS["accept"])(body)
        assert body.__name__ not in LAWS
