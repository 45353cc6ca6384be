"""Lockstep: the right engine conforms, and each wrong one is caught by the law that it breaks."""

from collections.abc import Callable, Sequence
from dataclasses import replace as changed
from typing import Any

import pytest

from tenure.conformance.comparing import Checks
from tenure.conformance.content import LoneRuns
from tenure.conformance.engine import SCHEDULE, Refused
from tenure.conformance.evidence import Undecided, Violated
from tenure.conformance.reference import ReferenceEngine, ReferenceFactory
from tenure.conformance.replay import replay, states_of
from tenure.conformance.script import read_calls
from tenure.conformance.session import Session
from tenure.conformance.snapshot import Snapshot
from tenure.model.instance import Instance
from tenure.model.trace import Call, Trace
from tenure.model.worlds.concrete import ConcreteWorld


class FactoryOf(ReferenceFactory):
    """Makes engines of a class."""

    def __init__(self, made: type[ReferenceEngine]) -> None:
        self.made = made

    def __call__(self, instance: Instance, *, seed: int, faults: Sequence[str] = ()) -> ReferenceEngine:
        assert not faults
        return self.made(instance, seed=seed)


def test_wrong_engine_is_caught(example: Any) -> None:
    breach = replay(example.factory, example.trace)
    assert breach is not None
    assert example.law in [name for _, name in breach.keys]
    assert breach.broken[0].differs.expected != breach.broken[0].differs.got


def test_right_engine_passes_the_same_run(example: Any) -> None:
    assert replay(ReferenceFactory(), example.trace) is None


def test_first_law_is_the_expected_one(example: Any) -> None:
    breach = replay(example.factory, example.trace)
    assert breach is not None
    named = breach.broken[0].law.name
    seats = "paused_requests_take_no_seat"
    assert named == (seats if example.law == "refusal_changes_nothing" else example.law)


def test_breach_holds_the_run_up_to_the_call(wrong: Callable[[str], Any]) -> None:
    example = wrong("KeepsAdapterActive")
    longer = Trace(example.trace.instance, 0, (*example.trace.calls, Call("launch")))
    breach = replay(example.factory, longer)
    assert breach is not None
    assert breach.trace.calls == example.trace.calls
    assert breach.call == Call("suspend", (0,))


def test_mere_difference_is_named_with_field_and_values(wrong: Callable[[str], Any]) -> None:
    example = wrong("MiscountsPrompt")
    breach = replay(example.factory, example.trace)
    assert breach is not None
    differs = breach.broken[0].differs
    assert (differs.what.split(":")[0], differs.expected, differs.got) == ("prompt[0]", "3", "4")


def test_refusal_of_drafted_tokens_is_allowed(roomy: Instance, decoding: str) -> None:
    class KeepsFewer(ReferenceEngine):
        def apply(self, call: Call) -> Any:
            return Refused("verified fewer") if call == Call("accept", (0, 1)) else super().apply(call)

    calls = read_calls(f"{decoding}; grow(0,1); launch; accept(0,1); accept(0,0)")
    assert replay(FactoryOf(KeepsFewer), Trace(roomy, 0, calls)) is None


def test_impossible_call_is_refused_and_changes_nothing(roomy: Instance) -> None:
    with Session(ReferenceFactory(), roomy, seed=0) as session:
        before = session.world.state()
        assert not session.do(Call("suspend", (0,)))
        assert session.world.state() == before


def test_pass_of_the_reference_conforms(roomy: Instance) -> None:
    with Session(ReferenceFactory(), roomy, seed=0) as session:
        for call in read_calls("load(1); submit(0,1,3,1); submit(1,0,2,0); submit(2,1,5,1)"):
            session.do(call)
        for _ in range(12):
            session.do(SCHEDULE)
        assert session.tally["finish", "decided"] == roomy.requests


def test_states_are_kept_for_the_start_and_each_call(roomy: Instance, decoding: str) -> None:
    calls = read_calls(decoding)
    states = states_of(ReferenceFactory(), Trace(roomy, 0, calls))
    assert len(states) == len(calls) + 1
    assert states[0] == ConcreteWorld(roomy).state()


def test_near_tie_says_nothing(wrong: Callable[[str], Any]) -> None:
    forgets = wrong("ForgetsOnResume")

    def observe(self: ReferenceEngine) -> Snapshot:
        resumed = any(text.adapter >= 7 for text in self.texts.values())
        return changed(ReferenceEngine.observe(self), margin=1e-12 if resumed else 1.0)

    close = type("Close", (forgets.engine,), {"observe": observe})
    with pytest.raises(Undecided, match="too close"):
        replay(FactoryOf(close), forgets.trace)


@pytest.mark.parametrize(
    ("check", "name"),
    [("audit", "LeaksPages"), ("state", "CountsLives"), ("content", "ForgetsOnResume"), ("drain", "KeepsRegistry")],
)
def test_each_check_alone_finds_something(check: str, name: str, wrong: Callable[[str], Any]) -> None:
    only = Checks(**{each: each == check for each in ("state", "audit", "content", "drain")})
    none = Checks(state=False, audit=False, content=False, drain=False)
    example = wrong(name)
    assert replay(example.factory, example.trace, checks=only) is not None
    assert replay(example.factory, example.trace, checks=none) is None


def test_engine_that_cannot_start_is_a_finding(roomy: Instance) -> None:
    class Dead(ReferenceEngine):
        def __init__(self, instance: Instance, *, seed: int) -> None:
            super().__init__(instance, seed=seed)
            raise MemoryError("no pages")

    breach = replay(FactoryOf(Dead), Trace(roomy, 0, ()))
    assert breach is not None
    assert breach.broken[0].law.id == "O3"
    assert breach.broken[0].differs.got == "MemoryError: no pages"


def test_engine_is_closed_when_it_is_wrong_from_the_start(roomy: Instance) -> None:
    closed = []

    class Wrong(ReferenceEngine):
        def observe(self) -> Snapshot:
            return changed(super().observe(), seats_taken=1)

        def close(self) -> None:
            closed.append(True)

    with pytest.raises(Violated, match="G3"):
        Session(FactoryOf(Wrong), roomy, seed=0)
    assert closed == [True]


def test_lone_runs_are_made_once(roomy: Instance, decoding: str) -> None:
    started = []

    class Counted(ReferenceEngine):
        def __init__(self, instance: Instance, *, seed: int) -> None:
            super().__init__(instance, seed=seed)
            started.append(instance)

    factory = FactoryOf(Counted)
    alone = LoneRuns(factory, seed=0)
    for _ in range(3):
        assert replay(factory, Trace(roomy, 0, read_calls(decoding)), alone=alone) is None
    assert len([each for each in started if each is not roomy]) == 1
