"""Lists fit where they are read: the width of a terminal, or nothing but what is needed between tabs."""

import io

import click
import pytest
from click.testing import CliRunner

from tenure.conformance import engines, listing
from tenure.conformance.cli import cli
from tenure.model.catalogue import SYSTEMS

KINDS = ["systems", "laws", "events", "faults", "parts"]


class Terminal(io.StringIO):
    """What says of itself that a person looks at it."""

    def isatty(self) -> bool:
        return True


def shown(what: str, width: int, monkeypatch: pytest.MonkeyPatch) -> list[str]:
    monkeypatch.setenv("COLUMNS", str(width))
    monkeypatch.setenv("TERM", "xterm")
    out = Terminal()
    listing.render(listing.rows(what, engines.find("torch")), what, out)
    return click.unstyle(out.getvalue()).splitlines()


@pytest.mark.parametrize("width", [80, 200])
@pytest.mark.parametrize("what", KINDS)
def test_a_table_fits_the_terminal(what: str, width: int, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = shown(what, width, monkeypatch)
    assert len(lines) > len(listing.rows(what))
    assert max(map(len, lines)) <= width


def test_a_narrow_terminal_is_spared_the_places(monkeypatch: pytest.MonkeyPatch) -> None:
    assert "where" not in shown("laws", 80, monkeypatch)[0]
    assert "where" in shown("laws", 200, monkeypatch)[0]


@pytest.mark.parametrize("what", KINDS)
def test_without_a_terminal_there_is_a_tab_between_columns_and_nothing_else(what: str) -> None:
    rows = listing.rows(what, engines.find("torch"))
    out = io.StringIO()
    listing.render(rows, what, out)
    head, *lines = [line.split("\t") for line in out.getvalue().splitlines()]
    assert head == list(rows[0])
    assert lines == [list(row.values()) for row in rows]


def test_each_part_is_listed_with_its_system_and_what_it_knows() -> None:
    torch = engines.find("torch")
    rows = {row["name"]: row for row in listing.rows("parts", torch)}
    assert list(rows) == [part.name for part in engines.parts_of(torch)]
    (part,) = (part for part in engines.parts_of(torch) if part.name == "peft")
    assert rows["peft"] == {
        "name": "peft",
        "system": "adapters",
        "events": str(len(SYSTEMS["adapters"].events) - len(part.without)),
        "faults": str(len(part.known)),
        "where": "gpu_backend/peft/part.py",
    }
    assert [row["name"] for row in listing.rows("parts", torch, "adapters")] == ["peft"]
    assert listing.rows("parts", engines.find("reference")) == []


@pytest.mark.parametrize("what", ["laws", "events", "faults"])
def test_a_list_of_one_system_has_all_of_it_and_nothing_else(what: str) -> None:
    lines = CliRunner().invoke(cli, ["list", what, "--system", "steps"]).output.splitlines()[1:]
    assert all({"steps", "steps, part pipeline"} & set(line.split("\t")) for line in lines)
    system = SYSTEMS["steps"]
    (pipeline,) = (part for part in engines.parts_of(engines.find("torch")) if part.system == "steps")
    known = {
        "laws": len(system.laws) + len(system.rankings),
        "events": len(system.events),
        "faults": len(system.faults) + len(pipeline.known),
    }
    assert len(lines) == known[what]


def test_the_faults_of_the_engine_are_of_the_system_that_engines_are_held_to() -> None:
    torch = engines.find("torch")
    assert len(listing.rows("faults", torch, "lifecycle")) == len(SYSTEMS["lifecycle"].faults) + len(torch.faults())
    assert all(row["in"] in ("steps", "steps, part pipeline") for row in listing.rows("faults", torch, "steps"))


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["laws", "--system", "step"], "there is no system 'step'; the nearest: steps"),
        (["engines", "--system", "steps"], "--system goes with laws, events, faults, parts"),
    ],
)
def test_a_list_that_there_is_not_is_a_usage_error(words: list[str], said: str) -> None:
    found = CliRunner().invoke(cli, ["list", *words])
    assert found.exit_code == 2
    assert said in found.output
