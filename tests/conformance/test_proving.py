"""What a proof refuted is told in an order, and with names: what is surely wrong comes first."""

import pytest

from tenure.conformance.proving import Asked, summary
from tenure.model.check import Broken
from tenure.model.instance import Instance
from tenure.model.lifecycle import EVENTS, LAWS
from tenure.model.obligation import Answer, EventReport, Obligation, ProofReport
from tenure.model.showing import Counterexample
from tenure.model.sorts import Pool
from tenure.model.trace import Call

STEPPED, RUN, NAMED = "batch_stays_within_the_limit", "slots_are_conserved", "suspended_request_parks_its_adapter"


def counterexample(*, reachable: bool) -> Counterexample:
    return Counterexample(
        requests=1,
        reachable=reachable,
        calls=(Call("launch"),),
        before=(),
        others=0,
        changes=(),
        breaks="it",
        instance=Instance(1, 0, 1, {}),
        counts=("1 request",),
        capacities=(),
    )


def test_runs_from_the_start_come_before_steps_and_these_before_what_is_only_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def explain(_event: object, law: str, *_: object) -> Counterexample:
        return counterexample(reachable=law == RUN)

    monkeypatch.setattr("tenure.model.counterexample.explain", explain)
    monkeypatch.setattr("tenure.conformance.proving.SHOWN", 2)
    failed = tuple(
        Obligation("launch", 1, LAWS[name].id, name, Answer.REFUTED, system="lifecycle")
        for name in (STEPPED, RUN, NAMED)
    )
    proof = summary(ProofReport((EventReport("launch", 1, 0, failed, system="lifecycle"),), 3, 0.0), Asked())
    assert [(each.law.name, each.from_start) for each in proof.refuted] == [
        (RUN, True),
        (STEPPED, False),
        (NAMED, False),
    ]
    assert [each.shown[:1] for each in proof.refuted] == [
        ("a run from the start, with 1 request:",),
        ("a step from a state that meets every law, with 1 request:",),
        (),
    ]


def test_what_is_called_with_a_member_of_an_enum_says_its_name() -> None:
    assert str(Call("evict", (1, 2), "adapters")) == "evict(at=device, a=2)"
    assert str(Call("suspend", (1,))) == "suspend(r=1)"
    assert str(Call("ponder", (1,))) == "ponder(arg0=1)"
    law = next(law for law in LAWS.values() if [sort for _, sort in law.params] == [Pool])
    assert str(Broken(law, (1,))) == f"{law.name}({law.params[0][0]}=draft)"
    assert "suspend" in EVENTS
