"""`tenure parts`, and the gate: what a part of an engine does wrong is told, reported, and decides."""

import json
import pathlib
from collections.abc import Sequence
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner

from tenure.conformance.catching import catch_in_parts
from tenure.conformance.cli import cli
from tenure.conformance.engines import Shown, find, parts_of
from tenure.conformance.gate import gate, hold_parts
from tenure.conformance.parts.part import Part, PartFactory
from tenure.conformance.plan import Plan
from tenure.conformance.profile import Profile
from tenure.conformance.record import Proof
from tenure.conformance.verdict import Result
from tenure.model.instance import Instance

FAULT = "freed_pages_are_lost"


def test_the_parts_of_the_torch_engine_conform() -> None:
    held = hold_parts(Plan(find("torch"), Profile(engine="torch"), budget=4))
    assert [(each.part, each.system, each.verdict.result) for each in held] == [
        ("paging", "pages", Result.CONFORMS),
        ("prefix", "prefix", Result.CONFORMS),
        ("sequence", "buffers", Result.CONFORMS),
        ("speculation", "reuse", Result.CONFORMS),
        ("peft", "adapters", Result.CONFORMS),
        ("pipeline", "steps", Result.CONFORMS),
        ("residency", "slots", Result.CONFORMS),
        ("scheduling", "scheduler", Result.CONFORMS),
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
        (["--part", "nope"], "it has paging, prefix"),
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


def test_a_fault_of_a_part_is_caught_on_every_seed_and_the_matrix_says_by_what() -> None:
    words = ["faults", "--part", "peft", "--fault", FAULT, "--seeds", "2", "--budget", "2"]
    shown = CliRunner().invoke(cli, words)
    assert shown.exit_code == 0, shown.output
    (row,) = (line.split() for line in shown.stdout.splitlines() if FAULT in line)
    assert row[:2] == ["peft", FAULT]
    assert row[2:5] == ["L1", "model", "pages_are_conserved,"]
    assert row[-4:] == ["2", "of", "2", "seeds"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--part", "nope"], "has no part 'nope'"),
        (["--fault", "nope"], "there is no fault 'nope'"),
        (["--part", "prefix", "--fault", FAULT], "there is no fault"),
    ],
)
def test_faults_that_there_are_not_are_refused(words: list[str], said: str) -> None:
    shown = CliRunner().invoke(cli, ["faults", *words])
    assert shown.exit_code == 2
    assert said in shown.output


class SometimesWrong:
    """A part whose fault shows on seed 0 only."""

    def __init__(self, factory: PartFactory) -> None:
        self.factory = factory

    def __call__(self, instance: Instance, seed: int, faults: Sequence[str]) -> Part:
        """Build faults in on seed 0."""
        return self.factory.make(instance, seed, faults if seed == 0 else ())


def test_what_is_caught_by_luck_counts_as_missed() -> None:
    (peft,) = (part for part in parts_of(find("torch")) if part.name == "peft")
    engine = Shown(find("reference"))
    engine.parts = (replace(peft, make=SometimesWrong(peft)),)
    (caught,) = catch_in_parts(Plan(engine, Profile("reference"), faults=(FAULT,), budget=1), small=False, seeds=4)
    assert (caught.result, caught.note, caught.good) == ("by luck", "caught on 1 of 4 seeds", False)
