"""What the model costs: proving, searching, and running it as an oracle."""

import random

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tenure.model.arguments import choices
from tenure.model.lifecycle import EVENTS, LAWS
from tenure.model.prove import Prover
from tenure.model.search import Found, shortest_run, small
from tenure.model.worlds.concrete import ConcreteWorld


@pytest.mark.parametrize("name", EVENTS)
def test_proving_one_event(benchmark: BenchmarkFixture, name: str) -> None:
    prover = Prover(LAWS.values())
    report = benchmark.pedantic(prover.event, (EVENTS[name],), rounds=1)  # type: ignore[no-untyped-call]
    benchmark.extra_info["obligations"] = len(report.obligations)
    assert all(obligation.answer.good for obligation in report.obligations)


def test_reading_every_law_once(benchmark: BenchmarkFixture) -> None:
    benchmark(lambda: Prover(LAWS.values()))


def test_searching_ten_thousand_states(benchmark: BenchmarkFixture) -> None:
    def search() -> Found:
        return shortest_run(small(2), EVENTS.values(), lambda *_: False, 10_000)

    found = benchmark.pedantic(search, rounds=1)  # type: ignore[no-untyped-call]
    benchmark.extra_info["states"] = found.states
    assert found.run is None


def test_running_the_model_as_an_oracle(benchmark: BenchmarkFixture) -> None:
    """One event, chosen among all enabled ones; the harness pays this for every event it checks."""
    size = small(3)
    calls = [(event, args) for event in EVENTS.values() for args in choices(event, size, 2)]
    rng = random.Random(0)

    def walk() -> None:
        world = ConcreteWorld(size)
        for _ in range(50):
            event, args = rng.choice([call for call in calls if world.enabled(*call)])
            event(world, *args)

    benchmark(walk)
    benchmark.extra_info["events"] = 50
