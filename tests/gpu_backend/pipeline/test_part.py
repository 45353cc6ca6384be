"""The pipeline does what the model says, and shows what is in memory rather than what it was told."""

from collections.abc import Iterator
from random import Random

import pytest
import torch

from tenure.conformance.evidence import Violated
from tenure.conformance.parts.campaign import PartCampaign
from tenure.conformance.parts.lockstep import Lockstep
from tenure.conformance.parts.machine import deal
from tenure.conformance.verdict import Result
from tenure.gpu_backend.pipeline.part import FACTORY
from tenure.model.instance import Instance
from tenure.model.sorts import Pool
from tenure.model.trace import Call

from .running import Running, decoding, instance, planned


@pytest.mark.parametrize("seed", range(2))
def test_the_part_conforms(seed: int) -> None:
    verdict = PartCampaign(FACTORY, seed=seed, runs=6).verdict()
    assert verdict.result is Result.CONFORMS, verdict
    assert set(verdict.done) == set(FACTORY.model.events)


def test_nothing_is_hidden_or_left_out() -> None:
    assert FACTORY.wrong() is None
    assert not FACTORY.hidden
    assert not FACTORY.without


SIZES = [
    instance(),
    instance(page_size=2, longest=8, target=6, draft=7, batch=2),
    instance(page_size=3, longest=9, target=5, draft=5, slots=1, reads=1),
]

LAST_RESORT = {"abort": 400, "finish": 100, "fail": 40, "preempt": 30, "load": 60, "evict": 90, "reload": 60}
"""Events that end what others need, as if they had been done so often already."""


def dealt(run: Lockstep, chance: Random, many: int) -> Iterator[Call]:
    """Do calls by chance and yield those that were done."""
    often = dict(LAST_RESORT)
    for _ in range(many):
        call = deal(FACTORY, run.world, often, chance)
        assert call is not None
        if run.do(call):
            often[call.event] = often.get(call.event, 0) + 1
            yield call


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_longer_requests_in_larger_pages_conform(size: Instance) -> None:
    done: dict[str, int] = {}
    for seed in range(5):
        for call in dealt(Running(size).lockstep, Random(seed), 250):
            done[call.event] = done.get(call.event, 0) + 1
    assert done.keys() == FACTORY.model.events.keys()


def test_what_is_refused_changes_nothing_but_the_device_at_work() -> None:
    run = Running(instance(target=3, draft=2, batch=2))
    run.say(f"{decoding(0)} {planned(1)}")
    memory = [pool.cells.clone() for pool in run.executor.kv.pools.values()]
    before = run.part.observe()
    run.say("!decode 0 1 0; !decode 0 0 1; !submit 0; !retire 0 1; !drop 0; !reset 0; !fail; !resume 0; !evict 1")
    assert run.part.observe() == before
    for pool, was in zip(run.executor.kv.pools.values(), memory, strict=True):
        torch.testing.assert_close(pool.cells, was, rtol=0, atol=0)


EVERY_EVENT = (
    f"load 1; {planned(0, 3, 2, a=1)} launch; chunk 0 1; launch; reload 1; retire 0 2; retire 0 1; rewrite 1;"
    f"decode 0 1 1; revoke 0; decode 0 2 0; launch; pause 0; retire 0 2; publish 0; unpause 0; suspend 0; resume 0;"
    f"decode 0 0 0; launch; fail; reset 0; decode 0 0 0; launch; preempt 0; drop 0; evict 1;"
    f"{planned(1)} launch; finish 1; abort 0"
)


def test_every_event_is_done_by_a_script() -> None:
    run = Running()
    run.say(EVERY_EVENT)
    assert {call.event for call in run.lockstep.calls} == set(FACTORY.model.events)


@pytest.mark.parametrize("pool", Pool)
def test_settled_work_that_memory_does_not_have_shows(pool: Pool) -> None:
    run = Running()
    run.say(decoding(0, 3))
    page = run.pages(0)[pool][1]
    run.executor.kv.pools[pool].cells[page, 0] += 1
    assert run.part.observe()[f"committed.{pool.name}"][0] == 1
    with pytest.raises(Violated) as found:
        run.do("submit", 1)
    assert "R6" in {law for law, _ in found.value.breach.keys}


def test_work_of_another_adapter_shows() -> None:
    run = Running()
    run.say(f"load 1; {decoding(0, 2, a=1)}")
    run.executor.kv.pools[Pool.TARGET].cells[run.pages(0)[0][0], 1] = 0
    assert run.part.observe()["committed.TARGET"][0] == 0


def test_saved_work_that_is_not_right_shows() -> None:
    run = Running()
    run.say(f"{decoding(0, 2)} suspend 0")
    saved = run.request(0).saved
    assert saved is not None
    saved[Pool.DRAFT][1, 0] += 1
    assert run.part.observe()["committed.DRAFT"][0] == 1


def test_a_free_page_that_is_not_poisoned_shows() -> None:
    run = Running()
    run.executor.kv.pools[Pool.DRAFT].cells[2] = 0
    assert run.part.observe()["free.DRAFT"] == [7]


def test_a_page_with_two_owners_counts_for_nobody() -> None:
    run = Running()
    run.say(planned(0, 2))
    page = run.pages(0)[0][0]
    run.executor.kv.pools[Pool.TARGET].free.give_back([page])
    shown = run.part.observe()
    assert (shown["held.TARGET"][0], shown["free.TARGET"]) == (1, [6])


def test_a_slot_that_holds_another_adapter_shows() -> None:
    run = Running()
    run.say("load 1; load 2")
    run.executor.adapters.weights[run.executor.adapters.slot(1).index] = run.executor.adapters.latest(2)
    assert run.part.observe()["on_device"] == [0, 0, 1]


def test_to_observe_changes_nothing() -> None:
    run = Running()
    run.say(EVERY_EVENT)
    assert run.part.observe() == run.part.observe()
