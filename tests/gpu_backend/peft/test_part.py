"""The caches do what the model says, and show what is in memory rather than what they were told."""

from random import Random

import pytest

from tenure.conformance.evidence import Violated
from tenure.conformance.parts.campaign import PartCampaign
from tenure.conformance.parts.machine import deal
from tenure.conformance.verdict import Result
from tenure.gpu_backend.peft.part import FACTORY
from tenure.model.instance import Instance

from .running import HOST, Running, admitted, instance, running


@pytest.mark.parametrize("seed", range(3))
def test_the_part_conforms(seed: int) -> None:
    verdict = PartCampaign(FACTORY, seed=seed).verdict()
    assert verdict.result is Result.CONFORMS, verdict
    assert set(FACTORY.model.events) - set(verdict.done) <= RARE


RARE = {"count_leftover", "keep", "reuse"}
"""Events that a few random runs may not come to; `test_every_event_is_done` does."""


def test_the_same_seed_gives_the_same_runs() -> None:
    first, second = (PartCampaign(FACTORY, seed=5, runs=4).verdict() for _ in range(2))
    assert (first.done, first.refused, first.events) == (second.done, second.refused, second.events)
    other = PartCampaign(FACTORY, seed=6, runs=4).verdict()
    assert other.done != first.done


def test_nothing_is_hidden_or_left_out() -> None:
    assert FACTORY.wrong() is None
    assert not FACTORY.hidden
    assert not FACTORY.without


SIZES = [
    instance(1, 2, 3, requests=4, host=4, device=4),
    instance(2, 1, 2, requests=4, host=3, device=3),
    instance(1, 2, files=False, host=3, device=2),
]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_adapters_of_several_pages_conform(size: Instance) -> None:
    run, chance = Running(size), Random(1)
    done: dict[str, int] = {}
    for _ in range(600):
        call = deal(FACTORY, run.lockstep.world, done, chance)
        assert call is not None
        if run.lockstep.do(call):
            done[call.event] = done.get(call.event, 0) + 1
    assert done["put"] >= 5


EVERY_EVENT = (
    f"{running(0, 1)} retire; lift 1; suspend 0; resume 0; reuse 0; bind 0; launch; suspend 0; count_leftover 1;"
    f"resume 0; keep 0; cancel; pass_over 0; pause 0; unpause 0; complete 0; end 0; retire; lift 1; cancel;"
    f"reload 1 2; discard 0 1; discard 1 1; unregister 1; register 1; submit 1 1; plan 1; put 1; fail_load 0 1;"
    f"cancel; preempt 1; plan 1; put 1; load 0 1; cancel; end 1; register 2; submit 2 2; plan 2; put 2; evict 0 1;"
    f"take 0 2; load 0 2; submit 0 2; plan 0; admit 0; cancel; end 0; end 2; unload 0 2"
)


def test_every_event_is_done() -> None:
    run = Running(instance(1, 1, host=1, device=1))
    run.say(EVERY_EVENT)
    assert {call.event for call in run.lockstep.calls} == set(FACTORY.model.events)


def test_a_copy_whose_pages_hold_something_else_shows() -> None:
    run = Running()
    run.say(admitted(0, 1))
    entry = run.peft.host.find(1)
    assert entry is not None
    run.peft.host.pages.memory[entry.pages[0], 0] += 1
    assert run.part.observe()["copy.HOST"][1] == 0
    with pytest.raises(Violated) as found:
        run.do("cancel")
    assert "V2" in {law for law, _ in found.value.breach.keys}


def test_a_free_page_that_is_not_poisoned_shows() -> None:
    run = Running()
    run.peft.device.pages.memory[0] = 0.0
    assert run.part.observe()["free.DEVICE"] == [1]
    with pytest.raises(Violated) as found:
        run.do("register", 1)
    assert found.value.breach.broken[0].law.id == "L1"


def test_a_page_with_two_owners_counts_for_nobody() -> None:
    run = Running()
    run.say(admitted(0, 1))
    entry = run.peft.host.find(1)
    assert entry is not None
    run.peft.host.pages.free.give_back([entry.pages[0]])
    shown = run.part.observe()
    assert (shown["held.HOST"][1], shown["free.HOST"]) == (0, [1])


def test_to_observe_changes_nothing() -> None:
    run = Running()
    run.say(f"{admitted(0, 1)} cancel; suspend 0")
    assert run.part.observe() == run.part.observe()


def test_a_claim_that_makes_room_by_itself_does_what_the_model_allows() -> None:
    before = (
        f"{admitted(0, 1)} cancel; {admitted(1, 2)} cancel; end 0; end 1;"
        f"submit 0 1; plan 0; admit 0; cancel; end 0; register 3; submit 2 3; plan 2; put 2"
    )
    commanded, alone = (Running(instance(1, 1, 1)) for _ in range(2))
    for run in (commanded, alone):
        run.say(before)
    claim = alone.peft.host.find(3)
    assert claim is not None
    assert alone.peft.host.claim_pages_with_evict(claim) == [2]
    commanded.say(f"evict {HOST} 2; take {HOST} 3")
    assert alone.part.observe() == commanded.part.observe()
