"""What a proof refuted is told in an order, and with names: what is surely wrong comes first."""

from pathlib import Path

import pytest

from tenure.conformance.proving import Asked, run_proof, summary
from tenure.conformance.verdict import Result
from tenure.model.check import Broken
from tenure.model.fork import TooManyPaths
from tenure.model.instance import Instance
from tenure.model.language import ModelError
from tenure.model.lifecycle import EVENTS, LAWS, LIFECYCLE
from tenure.model.obligation import Answer, EventReport, Obligation, ProofReport
from tenure.model.showing import Counterexample
from tenure.model.sorts import Pool
from tenure.model.trace import Call
from tenure.model.worlds.concrete import ConcreteWorld

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
        branches=("a branch of the run",),
    )


def test_runs_from_the_start_come_before_steps_and_these_before_what_is_only_named(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def explain(_event: object, law: str, *_: object) -> Counterexample:
        return counterexample(reachable=law == RUN)

    monkeypatch.setattr("tenure.model.counterexample.explain", explain)
    monkeypatch.setattr("tenure.conformance.counterexamples.TO_THE_END", 2)
    monkeypatch.setattr("tenure.conformance.counterexamples.SECONDS", 0)
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


def test_where_nothing_has_changed_since_it_was_proved_it_still_conforms(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    asked = Asked(systems=("buffers",), changed=True)
    first = run_proof(lambda _: None, asked=asked, jobs=1)
    again = run_proof(lambda _: None, asked=asked, jobs=1)
    assert first.events
    assert (again.events, again.result) == ((), Result.CONFORMS)


def test_what_the_code_of_an_event_raises_is_told_with_its_place(monkeypatch: pytest.MonkeyPatch) -> None:
    def prove(*_: object, **__: object) -> None:
        EVENTS["suspend"].body(None, 0)

    monkeypatch.setattr("tenure.model.proof.prove_all", prove)
    with pytest.raises(ModelError, match=r"^model/events/suspension\.py:\d+: AttributeError: .*'phase'"):
        run_proof(lambda _: None)


@pytest.mark.parametrize("error", [ModelError("laws.py:1: it has a guard"), TooManyPaths("it has too many; split it")])
def test_what_is_a_sentence_about_the_model_already_is_told_as_it_is(
    error: Exception, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise error

    def prove(*_: object, **__: object) -> None:
        monkeypatch.setitem(EVENTS["suspend"].body.__globals__, "one_of", refuse)
        EVENTS["suspend"].body(ConcreteWorld(LIFECYCLE.instance(1)), 0)

    monkeypatch.setattr("tenure.model.proof.prove_all", prove)
    with pytest.raises(ModelError) as raised:
        run_proof(lambda _: None)
    assert str(raised.value) == str(error)


def test_what_the_prover_itself_raises_is_not_blamed_on_the_model(monkeypatch: pytest.MonkeyPatch) -> None:
    def prove(*_: object, **__: object) -> None:
        raise TypeError("a mistake in the prover")

    monkeypatch.setattr("tenure.model.proof.prove_all", prove)
    with pytest.raises(TypeError, match="a mistake in the prover"):
        run_proof(lambda _: None)
