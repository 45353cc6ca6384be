"""Steps in flight: aborts in every sub-state, finishing with a frame behind, failed steps, displacement, adapters."""

from typing import cast

import pytest

from tenure.model.check import broken
from tenure.model.instance import Instance
from tenure.model.language import Refused
from tenure.model.sorts import Adapter, Pool, Request
from tenure.model.systems.steps import SYSTEM
from tenure.model.systems.steps.state import Pipeline, Stage
from tenure.model.worlds.concrete import ConcreteWorld

R = Request(0)
A = Adapter(1)

ADMITTED = "submit 0; admit 0 0 2 1"
PREFILL = f"{ADMITTED}; launch; retire 0 1"
DECODING = f"{PREFILL}; chunk 0 1; launch; retire 0 1"
ONCE = f"{DECODING}; decode 0 1 1; launch"
TWICE = f"{ONCE}; decode 0 0 0; launch"

SUB_STATES = {
    "waiting": "submit 0",
    "first chunk planned": ADMITTED,
    "first chunk in flight": f"{ADMITTED}; launch",
    "between chunks": PREFILL,
    "final chunk in flight": f"{PREFILL}; chunk 0 1; launch",
    "both chunks in flight": f"{ADMITTED}; launch; chunk 0 1; launch",
    "decode planned": f"{DECODING}; decode 0 1 0",
    "decode in flight": ONCE,
    "decode in flight twice": TWICE,
    "planned behind two": f"{TWICE}; decode 0 0 1",
    "published and in flight": f"{ONCE}; publish 0",
    "suspended": f"{DECODING}; suspend 0",
    "suspended in flight": f"{TWICE}; suspend 0",
    "resumed behind late frames": f"{TWICE}; suspend 0; resume 0; decode 0 0 0",
    "suspended again in flight": f"{TWICE}; suspend 0; resume 0; decode 0 0 0; drop 0; launch; suspend 0",
    "paused in flight": f"{TWICE}; pause 0",
    "preempted in flight": f"{TWICE}; preempt 0",
    "failed step": f"{TWICE}; fail",
    "reset from a failed step": f"{TWICE}; fail; reset 0",
}


def world() -> tuple[ConcreteWorld, Pipeline]:
    """Return an empty pipeline with room for whatever a test does: to run it, and to look at it."""
    sizes = {
        "max_length": 8,
        "pool_size.TARGET": 16,
        "pool_size.DRAFT": 20,
        "max_batch": 1,
        "adapter_slots": 1,
        "adapters_per_step": 1,
    }
    made = ConcreteWorld(Instance(2, 1, 1, sizes, schema=Pipeline))
    return made, cast("Pipeline", made)


def run(w: ConcreteWorld, script: str) -> None:
    """Take the events of a script, such as `submit 0; admit 0 0 2 1`, and look at every law after each."""
    for line in script.split("; "):
        name, *args = line.split()
        before = ConcreteWorld(w.instance)
        before.restore(w.state())
        SYSTEM.events[name](w, *map(int, args))
        assert not list(broken(SYSTEM.laws.values(), w, before)), line


def refused(w: ConcreteWorld, line: str) -> str:
    """Return the law for which an event is refused."""
    name, *args = line.split()
    with pytest.raises(Refused) as found:
        SYSTEM.events[name](w, *map(int, args))
    return found.value.law


def free(p: Pipeline) -> tuple[int, int]:
    return p.free[Pool.TARGET], p.free[Pool.DRAFT]


def drain(w: ConcreteWorld) -> int:
    """Drop whatever is late, and say how many frames that were."""
    dropped = 0
    while w.enabled(SYSTEM.events["drop"], (R,)):
        run(w, "drop 0")
        dropped += 1
    return dropped


@pytest.mark.parametrize("name", SUB_STATES)
def test_an_abort_in_any_sub_state_gives_everything_back_once(name: str) -> None:
    w, p = world()
    run(w, SUB_STATES[name])
    in_flight = p.older[R] + p.newest[R]
    run(w, "abort 0")
    if in_flight == 0:
        assert free(p) == (16, 20), "with nothing in flight all of it is free at once"
    assert drain(w) == in_flight
    assert free(p) == (16, 20)
    assert p.stage[R] == Stage.ENDED
    assert (p.older.total, p.newest.total, p.planned.total) == (0, 0, 0)


@pytest.mark.parametrize("script", [DECODING, ONCE, TWICE])
def test_pausing_with_frames_in_flight_and_going_on_is_the_identity(script: str) -> None:
    w, p = world()
    run(w, script)
    before = w.state()
    run(w, "pause 0; unpause 0")
    assert w.state() == before
    run(w, "pause 0")
    while p.older[R]:
        run(w, "retire 0 1")
    assert p.stage[R] == Stage.PAUSED
    assert p.late[R] == 0


def test_pages_of_a_finished_request_are_fenced_until_the_frame_behind_is_retired() -> None:
    w, p = world()
    run(w, TWICE)
    held = p.held[Pool.TARGET, R], p.held[Pool.DRAFT, R]
    run(w, "finish 0")
    assert (p.fenced_last[Pool.TARGET, R], p.fenced_last[Pool.DRAFT, R]) == held
    assert free(p) == (16 - held[0], 20 - held[1])
    assert refused(w, "retire 0 1") == "R7", "the output of the frame behind belongs to nobody"
    run(w, "drop 0")
    assert free(p) == (16, 20)


def test_each_pool_gives_back_what_the_retired_step_reserved_in_it() -> None:
    w, p = world()
    run(w, f"{DECODING}; decode 0 2 1; launch; decode 0 0 0; launch")
    assert (p.allocated[Pool.TARGET, R], p.allocated[Pool.DRAFT, R]) == (2 + 3 + 1, 2 + 4 + 1)
    run(w, "retire 0 2")
    assert (p.cursor[R], p.allocated[Pool.TARGET, R], p.allocated[Pool.DRAFT, R]) == (4, 5, 5)
    run(w, "decode 0 2 0; revoke 0")
    assert (p.allocated[Pool.TARGET, R], p.allocated[Pool.DRAFT, R]) == (5, 5)


def test_a_failed_step_takes_what_was_built_on_it_with_it() -> None:
    w, p = world()
    run(w, f"{TWICE}; decode 0 0 0; fail")
    assert refused(w, "retire 0 1") == "O4"
    run(w, "reset 0")
    assert (p.cursor[R], p.allocated[Pool.TARGET, R], p.planned[R], p.late[R]) == (2, 2, 0, 1)
    run(w, "decode 0 0 0; launch; drop 0; retire 0 1")
    assert (p.cursor[R], *free(p)) == (3, 13, 17)


def test_a_displaced_request_waits_for_its_token_on_the_host() -> None:
    w, p = world()
    run(w, f"{DECODING}; submit 1; admit 1 0 1 1; launch; decode 0 0 0; launch; retire 1 1")
    assert p.row[R] == 1, "it may be planned on its row"
    run(w, "decode 1 0 0; launch")
    assert p.row[R] == 0, "one seat: the other one runs, and it is displaced"
    assert refused(w, "decode 0 0 0") == "S14"
    run(w, "retire 0 1; decode 0 0 0")


def test_a_reload_waits_for_the_steps_that_read_the_slot() -> None:
    w, p = world()
    run(w, "load 1; submit 0; admit 0 1 1 1")
    assert refused(w, "reload 1") == "P12", "the planned step would start with content that is not the newest"
    run(w, "launch; reload 1")
    assert refused(w, "rewrite 1") == refused(w, "evict 1") == "P12", "the step in flight keeps what it started with"
    assert refused(w, "decode 0 0 0") == "P5", "the next one does not start with it"
    run(w, "abort 0")
    assert refused(w, "rewrite 1") == "P12", "a late frame reads as well"
    run(w, "drop 0; rewrite 1; evict 1")
    assert p.on_device[A] == 0
