"""Each known fault of the torch engine is caught by the law that it must break; the correct engine is not."""

import pytest

from tenure.conformance import engines, profile
from tenure.conformance.catching import catch_all
from tenure.conformance.plan import Plan
from tenure.conformance.replay import replay
from tenure.conformance.script import instance_of, read_calls
from tenure.model.trace import Trace

TORCH = engines.find("torch")
PROFILE = profile.load("torch")
LONGEST = 10
"""The longest shortest run of all faults. A fault that takes more is caught by luck."""


@pytest.mark.parametrize("name", TORCH.faults())
def test_fault_is_caught_on_another_seed(name: str) -> None:
    """That the run can be made small is seen on one seed: it takes the longest."""
    (caught,) = catch_all(Plan(TORCH, PROFILE, 1, faults=(name,)), small=False)
    assert caught.good, caught


@pytest.mark.parametrize("name", TORCH.faults())
def test_fault_is_caught_by_its_law_in_a_short_run(name: str) -> None:
    fault = TORCH.faults()[name]
    (caught,) = catch_all(Plan(TORCH, PROFILE, faults=(name,)))
    assert caught.good, caught
    found = caught.finding
    assert found is not None
    assert found.law.id == fault.laws[0]
    assert len(found.calls) <= LONGEST

    trace = Trace(instance_of(found.sizes), found.seed, read_calls("; ".join(found.calls)))
    assert replay(TORCH, trace) is None, "the correct engine conforms in the very same run"
    again = replay(TORCH, trace, faults=[name])
    assert again is not None
    assert (found.law.id, found.law.name) in again.keys


def test_the_catalogue_has_what_the_first_system_needs() -> None:
    ids = {fault.id for fault in TORCH.faults().values()}
    first = {f"F-P{n}" for n in (1, 2, 3, 4, 5, 6, 7, 9, 16, 17)} | {"F-R3", "F-R4", "F-R15", "F-S1", "F-S2", "F-S8"}
    assert ids >= first | {"F-K9", "F-G1", "F-G7", "F-G18"}
