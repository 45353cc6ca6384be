"""The contract, the code and the faults name the same laws."""

from collections import Counter
from itertools import chain
from pathlib import Path

import pytest

from tenure.conformance.contract import Contract, Entry, contracts
from tenure.conformance.explaining import as_page, explained
from tenure.conformance.laws import ENGINE_LAWS
from tenure.model.catalogue import SYSTEMS
from tenure.model.rules import RULES
from tenure.model.system import System

BY_FUNCTION = {"state", "step", "progress"}
"""What the functions of an entry say of its kind."""

BY_SENSE = {"content", "identity", "answer", "rule", "postcondition", "rank"}
"""What may be said of an entry besides, or of laws that the model cannot state."""

MOST = {"S": 19, "K": 16, "P": 13, "G": 14, "R": 10}
KNOWN_IDS = [f"{letter}{number}" for letter, most in MOST.items() for number in range(1, most + 1)]
"""The laws of scheduler, cache, adapters, slot preemption and paired reuse that engines are written to."""

ENTRIES = [(contract, entry) for contract in contracts() for entry in contract.law]


def laws_of(system: System) -> dict[str, str]:
    """Return the id of every law and every ranking of a system, by name."""
    laws = {law.name: law.id for law in system.laws.values()}
    return laws | {ranking.name: ranking.id for ranking in system.rankings.values()}


def kind_of(system: System, name: str) -> str:
    """Return what a function of a system says of the kind of its entry."""
    law = system.laws.get(name)
    return "progress" if law is None else "step" if law.step else "state"


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=lambda system: system.name)
def test_every_law_of_a_system_stands_in_its_contract_once_under_its_id(system: System) -> None:
    own = [entry for contract, entry in ENTRIES if contract.model == system.name]
    named = [(name, entry.id) for entry in own for name in entry.names]
    assert sorted(named) == sorted(laws_of(system).items())


def test_every_rule_and_every_law_of_the_harness_stands_in_its_contract_once_under_its_id() -> None:
    own = [entry for contract, entry in ENTRIES if not contract.model]
    named = [(name, entry.id) for entry in own for name in entry.names]
    code = {rule.name: rule.id for rule in RULES} | {law.name: law.id for law in ENGINE_LAWS.values()}
    assert sorted(named) == sorted(code.items())


def test_every_file_is_about_a_system_of_the_model_or_the_harness() -> None:
    assert {contract.model for contract in contracts()} == {*SYSTEMS, ""}


@pytest.mark.parametrize(
    ("contract", "entry"), ENTRIES, ids=lambda value: value.file if isinstance(value, Contract) else value.id
)
def test_an_entry_is_complete_and_says_how_it_is_held(contract: Contract, entry: Entry) -> None:
    assert entry.statement.endswith(".")
    assert len(entry.statement) > 20
    assert len(entry.formula) > 5
    assert len(entry.source) > 10
    system = SYSTEMS.get(contract.model)
    known = set(laws_of(system)) if system is not None else {rule.name for rule in RULES}
    assert (entry.held == "proved") is (bool(entry.names) and set(entry.names) <= known)
    if entry.held != "proved":
        assert entry.reason.endswith(".")
    kinds = entry.kind.split(" and ")
    assert set(kinds) <= BY_FUNCTION | BY_SENSE
    if system is not None:
        assert set(kinds) & BY_FUNCTION == {kind_of(system, name) for name in entry.names}


def test_no_two_entries_say_the_same() -> None:
    for said in ("statement", "formula"):
        count = Counter(getattr(entry, said) for _, entry in ENTRIES)
        assert [each for each, times in count.items() if times > 1] == []


def test_every_known_law_has_an_entry() -> None:
    written = {entry.id for _, entry in ENTRIES}
    assert [law_id for law_id in KNOWN_IDS if law_id not in written] == []


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=lambda system: system.name)
def test_every_law_has_a_fault_that_names_it_and_faults_name_nothing_else(system: System) -> None:
    named = set(chain.from_iterable(fault.breaks for fault in system.faults.values()))
    assert sorted(named) == sorted(system.laws)


def test_the_page_of_every_law_is_what_the_contract_and_the_code_give() -> None:
    page = Path(__file__).parents[2] / "specs" / "laws.md"
    assert page.read_text(encoding="utf-8") == as_page(explained())
