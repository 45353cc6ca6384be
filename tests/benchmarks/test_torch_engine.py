"""What the torch engine costs: a commanded step, a pass of its own, and being observed."""

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tenure.conformance.engine import SCHEDULE, Done
from tenure.gpu_backend.engine import TorchEngine
from tenure.model.instance import Instance
from tenure.model.trace import Call

SIZES = {
    "max_length": 16, "pool_size.TARGET": 24, "pool_size.DRAFT": 24, "host_size": 24, "slots_size": 6, "max_batch": 3,
    "pause_cap": 1, "host_adapters_size": 2, "device_adapters_size": 2,
}  # fmt: skip


def decoding(requests: int) -> TorchEngine:
    """Return an engine with some requests that decode, all with drafts and adapters."""
    engine = TorchEngine(Instance(requests, 2, 3, SIZES), seed=0)
    calls = [Call("load", (1,)), Call("load", (2,))]
    calls += [Call("submit", (r, 1 + r % 2, 4, 1)) for r in range(requests)]
    calls += [Call("admit", (r, 4)) for r in range(requests)]
    calls += [Call("launch"), *(Call("settle_chunk", (r,)) for r in range(requests))]
    assert all(engine.apply(call) == Done() for call in calls)
    return engine


@pytest.mark.parametrize("drafted", [0, 2])
def test_commanding_thirteen_events_with_one_step_of_three_requests(benchmark: BenchmarkFixture, drafted: int) -> None:
    events = [
        *(Call("grow", (r, drafted)) for r in range(3)),
        Call("launch"),
        *(Call("accept", (r, 0)) for r in range(3)),
        *(Call("suspend", (r,)) for r in range(3)),
        *(Call("resume", (r,)) for r in range(3)),
    ]
    engine = decoding(3)

    def step() -> None:
        nonlocal engine
        if engine.requests[0].cursor + 1 + drafted > engine.max_length:
            engine = decoding(3)
        assert all(engine.apply(event) == Done() for event in events)

    benchmark(step)


def test_one_pass_of_its_own(benchmark: BenchmarkFixture) -> None:
    engine = decoding(3)

    def one_pass() -> None:
        nonlocal engine
        if not engine.count_occupancy():
            engine = decoding(3)
        engine.apply(SCHEDULE)

    benchmark(one_pass)


def test_observing(benchmark: BenchmarkFixture) -> None:
    engine = decoding(3)
    assert benchmark(engine.observe).running is False
