"""The caches do what the model says, and show what is in memory rather than what they were told."""

from random import Random

import pytest

from tenure.conformance.evidence import Violated
from tenure.conformance.parts.campaign import PartCampaign
from tenure.conformance.parts.machine import deal
from tenure.conformance.verdict import Result
from tenure.gpu_backend.sequence.part import FACTORY
from tenure.model.instance import Instance

from .running import BELOW, DRAFTED, RECEIVED, SCRATCH, SETTLED, Running, active, instance


@pytest.mark.parametrize("seed", range(3))
def test_the_part_conforms(seed: int) -> None:
    verdict = PartCampaign(FACTORY, seed=seed, runs=5).verdict()
    assert verdict.result is Result.CONFORMS, verdict
    assert set(verdict.done) == set(FACTORY.model.events)


def test_nothing_is_hidden_or_left_out() -> None:
    assert FACTORY.wrong() is None
    assert not FACTORY.hidden
    assert not FACTORY.without


SIZES = [
    instance(4, window=2, rewind=1, slots=10, room=8),
    instance(3, window=0, rewind=2, slots=6, room=6),
    instance(3, window=1, rewind=0, slots=5, room=7),
]


@pytest.mark.parametrize("size", SIZES, ids=str)
def test_other_windows_conform(size: Instance) -> None:
    run, chance = Running(size), Random(1)
    done: dict[str, int] = {}
    for _ in range(400):
        call = deal(FACTORY, run.lockstep.world, done, chance)
        assert call is not None
        if run.lockstep.do(call):
            done[call.event] = done.get(call.event, 0) + 1
    assert done["forward"] >= 5


TWO_CHUNKS = f"{active(0)} extend 0 4 2 1; forward 0 1; extend 0 3 2 2; suspend 0; offload 0; resume 0; attach 0;"

WALKS = {
    "two chunks with scratch, the second one suspended": (
        f"{TWO_CHUNKS} forward 0 0; begin_decoding 0; extend 0 1 0 0; forward 0 0; close 0",
        instance(slots=8, room=8),
    ),
    "a slot is taken again": (
        f"{SETTLED} close 0; {RECEIVED} !forward 0 0; begin_decoding 0; !forward 0 0; extend 0 1 0 0; forward 0 0",
        instance(),
    ),
    "all growth is taken back": (f"{active(0)} extend 0 1 0 0; shrink 0 1; extend 0 2 0 0; shrink 0 2", instance()),
}


@pytest.mark.parametrize("walk", WALKS)
def test_a_walk_conforms(walk: str) -> None:
    script, size = WALKS[walk]
    run = Running(size)
    run.say(script)
    assert {call.event for call in run.lockstep.calls} <= set(FACTORY.model.events)


REFUSED = {
    "a block more than a buffer can list": (SETTLED, "extend 0 3 0 0"),
    "a page more than is free": (f"{DRAFTED} create 1 0; resume 1; extend 1 1 0 0;", "extend 0 2 1 1"),
    "scratch that the window reaches": (active(0), "extend 0 4 3 1"),
    "scratch for a received prompt": (active(0, received=True), "extend 0 4 2 1"),
    "growth over scratch": (SCRATCH, "extend 0 1 0 0"),
    "a resume that finds room for scratch only": (
        f"{SCRATCH} suspend 0; offload 0; create 1 0; resume 1; extend 1 2 0 0;",
        "resume 0",
    ),
    "a forward without a buffer": (f"{SETTLED} suspend 0; resume 0; extend 0 1 0 0;", "forward 0 0"),
    "a prompt that arrives twice": (f"{RECEIVED} begin_decoding 0;", "begin_decoding 0"),
    "a shrink into the history": (SETTLED, "shrink 0 1"),
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_refused_changes_no_memory(what: str) -> None:
    before, refused = REFUSED[what]
    run = Running()
    run.say(before)
    memory, free = run.manager.storage.memory.clone(), run.manager.storage.free.view()
    buffers = [buffer.data.tolist() for buffer in run.manager.buffers]
    pages = [list(cache.pages) for cache in run.manager.caches]
    run.say(f"!{refused}")
    assert run.manager.storage.memory.nan_to_num(-1.0).equal(memory.nan_to_num(-1.0))
    assert run.manager.storage.free.view() == free
    assert [buffer.data.tolist() for buffer in run.manager.buffers] == buffers
    assert [list(cache.pages) for cache in run.manager.caches] == pages


def test_a_settled_page_that_holds_something_else_shows() -> None:
    run = Running()
    run.say(SETTLED)
    (page,) = run.manager.caches[0].on_device()
    assert page.slot is not None
    run.manager.storage.memory[page.slot, 0] += 1
    assert run.part.observe()["held"][0] == 0
    with pytest.raises(Violated) as found:
        run.do("suspend", 0)
    assert {"K2", "K4"} <= {law for law, _ in found.value.breach.keys}


def test_a_moved_page_that_holds_something_else_shows() -> None:
    run = Running()
    run.say(BELOW)
    next(iter(run.manager.storage.host.values()))[0] += 1
    assert run.part.observe()["below"][0] == 0


def test_a_free_slot_that_is_not_poisoned_shows() -> None:
    run = Running()
    run.manager.storage.memory[0] = 0.0
    assert run.part.observe()["free"] == [3]


def test_an_attached_buffer_that_lists_another_slot_shows() -> None:
    run = Running()
    run.say(SETTLED)
    run.manager.buffers[0].data[2] = run.manager.storage.padding
    assert run.part.observe()["described"][0] == 0
    with pytest.raises(Violated) as found:
        run.do("extend", 0, 4, 0, 0)
    assert "K10" in {law for law, _ in found.value.breach.keys}


def test_to_observe_changes_nothing() -> None:
    run = Running()
    run.say(f"{SCRATCH} suspend 0; offload 0")
    assert run.part.observe() == run.part.observe()
