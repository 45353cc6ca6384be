"""The memory does what the model says, and shows what is in tensors rather than what it was told."""

from random import Random

import pytest

from tenure.conformance.evidence import Violated
from tenure.conformance.parts.campaign import PartCampaign
from tenure.conformance.parts.machine import deal
from tenure.conformance.verdict import Result
from tenure.gpu_backend.paging.content import POISON, mark_of_life
from tenure.gpu_backend.paging.part import FACTORY
from tenure.model.instance import Instance
from tenure.model.systems.pages.state import Fill

from .running import ASIDE, AWAY, CACHED, FULL, PUBLISHED, WRITTEN, Running, instance


@pytest.mark.parametrize("seed", range(2))
def test_the_part_conforms(seed: int) -> None:
    verdict = PartCampaign(FACTORY, seed=seed, runs=6).verdict()
    assert verdict.result is Result.CONFORMS, verdict
    assert len(verdict.done) >= MOST_EVENTS


MOST_EVENTS = 20
"""How many different events a few random runs come to; `test_every_event_is_done` comes to all."""


def test_nothing_is_hidden_or_left_out() -> None:
    assert FACTORY.wrong() is None
    assert not FACTORY.hidden
    assert not FACTORY.without


SIZES = [
    instance(0, 0, 0, 0, 1, 1, 1, requests=3, operations=4, prefixes=3),
    instance(0, 1, 0, 2, 1, 0, requests=3, operations=3, prefixes=2),
    instance(0, 0, requests=2, operations=2, prefixes=1),
]


@pytest.mark.parametrize("size", SIZES, ids=["two tiers", "three tiers", "device only"])
def test_other_sizes_conform(size: Instance) -> None:
    done: dict[str, int] = {}
    for seed in range(3):
        run, chance, often = Running(size), Random(seed), dict(SELDOM)
        for _ in range(250):
            call = deal(FACTORY, run.lockstep.world, often, chance)
            if call is None:
                break
            if run.lockstep.do(call):
                often[call.event] = often.get(call.event, 0) + 1
                done[call.event] = done.get(call.event, 0) + 1
    assert done["allocate"] >= 5


SELDOM = {"reset_device": 300, "reset_below": 300, "change_weights": 300, "finish": 300, "abort": 300}
"""How often these count as done from the beginning: where they come as often as others, nothing else lasts."""


EVERY_EVENT = (
    f"{PUBLISHED} submit 1; hit 1 0; issue_load 0 1 0 1; complete_copy 0 0 1; poll_load 0 1; drop 1 0;"
    f"issue_send 0 1 1; complete 0; poll 0; rebase 1 1 0; suspend 1; set_aside 1 3 0;"
    f"issue_move 0 1; lose 0; give_up 0; issue_move 0 1; fail 0; poll 0; issue_move 0 1; complete 0; poll_move 0;"
    f"set_aside 1 1 3; issue_move 0 1; complete 0; poll_move 0; resume 1; preempt 1 1; abort 1; finish 0;"
    f"issue_store 0 0 4; complete_copy 0 0 4; poll_store 0 4; evict 4; restore 1 1 0;"
    f"reset_below; reset_device; change_weights"
)


def test_every_event_is_done() -> None:
    run = Running()
    run.say(EVERY_EVENT)
    assert {call.event for call in run.lockstep.calls} == set(FACTORY.model.events)


def test_how_full_a_page_is_comes_from_its_tensor() -> None:
    run = Running()
    run.say(WRITTEN)
    pool = run.manager.pool
    run.manager.memory.write(pool[0], range(1, 3), 0, run.manager.requests[0].mark)
    assert run.part.observe()["fill"][0] == Fill.FULL
    with pytest.raises(Violated) as found:
        run.do("reset_device")
    assert "K16" in {law for law, _ in found.value.breach.keys}


@pytest.mark.parametrize(
    ("calls", "page"),
    [(WRITTEN, 0), (PUBLISHED, 0), (CACHED, 0), (AWAY, 3), (f"{PUBLISHED} suspend 0; set_aside 0 3 0;", 0)],
    ids=["private", "published", "cached", "below", "copied"],
)
def test_content_of_another_request_shows(calls: str, page: int) -> None:
    run = Running()
    run.say(calls)
    assert run.part.observe()["made"][page] == 0
    stranger = run.manager.pool[page]
    run.manager.memory.write(stranger, range(1), 0, 77)
    assert run.part.observe()["made"][page] == 1
    with pytest.raises(Violated) as found:
        run.do("reset_below")
    assert "L13" in {law for law, _ in found.value.breach.keys}


def test_a_page_that_is_for_another_life_shows_before_anything_is_written() -> None:
    run = Running()
    run.say("submit 0; allocate 0 0")
    run.manager.pool[0].writers = frozenset({mark_of_life(0, 1)})
    assert run.part.observe()["made"][0] == 1
    run.manager.requests[0].life = 1
    assert run.part.observe()["made"][0] == 0


def test_content_of_other_weights_shows() -> None:
    run = Running()
    run.say(f"{WRITTEN} change_weights; change_weights")
    run.manager.memory.write(run.manager.pool[0], range(1), 1, run.manager.requests[0].mark)
    assert run.part.observe()["made"][0] == 3  # those that the page is kept under are not those of its content


def test_a_free_page_that_can_be_read_shows() -> None:
    run = Running()
    run.manager.memory.write(run.manager.pool[2], range(1), 0, 0)
    assert run.part.observe()["made"][2] == 1


def test_poison_in_a_page_that_is_used_shows() -> None:
    run = Running()
    run.say(FULL)
    run.manager.memory.of(run.manager.pool[0])[2] = POISON
    assert run.part.observe()["made"][0] == 1


def test_a_page_that_awaits_a_copy_counts_as_filled_and_cannot_be_read() -> None:
    run = Running()
    run.say(ASIDE)
    assert run.part.observe()["fill"][3] == Fill.PARTIAL
    assert all(value < 0 for position in run.row(3) for value in position)


def test_a_count_that_the_queues_contradict_shows() -> None:
    run = Running()
    run.say(CACHED)
    assert run.part.observe()["refs"][:2] == [0, 0]
    run.manager.pool.cached.remove(run.manager.pool[0])
    run.manager.pool[1].refs = 1
    assert run.part.observe()["refs"][:2] == [1, 0]


def test_to_observe_changes_nothing() -> None:
    run = Running()
    run.say(f"{PUBLISHED} submit 1; issue_load 0 1 0 1; suspend 0; set_aside 0 3 0")
    assert run.part.observe() == run.part.observe()
