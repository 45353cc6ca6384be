"""Every known fault of resident requests is caught by a law that it names, by a short run that is made for it."""

import pytest

from tenure.conformance.evidence import Violated
from tenure.gpu_backend.residency.faults import FAULTS, with_faults
from tenure.gpu_backend.residency.part import FACTORY

from ..scripts import goes_well, laws_broken_at_the_end, overrides_steps
from .running import Running, found_by_chance
from .scripts import RUNNING, SCRIPTS


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_breaks_its_law_at_the_last_call_of_its_run(name: str) -> None:
    script = SCRIPTS[name]
    assert laws_broken_at_the_end(Running(script.size, [name]), script.calls) & set(FAULTS[name].info.laws)


@pytest.mark.parametrize("name", SCRIPTS)
def test_without_the_fault_its_run_breaks_nothing(name: str) -> None:
    goes_well(Running(SCRIPTS[name].size), SCRIPTS[name].calls)


BY_CHANCE = (
    "slot_in_use_stays_free",
    "states_are_found_by_row",
    "every_row_is_read",
    "drop_slot_of_a_paused_request",
    "occupancy_counts_paused_requests",
    "claim_is_not_counted",
    "abort_leaves_the_paused_set_as_it_is",
    "finish_never_debits",
)


@pytest.mark.parametrize("name", BY_CHANCE)
def test_runs_by_chance_come_to_it_as_well(name: str) -> None:
    assert found_by_chance(name, seed=0, runs=16) & set(FAULTS[name].info.laws)


def test_there_is_a_run_for_each_fault() -> None:
    assert SCRIPTS.keys() == FAULTS.keys()


def test_every_fault_of_the_catalogue_that_the_system_names_is_built_in() -> None:
    named = {fault.id for fault in FACTORY.model.faults.values() if fault.id.startswith("F-")}
    assert named <= {fault.info.id for fault in FAULTS.values()}


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_overrides_a_step_that_is_there_and_names_laws_of_the_system(name: str) -> None:
    fault = FAULTS[name]
    assert overrides_steps(fault.change)
    assert set(fault.info.laws) <= {law.id for law in FACTORY.model.laws.values()}
    assert fault.info.summary.endswith(".")


def test_an_unknown_fault_is_named() -> None:
    with pytest.raises(LookupError, match="there is no fault 'nothing'"):
        with_faults(["nothing"])


def test_faults_do_not_stay_behind() -> None:
    faulty, healthy = Running(faults=["every_row_is_read"]), Running()
    healthy.say(RUNNING)
    with pytest.raises(Violated):
        faulty.say(RUNNING)
