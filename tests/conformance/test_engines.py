"""Finding engines by name."""

from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from tenure.conformance import engines
from tenure.conformance.reference import ReferenceFactory


def test_reference_comes_with_the_harness() -> None:
    assert isinstance(engines.find("reference"), ReferenceFactory)
    assert "reference" in engines.known()


def test_unknown_name_lists_the_known_ones() -> None:
    with pytest.raises(engines.UnknownEngine, match=r"there is no engine 'vroom'; known are .*reference"):
        engines.find("vroom")


@pytest.mark.parametrize("value", ["tenure.conformance.reference:ReferenceFactory", "no.such.module:FACTORY"])
def test_entry_point_is_loaded_or_explained(value: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "_installed", lambda: {"mine": EntryPoint("mine", value, engines.GROUP)})
    if "no.such" in value:
        with pytest.raises(engines.UnknownEngine, match=r"'mine' \(no.such.module:FACTORY\) cannot be loaded: Module"):
            engines.find("mine")
    else:
        assert engines.find("mine").name == "reference"


def test_engine_that_is_not_installed_is_found_by_its_place(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text("from tenure.conformance.reference import ReferenceFactory\nFACTORY = ReferenceFactory()\n")
    found = engines.find(f"{file}:FACTORY")
    assert found.name == f"{file}:FACTORY"
    assert found.events == ReferenceFactory.events
    assert engines.find("tenure.conformance.reference:ReferenceFactory").observed


@pytest.mark.parametrize(
    ("text", "attribute", "said"),
    [
        (None, "FACTORY", "there is no file"),
        ("x = (", "FACTORY", "SyntaxError"),
        ("FACTORY = 3", "FACTORY", "is no EngineFactory: it lacks name, events, observed, faults"),
        ("FACTORY = 3", "MISSING", "has no attribute 'MISSING'"),
    ],
)
def test_place_without_an_engine_is_explained(text: str | None, attribute: str, said: str, tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    if text is not None:
        file.write_text(text)
    with pytest.raises(engines.UnknownEngine, match=said):
        engines.find(f"{file}:{attribute}")
