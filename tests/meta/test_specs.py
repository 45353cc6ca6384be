"""The contract and the code name the same laws."""

import tomllib
from importlib.resources import files
from typing import Any

import pytest

from tenure.conformance.laws import ENGINE_LAWS
from tenure.model.lifecycle import LAWS
from tenure.model.rules import RULES

KINDS = {"state", "step", "state and step", "answer", "identity", "content", "progress", "rule"}
HELD = {"proved", "checked at run time"}


def entries() -> list[tuple[str, dict[str, Any]]]:
    found = []
    for path in files("tenure.specs").iterdir():
        if path.name.endswith(".toml"):
            data = tomllib.loads(path.read_text(encoding="utf-8"))
            assert data["system"], path.name
            found += [(path.name, entry) for entry in data["law"]]
    return found


def ids() -> dict[str, str]:
    code = {law.name: law.id for law in LAWS.values()}
    code |= {rule.name: rule.id for rule in RULES}
    return code | {law.name: law.id for law in ENGINE_LAWS.values()}


def test_every_law_of_the_code_stands_in_the_contract_once_under_its_id() -> None:
    named = [(name, entry["id"]) for _, entry in entries() for name in entry["names"]]
    assert len(named) == len({name for name, _ in named})
    assert dict(named) == ids()


@pytest.mark.parametrize(
    ("file", "entry"), entries(), ids=lambda value: value if isinstance(value, str) else value["id"]
)
def test_an_entry_is_complete_and_says_how_it_is_held(file: str, entry: dict[str, Any]) -> None:
    assert set(entry) == {"id", "names", "kind", "held", "source"}, file
    assert entry["kind"] in KINDS
    assert entry["held"] in HELD
    assert len(entry["source"]) > 10
    kinds = sorted({"step" if LAWS[name].step else "state" for name in entry["names"] if name in LAWS})
    if kinds:
        assert entry["held"] == "proved"
        assert entry["kind"] == " and ".join(kinds)
