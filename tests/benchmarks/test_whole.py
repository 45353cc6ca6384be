"""The whole engine: what it serves by itself, and what following every part of it costs beside that, in one run."""

from collections.abc import Callable
from time import perf_counter

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tenure.conformance.engine import Decisions
from tenure.conformance.wholes.lockstep import WholeRun
from tenure.conformance.wholes.script import drawn
from tenure.conformance.wholes.whole import STEP
from tenure.gpu_backend.serving.whole import WHOLE
from tenure.model.trace import Call

RUNS = 15
STEPS = 40


def asked(draw: int) -> list[Call]:
    """Return what is asked for in a run: everybody comes at once, and then it takes steps."""
    instance, _ = drawn(WHOLE, 0, draw)
    return [Call("submit", (r,), STEP.system) for r in range(instance.requests)] + [STEP] * STEPS


def alone() -> int:
    """Serve with nobody watching; return how many events the parts have noted."""
    count = 0
    for draw in range(RUNS):
        whole = WHOLE.make(drawn(WHOLE, 0, draw)[0], 0, ())
        for call in asked(draw):
            whole.apply(call)
        for member in whole.members():
            noted = member.part.apply(STEP)
            assert isinstance(noted, Decisions)
            count += len(noted.calls)
    return count


def followed() -> int:
    """Serve with each part followed; return how many events the systems have followed."""
    count = 0
    for draw in range(RUNS):
        with WholeRun(WHOLE, drawn(WHOLE, 0, draw)[0], seed=0) as run:
            for call in asked(draw):
                run.do(call)
            count += sum(run.events.values())
    return count


@pytest.mark.parametrize("serve", [alone, followed])
def test_events_of_a_whole_a_second(benchmark: BenchmarkFixture, serve: Callable[[], int]) -> None:
    """The same runs with and without the harness; `events_per_s` in the extra info is the figure to read."""
    seconds: list[float] = []

    def timed() -> int:
        started = perf_counter()
        count = serve()
        seconds.append(perf_counter() - started)
        return count

    count: int = benchmark.pedantic(timed, rounds=3, warmup_rounds=1)  # type: ignore[no-untyped-call]
    benchmark.extra_info["events"] = count
    benchmark.extra_info["events_per_s"] = round(count / min(seconds))


def test_both_count_the_same_events() -> None:
    assert alone() == followed() > 1000
