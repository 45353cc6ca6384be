"""The state machine for a test suite of one's own: Hypothesis chooses, shrinks and prints."""

import pytest
from hypothesis import HealthCheck, Phase, seed, settings
from hypothesis.stateful import run_state_machine_as_test

from tenure.conformance import engines
from tenure.conformance.evidence import Violated
from tenure.conformance.reference import ReferenceFactory
from tenure.conformance.stateful import state_machine
from tenure.model.lifecycle import EVENTS

FEW = settings(
    max_examples=30,
    stateful_step_count=30,
    deadline=None,
    database=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    phases=[Phase.generate, Phase.shrink],
)

TestReference = state_machine(ReferenceFactory()).TestCase
TestReference.settings = FEW
TestTorch = state_machine(engines.find("torch")).TestCase
TestTorch.settings = FEW


def test_there_is_a_rule_for_each_event_one_for_refusals_and_one_for_passes() -> None:
    made = state_machine(ReferenceFactory())
    rules = {name for name in dir(made) if hasattr(getattr(made, name), "hypothesis_stateful_rule")}
    assert rules == {*EVENTS, "ask_for_what_must_be_refused", "schedule"}


def failure(fault: str, *phases: Phase) -> Violated:
    machine = state_machine(engines.find("torch"), faults=[fault])
    seed(3)(machine)
    with pytest.raises(Violated) as caught:
        run_state_machine_as_test(machine, settings=settings(FEW, max_examples=400, phases=phases))
    return caught.value


@pytest.mark.parametrize(("fault", "law"), [("revoke_keeps_growth", "S10"), ("occupancy_counts_paused", "G3")])
def test_a_fault_is_found(fault: str, law: str) -> None:
    found = failure(fault, Phase.generate)
    assert law in {each.law.id for each in found.breach.broken}


def test_a_fault_is_shrunk_by_hypothesis_and_told_with_its_command() -> None:
    found = failure("suspend_keeps_row", Phase.generate, Phase.shrink)
    assert "S6" in {each.law.id for each in found.breach.broken}
    assert len(found.breach.trace.calls) <= 8
    assert found.__notes__[0].startswith("tenure replay --engine torch --fault suspend_keeps_row ")
