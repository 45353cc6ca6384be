"""The residents' side does what the model says, and shows what is in memory rather than what it was told."""

import pytest
import torch

from tenure.conformance.evidence import Violated
from tenure.conformance.parts.campaign import PartCampaign
from tenure.conformance.verdict import Result
from tenure.gpu_backend.residency.part import FACTORY
from tenure.model.instance import Instance

from .running import HEADROOM, PAUSED, PLAIN, PLANNED, Running, instance, live, walk


@pytest.mark.parametrize("seed", range(3))
def test_the_part_conforms(seed: int) -> None:
    verdict = PartCampaign(FACTORY, seed=seed, runs=6).verdict()
    assert verdict.result is Result.CONFORMS, verdict


@pytest.mark.parametrize("seed", range(2))
def test_runs_in_which_requests_meet_conform_and_do_every_event(seed: int) -> None:
    calls = list(walk(seed, runs=16))
    done = {call.event for call, was_done in calls if was_done}
    assert done | {"force_resume"} == set(FACTORY.model.events)
    assert sum(not was_done for _, was_done in calls) >= 100


def test_the_same_seed_gives_the_same_runs() -> None:
    first, second = (list(walk(5, runs=2)) for _ in range(2))
    assert first == second
    assert first != list(walk(6, runs=2))


def test_nothing_is_hidden_or_left_out() -> None:
    assert FACTORY.wrong() is None
    assert not FACTORY.hidden
    assert not FACTORY.without


TWO_LIVE = f"{HEADROOM} {PLANNED} {live(0, 2)} {live(1, 3)}"
IN_TURN = (
    f"{PAUSED} match 1; admit 1; land 1 3; schedule 1; launch; retire 1; begin_pass; wait 0; open_admissions;"
    "schedule 1; launch; retire 1; begin_pass; force_resume 0; open_admissions; schedule 0; launch; retire 0;"
    f"{PLANNED} schedule 1; launch; retire 1; {PLANNED} schedule 0; launch; retire_last 0; finish 0 0 2"
)
"""One request is paused, forced to go on, and displaces the other one, which goes on from what the host knows."""


def test_a_request_that_was_paused_and_one_that_was_displaced_go_on_as_if_nothing_had_been() -> None:
    run = Running()
    run.say(IN_TURN)
    assert run.executor.requests[1].decoding_iter == 3


@pytest.mark.parametrize("pause_cap", [0, 1, 2])
def test_without_headroom_in_every_pool_no_pool_has_any(pause_cap: int) -> None:
    run = Running(instance(max_batch=2, pause_cap=pause_cap))
    run.say("prepare; reserve 0; reserve 3; start")
    assert not run.executor.pausing
    assert [pool.capacity for pool in run.executor.pools.by_kind.values()] == [2, 2, 2, 2]
    assert len(run.executor.pools.recurrent.memory) == 2


def test_a_victim_that_starts_over_takes_in_its_tokens_again() -> None:
    run = Running()
    run.say(f"{HEADROOM} {PLANNED} {live(0, 2)} schedule 0; launch; retire 0; suspend 0; drop_slot 0; preempt 0")
    run.say(f"{PLANNED} match 0; admit 0; land 0 3; schedule 0; launch; retire 0")
    assert len(run.executor.requests[0].tokens) == 4


SEEN_IN_MEMORY = {
    "state of a live request": ("recurrent.memory", 0, "holds.RECURRENT"),
    "context of a live request": ("drafter.arena", 0, "holds.DRAFTER"),
}


@pytest.mark.parametrize("where", SEEN_IN_MEMORY)
def test_memory_that_holds_something_else_shows(where: str) -> None:
    path, row, shown_as = SEEN_IN_MEMORY[where]
    run = Running()
    run.say(f"{HEADROOM} {PLANNED} {live(0, 2)}")
    pool, memory = path.split(".")
    getattr(getattr(run.executor.pools, pool), memory)[row, -1] += 1
    assert run.part.observe()[shown_as][0] == 0
    with pytest.raises(Violated):
        run.do("submit", 1)


@pytest.mark.parametrize(("kind", "memory"), [("recurrent", "memory"), ("drafter", "arena")])
def test_a_free_place_that_is_not_poisoned_shows(kind: str, memory: str) -> None:
    run = Running()
    run.say(PLAIN)
    getattr(getattr(run.executor.pools, kind), memory)[0] = 0.0
    assert run.part.observe()[f"free.{kind.upper()}"] == [0]
    with pytest.raises(Violated) as found:
        run.do("submit", 0)
    assert "S18" in {law for law, _ in found.value.breach.keys}


def test_an_entry_of_two_requests_counts_for_neither() -> None:
    run = Running(instance(max_batch=2))
    run.say(TWO_LIVE)
    slots = run.executor.pools.sequence.slot_of
    slots[1] = slots[0]
    assert run.part.observe()["holds.SEQUENCE"][:2] == [0, 0]


def test_to_observe_changes_nothing() -> None:
    run = Running()
    run.say(PAUSED)
    assert run.part.observe() == run.part.observe()


REFUSED = {
    f"{HEADROOM} {PLANNED} {live(0, 2)}": "!submit 0; !admit 0; !land 0 3; !bring_back 0; !drop_slot 0; !launch",
    f"{HEADROOM} {PLANNED} submit 0; match 0; admit 0": "!land 0 0; !land 0 1; !match 0; !finish 0 0 0; !suspend 0",
    PAUSED: "!pause 0 1; !sacrifice 0 1; !suspend 0; !preempt 0; !schedule 0; !resume_paused 0; !force_resume 0",
    f"{HEADROOM} {PLANNED} submit 0; match 0": "!admit 1; !claim 0; !retry; !reserve 0; !start; !start_plain",
}


@pytest.mark.parametrize("before", REFUSED)
def test_what_is_refused_leaves_memory_and_lists_as_they_were(before: str) -> None:
    run = Running()
    run.say(before)
    pools = run.executor.pools
    memory = [each.clone() for each in (pools.recurrent.memory, pools.drafter.arena, pools.drafter.table)]
    lists = [pool.slot_of.copy() for pool in pools.by_kind.values()]
    run.say(REFUSED[before])
    now = (pools.recurrent.memory, pools.drafter.arena, pools.drafter.table)
    assert all(torch.equal(old.nan_to_num(-1), new.nan_to_num(-1)) for old, new in zip(memory, now, strict=True))
    assert lists == [pool.slot_of for pool in pools.by_kind.values()]


SIZES = [instance(0, 0, 0, 0, numbers=numbers) for numbers in (1, 2, 6)]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_there_may_be_fewer_or_more_drafter_slots_than_room_for_contexts(size: Instance) -> None:
    run = Running(size)
    run.say(f"{HEADROOM} {PLANNED} submit 0; match 0; admit 0; !land 0 1")
    last = len(run.executor.pools.drafter.numbers) - 1
    run.say(f"land 0 {last}" if last > 1 else "abort 0")
