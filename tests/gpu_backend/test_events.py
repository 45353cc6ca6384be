"""Every event does what the model says, and refuses what the model refuses."""

import random

import pytest

from tenure.model.arguments import choices
from tenure.model.instance import Instance
from tenure.model.lifecycle import EVENTS
from tenure.model.trace import Call

from .running import Lockstep, Running

EAGER = {"launch": 8, "settle_chunk": 12, "accept": 12, "grow": 8, "chunk": 5, "admit": 4, "submit": 3, "suspend": 2}
RARE = {"revoke": 0.3, "preempt": 0.3, "abort": 0.1, "finish": 0.3, "unload": 0.2}


def drawn(draw: random.Random) -> Instance:
    sizes = {
        "max_length": draw.randint(4, 14), "pool_size.TARGET": draw.randint(2, 10),
        "pool_size.DRAFT": draw.randint(2, 10), "host_size": draw.choice([0, 3, 8]),
        "slots_size": draw.randint(1, 4), "max_batch": draw.randint(1, 3), "pause_cap": draw.randint(0, 2),
        "host_adapters_size": draw.randint(1, 2), "device_adapters_size": draw.randint(1, 2),
    }  # fmt: skip
    return Instance(draw.randint(2, 4), 2, draw.randint(1, 4), sizes)


def run(seed: int, steps: int = 120) -> Lockstep:
    """Do possible events and impossible ones, chosen at random, in the engine and in the model."""
    draw = random.Random(seed)
    both = Lockstep(drawn(draw), seed)
    calls = [Call(event.name, args) for event in EVENTS.values() for args in choices(event, both.instance, 4)]
    for _ in range(steps):
        possible: dict[str, list[Call]] = {}
        impossible: dict[str, list[Call]] = {}
        for call in calls:
            enabled = both.world.enabled(EVENTS[call.event], call.args)
            (possible if enabled else impossible).setdefault(call.event, []).append(call)
        for chosen in (possible, impossible):
            names = list(chosen)
            weights = [EAGER.get(name, RARE.get(name, 1)) for name in names]
            both.do(draw.choice(chosen[draw.choices(names, weights)[0]]))
            both.compare()
    return both


@pytest.mark.parametrize("seed", range(12))
def test_the_engine_does_what_the_model_says_and_refuses_the_rest(seed: int) -> None:
    assert sum(run(seed).done.values()) >= 60


def test_every_event_of_the_model_can_be_commanded() -> None:
    done = sum((run(seed).done for seed in range(20, 40)), start=run(19).done)
    assert set(done) == set(EVENTS)


def test_more_than_was_verified_is_not_accepted() -> None:
    for seed in range(20):
        engine = Running(seed=seed)
        engine.start(0, 4)
        engine.do("grow", 0, 3)
        engine.do("launch")
        step = engine.engine.step
        assert step is not None
        verified = step.accepted(0, 3)
        if verified < 3:
            assert f"accepts {verified}" in engine.refuse("accept", 0, verified + 1)
        engine.do("accept", 0, verified)
        assert len(engine[0].tokens) == 4 + 1 + 1 + verified


def test_an_admission_that_fails_halfway_leaves_nothing() -> None:
    run = Running(pool_size__TARGET=6, pool_size__DRAFT=2, device_adapters_size=1)
    for adapter in (1, 2):
        run.do("load", adapter)
    run.do("submit", 0, 1, 4, 0)
    run.do("submit", 1, 1, 12, 1)
    run.do("submit", 2, 2, 4, 0)
    run.do("admit", 0, 4)
    assert "device pages" in run.refuse("admit", 1, 12)
    assert "adapter slots" in run.refuse("admit", 2, 4)


def test_a_growth_that_fails_in_the_draft_pool_leaves_nothing() -> None:
    run = Running(pool_size__DRAFT=2)
    run.start(0, 8)
    assert "device pages" in run.refuse("grow", 0, 1)
    run.do("submit", 1, 0, 4, 0)
    run.do("admit", 1, 4)


def test_a_resume_that_finds_no_pages_or_no_adapter_slot_leaves_the_request_suspended() -> None:
    run = Running(pool_size__TARGET=3, device_adapters_size=1)
    run.start(0, 8, adapter=1)
    run.do("suspend", 0)
    run.start(1, 8, paired=False)
    assert "device pages" in run.refuse("resume", 0)
    run.do("abort", 1)
    run.do("evict_device", 1)
    run.start(2, 1, adapter=2, paired=False)
    assert "adapter slots" in run.refuse("resume", 0)
    run.do("abort", 2)
    run.do("evict_device", 2)
    run.do("resume", 0)
