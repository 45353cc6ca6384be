import pytest

from tenure.conformance.engine import Decisions, Engine
from tenure.gpu_backend.engine import FACTORY
from tenure.model.instance import Instance
from tenure.model.lifecycle import EVENTS
from tenure.model.sorts import Phase
from tenure.model.trace import Call

from .running import ROOMY, Running


def test_the_factory_makes_engines_that_start_empty() -> None:
    engine: Engine = FACTORY(Instance(4, 2, 4, ROOMY), seed=0)
    seen = engine.observe()
    assert not seen.requests
    assert not seen.running
    assert all(pool.free == tuple(range(pool.size)) for pool in [*seen.device.values(), *seen.host.values()])
    engine.close()


def test_every_event_of_the_model_is_a_command() -> None:
    assert FACTORY.events == set(EVENTS)
    assert FACTORY.observed


def test_an_engine_of_no_size_at_all_schedules_nothing() -> None:
    engine = FACTORY(Instance(1, 0, 1, dict.fromkeys(ROOMY, 0)), seed=0)
    assert engine.apply(Call("schedule")) == Decisions(())


def test_an_unknown_event_is_an_error_and_no_refusal() -> None:
    with pytest.raises(LookupError, match="hibernate"):
        Running().engine.apply(Call("hibernate", (0,)))


def test_observing_changes_nothing() -> None:
    run = Running()
    run.start(0, 5, adapter=1)
    assert run.engine.observe() == run.engine.observe()


def test_the_snapshot_tells_pages_and_rows_by_identity() -> None:
    run = Running()
    run.start(0, 5, adapter=1)
    run.start(1, 9, adapter=1, paired=False)
    run.step(1, 0)
    seen = run.engine.observe()
    target = seen.device[run[0].cache.target.pool]
    assert {page for pages in target.held.values() for page in pages} | set(target.free) == set(range(target.size))
    assert seen.rows == {1: 0, 0: 1}
    assert seen.active == {1: (0, 1)}
    assert seen.requests[1].draft == -1
    assert seen.requests[0].draft >= 1


def test_what_has_ended_holds_nothing() -> None:
    run = Running()
    run.start(0, 5, adapter=1)
    run.do("finish", 0)
    seen = run.engine.observe()
    assert seen.requests[0].phase is Phase.FINISHED
    assert not seen.active
    assert not seen.slots.held
    assert not any(pool.held for pool in seen.device.values())


def test_the_margin_is_the_smallest_gap_so_far() -> None:
    run = Running()
    assert run.engine.observe().margin == float("inf")
    run.start(0, 5)
    first = run.engine.observe().margin
    run.until(0, 20)
    assert 1e-6 < run.engine.observe().margin <= first < 100
