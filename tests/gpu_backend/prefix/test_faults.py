"""Known faults of the prefix cache are caught by short scripts, and name their laws."""

import pytest

from tenure.gpu_backend.prefix.faults import FAULTS, with_faults
from tenure.model.system import SYSTEMS

from ..scripts import overrides_steps
from .running import held_against
from .scripts import SCRIPTS


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_catches_it_and_conforms_without_it(name: str) -> None:
    script, instance = SCRIPTS[name]
    assert held_against(script, instance=instance) is None
    broken = held_against(script, name, instance=instance)
    assert broken is not None
    assert broken & set(FAULTS[name].info.laws)


@pytest.mark.parametrize("name", FAULTS)
def test_it_overrides_a_step_that_is_there_and_names_laws_of_the_system(name: str) -> None:
    fault = FAULTS[name]
    assert overrides_steps(fault.change)
    assert set(fault.info.laws) <= {law.id for law in SYSTEMS["prefix"].laws.values()}
    assert fault.info.summary.endswith(".")


def test_scripts_are_of_known_faults() -> None:
    assert SCRIPTS.keys() <= FAULTS.keys()


def test_an_unknown_fault_is_named() -> None:
    with pytest.raises(LookupError, match="no fault 'nothing'"):
        with_faults(["nothing"])
