"""Every known fault can be built in, and overrides something that is there."""

import inspect

import pytest

from tenure.gpu_backend.faults import FAULTS
from tenure.model.sorts import Phase, Pool

from .running import Running


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_can_be_built_in_and_is_described(name: str) -> None:
    info = FAULTS[name].info
    assert info.name == name
    assert info.id.startswith("F-")
    assert info.laws
    assert info.summary.endswith(".")
    Running(faults=[name]).start(0, 3, adapter=1)


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_overrides_a_step_that_is_there(name: str) -> None:
    change = FAULTS[name].change
    own = [method for method, _ in inspect.getmembers(change, inspect.isfunction) if method in vars(change)]
    assert own
    for method in own:
        assert hasattr(change.__mro__[1], method), f"{name} overrides {method}, which is nowhere"


def test_an_unknown_fault_is_named() -> None:
    with pytest.raises(LookupError, match="there is no fault 'nothing'"):
        Running(faults=["nothing"])


def test_several_faults_can_be_built_in_at_once() -> None:
    run = Running(faults=["suspend_keeps_row", "suspend_moves_target_only", "suspend_keeps_adapter"])
    run.start(0, 5, adapter=1)
    run.do("suspend", 0)
    seen = run.engine.observe()
    assert 0 in seen.rows
    assert seen.active == {1: (0,)}
    assert (len(seen.host[Pool.TARGET].held[0]), len(seen.device[Pool.DRAFT].held[0])) == (2, 2)


def test_a_healthy_engine_beside_a_faulty_one_stays_healthy() -> None:
    faulty, healthy = Running(faults=["suspend_keeps_row"]), Running()
    for run in (faulty, healthy):
        run.start(0, 3)
        run.do("suspend", 0)
    assert faulty[0].row == 0
    assert healthy[0].row is None


def test_the_stale_row_of_a_suspended_request_gives_another_ones_token() -> None:
    said = []
    for faults in ([], ["suspend_keeps_row"]):
        run = Running(seed=4, faults=faults)
        run.start(0, 4)
        run.start(1, 6)
        run.do("suspend", 1)
        run.step(0)
        run.do("resume", 1)
        run.step(1)
        said.append(run[1].tokens)
    assert said[0] != said[1]


def test_a_paused_victim_shows_in_its_phase() -> None:
    run = Running(faults=["paused_request_is_victim"])
    run.start(0, 3)
    run.do("pause", 0)
    run.do("suspend", 0)
    assert run[0].phase is Phase.SUSPENDED
