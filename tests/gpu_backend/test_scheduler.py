"""What the engine decides by itself is a behaviour of the model, and comes to an end."""

import random
from collections import Counter

import pytest

from tenure.conformance.engine import SCHEDULE, Decisions
from tenure.model.instance import Instance
from tenure.model.lifecycle import EVENTS
from tenure.model.sorts import Phase
from tenure.model.trace import Call

from .running import Lockstep, Running

PASSES = 120


def drawn(draw: random.Random) -> Instance:
    sizes = {
        "max_length": draw.randint(6, 14), "pool_size.TARGET": draw.randint(3, 14),
        "pool_size.DRAFT": draw.randint(3, 14), "host_size": draw.choice([0, 4, 20]),
        "slots_size": draw.randint(3, 6), "max_batch": draw.randint(1, 4), "pause_cap": draw.randint(0, 2),
        "host_adapters_size": draw.randint(1, 2), "device_adapters_size": draw.randint(1, 2),
    }  # fmt: skip
    return Instance(6, 2, draw.randint(1, 3), sizes)


def run(seed: int) -> Counter[str]:
    """Let requests arrive at random, until every one has ended; return what was done."""
    draw = random.Random(seed)
    both = Lockstep(drawn(draw), seed)
    for adapter in (1, 2):
        both.do(Call("load", (adapter,)))
    pending = list(range(both.instance.requests))
    for _ in range(PASSES):
        while pending and draw.random() < 0.5:
            longest = both.instance.size("max_length")
            born = (pending.pop(0), draw.choice([0, 1, 2]), draw.randint(1, longest), draw.randint(0, 1))
            both.do(Call("submit", born))
        one_pass(both)
        if not pending and all(request.phase is Phase.FINISHED for request in both.engine.requests.values()):
            return both.done
    raise AssertionError(f"seed {seed}: not everybody has ended after {PASSES} passes")


def one_pass(both: Lockstep) -> None:
    outcome = both.engine.apply(SCHEDULE)
    assert isinstance(outcome, Decisions)
    evicted: set[int] = set()
    for call in outcome.calls:
        assert both.world.enabled(EVENTS[call.event], call.args), f"the model refuses {call}"
        both.follow(call)
        if call.event in {"suspend", "preempt"}:
            evicted.add(call.args[0])
        assert call.event not in {"admit", "chunk", "grow"} or call.args[0] not in evicted
    both.compare()


@pytest.mark.parametrize("seed", range(40))
def test_decisions_are_a_behaviour_of_the_model_and_everybody_ends(seed: int) -> None:
    done = run(seed)
    assert done["finish"] + done["abort"] == done["submit"] == 6


def test_the_scheduler_makes_use_of_all_its_means() -> None:
    done = sum((run(seed) for seed in range(100, 160)), Counter[str]())
    means = {"suspend", "resume", "preempt", "pause", "unpause", "force_unpause", "evict_device", "evict_host", "chunk"}
    assert means <= set(done)


def test_the_last_in_line_is_suspended_for_the_first() -> None:
    run = Running(pool_size__TARGET=4, pool_size__DRAFT=0, page_size=2)
    for r in (0, 1):
        run.start(r, 4, paired=False)
    calls = run.schedule()
    assert Call("suspend", (1,)) in calls
    assert Call("grow", (0, 0)) in calls
    assert Call("accept", (0, 0)) in calls


def test_where_the_host_has_no_room_the_victim_starts_over() -> None:
    run = Running(pool_size__TARGET=4, pool_size__DRAFT=0, page_size=2, host_size=0)
    for r in (0, 1):
        run.start(r, 4, paired=False)
    names = [call.event for call in run.schedule() if call.args[:1] == (1,)]
    assert names == ["suspend", "preempt"]
    assert run[1].life == 1


def test_nobody_is_scheduled_past_the_budget() -> None:
    run = Running(max_batch=4)
    for r in range(4):
        run.do("submit", r, 0, 20, 0)
    calls = run.schedule()
    assert sum(call.args[1] for call in calls if call.event == "admit") == run.engine.scheduler.budget


def test_a_pass_first_settles_a_step_that_runs() -> None:
    run = Running()
    run.start(0, 3)
    run.do("grow", 0, 1)
    run.do("launch")
    assert run.schedule()[0].event == "accept"


def test_a_request_that_can_never_run_is_turned_away() -> None:
    run = Running(pool_size__TARGET=1)
    run.do("submit", 0, 0, 9, 0)
    assert run.schedule() == (Call("abort", (0,)),)
