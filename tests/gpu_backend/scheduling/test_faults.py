"""Known faults of the scheduling pass name laws of its system; `tests/meta/test_kept_runs.py` sees them caught."""

import pytest

from tenure.gpu_backend.scheduling.faults import FAULTS, with_faults
from tenure.gpu_backend.scheduling.part import FACTORY

LAWS = {law.id for law in FACTORY.model.laws.values()}
"""The laws of the system, which say what went wrong; that the part differs from the model says it of no fault alone."""


def laws_of(name: str) -> set[str]:
    return LAWS.intersection(FACTORY.known[name].laws)


def test_faults_and_laws_name_what_there_is() -> None:
    assert FAULTS.keys() == FACTORY.known.keys()
    assert all(set(known.info.laws) <= {*LAWS, "O1"} for known in FAULTS.values())
    assert all(map(laws_of, FAULTS))


def test_every_fault_of_the_model_that_is_in_the_catalogue_can_be_built_in() -> None:
    named = {fault.id for fault in FACTORY.model.faults.values() if fault.id}
    assert {known.info.id for known in FAULTS.values() if known.info.id} == named


def test_an_unknown_fault_is_refused_by_name() -> None:
    with pytest.raises(LookupError, match="there is no fault 'nothing' of the scheduling pass"):
        with_faults(["nothing"])
