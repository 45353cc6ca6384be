"""`tenure parts`, and the gate: what a part of an engine does wrong is told, reported, and decides."""

import json
import pathlib
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner

from tenure.conformance.cli import cli
from tenure.conformance.engines import Shown, find, parts_of
from tenure.conformance.gate import Plan, gate, hold_parts
from tenure.conformance.profile import Profile
from tenure.conformance.record import Proof
from tenure.conformance.verdict import Result

FAULT = "freed_pages_are_lost"


def test_the_parts_of_the_torch_engine_conform() -> None:
    held = hold_parts(Plan(find("torch"), Profile(engine="torch"), budget=4))
    assert [(each.part, each.system, each.verdict.result) for each in held] == [
        ("prefix", "prefix", Result.CONFORMS),
        ("peft", "adapters", Result.CONFORMS),
    ]


def test_a_finding_names_the_law_and_the_command_that_shows_it_again(tmp_path: pathlib.Path) -> None:
    words = ["parts", "--part", "peft", "--fault", FAULT, "--junit", str(tmp_path / "parts.xml")]
    shown = CliRunner().invoke(cli, words)
    assert shown.exit_code == 1
    assert "L1 pages_are_conserved" in shown.stdout
    command = shown.stdout.strip().splitlines()[-1]
    assert command == f"tenure parts --engine torch --part peft --seed 0 --fault {FAULT}"
    again = CliRunner().invoke(cli, [*command.split()[1:], "--json"])
    (part,) = json.loads(again.stdout)["parts"]
    assert part["verdict"]["findings"][0]["law"]["id"] == "L1"
    (failure,) = ET.parse(tmp_path / "parts.xml").iter("failure")  # noqa: S314  we have just written it
    assert "pages_are_conserved" in failure.attrib["message"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--part", "nope"], "it has prefix, peft"),
        (["--part", "prefix", "--fault", FAULT], "its faults are"),
        (["--engine", "reference"], "gives no parts"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(words: list[str], said: str) -> None:
    shown = CliRunner().invoke(cli, ["parts", *words])
    assert shown.exit_code == 2
    assert said in shown.output


def test_a_part_that_is_wrong_turns_the_gate_red() -> None:
    factory = find("reference")
    engine = Shown(factory)
    (peft,) = (part for part in parts_of(find("torch")) if part.name == "peft")

    def broken(instance, seed, faults):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN202
        return peft.make(instance, seed, (*faults, FAULT))

    engine.parts = (type(peft)("peft", "adapters", broken),)
    plan = Plan(engine, Profile(engine="reference", examples=2), budget=2)
    done = gate(plan, lambda _: Proof(result=Result.CONFORMS))
    assert done.verdict is not None
    assert done.verdict.result is Result.CONFORMS
    assert done.result is Result.VIOLATES
    assert done.findings[0].law.id == "L1"
