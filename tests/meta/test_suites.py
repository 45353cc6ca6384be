"""The suites that are kept tell every mistake of the model that they are said to tell: they are up to date."""

from collections.abc import Callable

import pytest

from tenure.conformance import suites
from tenure.conformance.contract import ContractError
from tenure.model.catalogue import SYSTEMS
from tenure.model.suite import told_by
from tenure.model.telling import mistakes_in


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_mistake_is_told_or_listed(system: str) -> None:
    """Where this fails the model has changed: `tenure suite SYSTEM > specs/suites/SYSTEM.json` follows it."""
    suite = suites.kept_suite(system)
    told = told_by(SYSTEMS[system], suite)
    assert {each.name for each in mistakes_in(SYSTEMS[system])} - told == set(suite.untold)
    assert len(suite.untold) < 0.2 * len(told)


@pytest.mark.parametrize("system", SYSTEMS)
def test_every_event_is_done_and_refused(system: str) -> None:
    runs = suites.kept_suite(system).runs
    assert {call.event for _, run in runs for call in run} == set(SYSTEMS[system].events)


def test_a_suite_that_cannot_be_read_is_told_in_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def odd(*_: object) -> None:
        raise KeyError("runs")

    monkeypatch.setattr(suites, "read", odd)
    suites.kept_suite.cache_clear()
    with pytest.raises(ContractError, match="tenure suite buffers"):
        suites.kept_suite("buffers")
    suites.kept_suite.cache_clear()


@pytest.mark.parametrize("read", [suites.kept_suite, suites.runs_by_hand])
def test_a_system_that_nobody_has_loaded_is_named(read: Callable[[str], object]) -> None:
    with pytest.raises(ContractError, match="no system 'ledgers' is loaded; those loaded are lifecycle"):
        read("ledgers")
