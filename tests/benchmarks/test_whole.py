"""The whole engine: what it serves by itself, and what following every part of it costs beside that, in one run."""

from collections.abc import Iterator

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tenure.conformance.wholes.lockstep import WholeRun
from tenure.conformance.wholes.script import drawn
from tenure.conformance.wholes.whole import STEP, Whole
from tenure.gpu_backend.serving.whole import WHOLE
from tenure.model.trace import Call

RUNS = 15
STEPS = 40


def asked(draw: int) -> list[Call]:
    """Return what is asked for in a run: everybody comes at once, and then it takes steps."""
    instance, _ = drawn(WHOLE, 0, draw)
    return [Call("submit", (r,), STEP.system) for r in range(instance.requests)] + [STEP] * STEPS


def served() -> Iterator[Whole]:
    """Yield a whole for each run that has done all that is asked for, with nobody watching."""
    for draw in range(RUNS):
        whole = WHOLE.make(drawn(WHOLE, 0, draw)[0], 0, ())
        for call in asked(draw):
            whole.apply(call)
        yield whole


def events_alone() -> int:
    """Return how many events the parts have noted, with nobody watching."""
    return sum(
        len(outcome.calls)
        for whole in served()
        for member in whole.members()
        if hasattr(outcome := member.part.apply(STEP), "calls")
    )


def events_followed() -> int:
    """Return how many events the systems have followed."""
    count = 0
    for draw in range(RUNS):
        with WholeRun(WHOLE, drawn(WHOLE, 0, draw)[0], seed=0) as run:
            for call in asked(draw):
                run.do(call)
            count += sum(run.events.values())
    return count


@pytest.mark.parametrize("events", [events_alone, events_followed], ids=["alone", "followed"])
def test_events_of_a_whole_a_second(benchmark: BenchmarkFixture, events: object) -> None:
    """The same runs with and without the harness; `events_per_s` in the extra info is the figure to read."""
    count: int = benchmark.pedantic(events, rounds=3, warmup_rounds=1)  # type: ignore[no-untyped-call]
    assert benchmark.stats is not None
    benchmark.extra_info["events"] = count
    benchmark.extra_info["events_per_s"] = round(count / benchmark.stats.stats.min)


def test_both_count_the_same_events() -> None:
    assert events_alone() == events_followed() > 1000
