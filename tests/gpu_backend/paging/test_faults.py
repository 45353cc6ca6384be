"""Every known fault of the memory is caught by a short run that is made for it, and most of them by random runs."""

import pytest

from tenure.conformance.evidence import Violated
from tenure.gpu_backend.paging.faults import FAULTS, with_faults
from tenure.gpu_backend.paging.part import FACTORY
from tenure.model.instance import Instance

from ..scripts import goes_well, laws_broken_at_the_end, overrides_steps
from .running import Running, instance
from .scripts import SCRIPTS


def script_of(name: str) -> tuple[str, Instance]:
    """Return the calls of a fault's run, and the size that it takes."""
    script = SCRIPTS[name]
    return (script, instance()) if isinstance(script, str) else script


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_breaks_its_law_at_the_last_call_of_its_run(name: str) -> None:
    script, size = script_of(name)
    assert laws_broken_at_the_end(Running(size, [name]), script) & set(FAULTS[name].info.laws)


@pytest.mark.parametrize("name", SCRIPTS)
def test_without_the_fault_its_run_breaks_nothing(name: str) -> None:
    script, size = script_of(name)
    goes_well(Running(size), script)


def test_every_fault_has_a_run_and_every_run_a_fault() -> None:
    assert SCRIPTS.keys() == FAULTS.keys()


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_overrides_a_step_that_is_there_and_names_laws_of_the_system(name: str) -> None:
    fault = FAULTS[name]
    assert overrides_steps(fault.change)
    assert set(fault.info.laws) <= {law.id for law in FACTORY.model.laws.values()}
    assert fault.info.summary.endswith(".")


def test_the_faults_of_the_catalogue_that_the_system_names_are_built_in() -> None:
    named = {fault.id for fault in FACTORY.model.faults.values() if fault.id}
    assert named <= {fault.info.id for fault in FAULTS.values()}


def test_an_unknown_fault_is_named() -> None:
    with pytest.raises(LookupError, match="there is no fault 'nothing'"):
        with_faults(["nothing"])


def test_faults_do_not_stay_behind() -> None:
    faulty, healthy = Running(faults=["freed_page_is_lost"]), Running()
    script, _ = script_of("freed_page_is_lost")
    healthy.say(script)
    with pytest.raises(Violated):
        faulty.say(script)
