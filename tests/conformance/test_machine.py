"""The machine: it reaches every event and guard, does the same again, and fuzzing finds and shrinks what is wrong."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from tenure.conformance.comparing import Checks
from tenure.conformance.dealing import Dealer, Mode
from tenure.conformance.engine import SCHEDULE
from tenure.conformance.fuzz import Campaign
from tenure.conformance.instances import APART, draw_instance
from tenure.conformance.laws import all_laws
from tenure.conformance.machine import machine, scatter
from tenure.conformance.options import guards
from tenure.conformance.profile import DEFAULT_RANGES, Profile, Waiver
from tenure.conformance.reference import ReferenceEngine, ReferenceFactory
from tenure.conformance.replay import replay
from tenure.conformance.script import read_calls
from tenure.conformance.session import Session, Tally
from tenure.conformance.snapshot import Snapshot
from tenure.conformance.verdict import Result
from tenure.model.instance import Instance
from tenure.model.language import Refused
from tenure.model.lifecycle import EVENTS
from tenure.model.trace import Call

PROFILE = Profile("reference", examples=30)
RARE = {
    ("resume", "the adapter is resident or finds room"),
    ("resume", "the draft pool has room for its pages"),
    ("unpause", "a seat is free"),
}
"""Guards that fail only after a longer story: some hundred runs reach them."""

NO_CHECKS = Checks(state=False, audit=False, content=False, drain=False)


class EngineFactoryOf(ReferenceFactory):
    """Makes engines of a class."""

    def __init__(self, made: type[ReferenceEngine]) -> None:
        self.made = made

    def __call__(self, instance: Instance, *, seed: int, faults: Sequence[str] = ()) -> ReferenceEngine:
        assert not faults
        return self.made(instance, seed=seed)


def calls_of(campaign: Campaign, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Run a campaign and return everything that it did."""
    done: list[str] = []
    before = Session.do

    def do(self: Session, call: Call) -> bool:
        done.append(str(call))
        return before(self, call)

    with monkeypatch.context() as patched:
        patched.setattr(Session, "do", do)
        campaign.run()
    return done


def test_same_seed_does_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    first, again, other = (
        calls_of(Campaign(ReferenceFactory(), PROFILE, seed, budget=10), monkeypatch) for seed in (4, 4, 5)
    )
    assert first == again
    assert first != other


def test_reference_conforms() -> None:
    verdict = Campaign(ReferenceFactory(), PROFILE).run()
    assert (verdict.result, verdict.findings, verdict.unknown) == (Result.CONFORMS, (), ())
    assert verdict.examples >= PROFILE.examples
    assert verdict.events == sum(verdict.done.values()) + sum(verdict.refused.values()) > 1000


def test_every_event_and_every_guard_that_keeps_a_law_is_reached(monkeypatch: pytest.MonkeyPatch) -> None:
    refused: Counter[tuple[str, str]] = Counter()
    before = Session._step_model

    def step(self: Session, call: Call) -> Refused | None:
        refusal = before(self, call)
        if refusal is not None:
            refused[call.event, refusal.why] += 1
        return refusal

    monkeypatch.setattr(Session, "_step_model", step)
    verdict = Campaign(ReferenceFactory(), PROFILE, budget=200, checks=NO_CHECKS).run()
    assert {name for name in EVENTS if not verdict.done.get(name)} == set()
    kept = {(event.name, g.why) for event in EVENTS.values() for g in guards(event).values() if g.law}
    assert kept - refused.keys() <= RARE


def test_events_left_out_by_the_profile_are_not_tried() -> None:
    profile = Profile("reference", examples=10, without=("pause", "preempt"))
    verdict = Campaign(ReferenceFactory(), profile, checks=NO_CHECKS).run()
    assert not {"pause", "preempt"} & verdict.refused.keys()
    assert not verdict.done.get("preempt")


def test_engine_that_does_not_plan_is_only_commanded() -> None:
    class Commanded(ReferenceFactory):
        observed = False

    verdict = Campaign(Commanded(), PROFILE, budget=10, checks=NO_CHECKS).run()
    assert SCHEDULE.event not in verdict.done
    made = machine(Commanded(), PROFILE, seed=0)
    assert made.__name__ == "ReferenceMachine"


def test_wrong_engine_is_found_and_made_small(make_wrong: Callable[[str, Sequence[str]], Any]) -> None:
    factory = make_wrong("KeepsAdapterActive", ["P7"])
    verdict = Campaign(factory, PROFILE, faults=("KeepsAdapterActive",)).run()
    assert verdict.result is Result.VIOLATES
    (found,) = verdict.findings
    assert found.law.id == "P7"
    assert len(found.calls) <= 6
    assert found.event.startswith("suspend(")
    assert found.event_where.startswith("model/events/suspension.py:")
    assert found.reproduce.startswith("tenure replay --engine reference --fault KeepsAdapterActive --seed 0")
    assert Campaign(factory, PROFILE, budget=10).run().result is Result.CONFORMS


def test_law_that_the_fault_must_break_is_the_one_named(make_wrong: Callable[[str, Sequence[str]], Any]) -> None:
    factory = make_wrong("KeepsAdapterActive", ["P2"])
    (found,) = Campaign(factory, PROFILE, faults=("KeepsAdapterActive",)).run().findings
    assert found.law.id == "P2"
    assert "P7" in [law.id for law in found.also]


def test_waivers_cover_a_breach_only_if_they_name_every_law_of_it(
    make_wrong: Callable[[str, Sequence[str]], Any],
) -> None:
    factory = make_wrong("KeepsAdapterActive", ["P7"])
    plain = Campaign(factory, Profile("reference", examples=20), faults=("KeepsAdapterActive",)).run()
    (found,) = plain.findings
    laws = {found.law.id, *(law.id for law in found.also)}
    assert len(laws) > 1
    partly = Profile("reference", examples=20, waivers=(Waiver("P7", "known"),))
    assert Campaign(factory, partly, faults=("KeepsAdapterActive",)).run().result is Result.VIOLATES
    every = tuple(Waiver(law, "known") for law in sorted({law.id for law in all_laws()}))
    verdict = Campaign(factory, Profile("reference", examples=20, waivers=every), faults=("KeepsAdapterActive",)).run()
    assert verdict.findings == ()
    assert set(verdict.stale) == {law.id for law in all_laws()} - set(verdict.waived)


def test_waiver_that_is_not_needed_is_stale() -> None:
    waived = Profile("reference", examples=5, waivers=(Waiver("row_has_one_owner", "known"),))
    verdict = Campaign(ReferenceFactory(), waived).run()
    assert (verdict.result, verdict.stale) == (Result.VIOLATES, ("row_has_one_owner",))


def test_engine_that_does_not_repeat_itself_is_unknown() -> None:
    moods = [True]

    class Moody(ReferenceEngine):
        def observe(self) -> Snapshot:
            seen = super().observe()
            wrong = self.texts and moods and moods.pop()
            return replace(seen, seats_taken=seen.seats_taken + 1) if wrong else seen

    verdict = Campaign(EngineFactoryOf(Moody), PROFILE).run()
    assert verdict.result is Result.UNKNOWN
    assert "does not repeat itself" in verdict.unknown[0]


def test_crash_of_the_harness_is_unknown(monkeypatch: pytest.MonkeyPatch) -> None:
    def crash(*_: object) -> Call:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr(Dealer, "deal", crash)
    verdict = Campaign(ReferenceFactory(), PROFILE).run()
    assert verdict.result is Result.UNKNOWN
    assert "the harness went wrong" in verdict.unknown[0]
    assert "ZeroDivisionError: oops" in verdict.unknown[0]


def test_near_tie_is_unknown() -> None:
    class Close(ReferenceEngine):
        def observe(self) -> Snapshot:
            return replace(super().observe(), margin=1e-12)

    verdict = Campaign(EngineFactoryOf(Close), PROFILE).run()
    assert verdict.result is Result.UNKNOWN
    assert "too close to compare" in verdict.unknown[0]


def test_instances_stay_within_the_profile_and_have_unequal_pools() -> None:
    drawn = [draw_instance(DEFAULT_RANGES, random.Random(scatter(at))) for at in range(300)]
    for instance in drawn:
        sizes = {"requests": instance.requests, "adapters": instance.adapters, "page_size": instance.page_size}
        for name, value in {**sizes, **instance.sizes}.items():
            low, high = DEFAULT_RANGES[name]
            assert low <= value <= high, name
    apart = {each.size("pool_size.DRAFT") - each.size("pool_size.TARGET") for each in drawn}
    assert apart == set(APART)
    assert len({repr(each) for each in drawn}) > 250


def test_ranges_of_the_profile_win_over_need() -> None:
    ranges = {**DEFAULT_RANGES, "pool_size.TARGET": (40, 40), "host_size": (0, 0)}
    drawn = draw_instance(ranges, random.Random(0))
    assert (drawn.size("pool_size.TARGET"), drawn.size("host_size")) == (40, 0)


def test_modes_differ_in_who_decides(roomy: Instance) -> None:
    dealer = Dealer(list(EVENTS))
    for mode in Mode:
        engine, chance, asked = ReferenceEngine(roomy, seed=0), random.Random(0), 0
        for _ in range(200):
            call = dealer.deal(engine.world, mode, chance)
            asked += call == SCHEDULE
            engine.apply(call)
        assert (asked > 0) == (mode is not Mode.COMMANDED)


def test_tally_counts_what_was_done(roomy: Instance, decoding: str) -> None:
    tally = Tally()
    with Session(ReferenceFactory(), roomy, seed=0, tally=tally) as session:
        for call in read_calls(f"{decoding}; suspend(1)"):
            session.do(call)
        trace = session.trace
    assert tally["load", "done"] == tally["suspend", "refused"] == 1
    assert replay(ReferenceFactory(), trace) is None
