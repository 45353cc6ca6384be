"""The runner of scripts says what does not go as it is written, and what a fault changes that is not there."""

import pytest

from tenure.gpu_backend.building_in import FaultRegistry

from .peft.running import Running
from .scripts import calls_of, goes_well, laws_broken_at_the_end, overrides_steps


class Engine:
    """Something with one step."""

    def step(self) -> int:
        return 1


class Overriding(Engine):
    def step(self) -> int:
        return 2


class Elsewhere(Engine):
    def stop(self) -> int:
        return 2


class Nothing(Engine):
    pass


def test_what_a_fault_changes_has_to_be_there() -> None:
    registry = FaultRegistry("the engine", (Engine,))
    for change in (Overriding, Elsewhere, Nothing):
        registry.fault(change.__name__, laws=())(change)
    assert [name for name, fault in registry.faults.items() if overrides_steps(fault.change)] == ["Overriding"]


def test_a_script_is_split_at_its_semicolons() -> None:
    assert calls_of(" submit 0 1; ;!plan 0;") == ["submit 0 1", "!plan 0"]


@pytest.mark.parametrize("script", ["register 1; register 1", "register 1; !submit 0 1"])
def test_a_call_that_does_not_go_as_it_is_written_fails(script: str) -> None:
    with pytest.raises(AssertionError, match=r"register\(1,\) is refused|submit\(0, 1\) is done"):
        Running().say(script)


def test_a_run_in_which_nothing_breaks_shows_no_fault() -> None:
    goes_well(Running(), "register 1; register 1")
    with pytest.raises(pytest.fail.Exception):
        laws_broken_at_the_end(Running(), "register 1; submit 0 1")
