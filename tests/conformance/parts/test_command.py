"""`tenure parts`, and the gate: what a part of an engine does wrong is told, reported, and decides."""

import json
import pathlib
import shlex
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner

from tenure.conformance.catching import catch_in_parts
from tenure.conformance.cli import cli
from tenure.conformance.engines import Shown, find, parts_of
from tenure.conformance.gate import gate, hold_parts
from tenure.conformance.parts.campaign import PartCampaign
from tenure.conformance.parts.part import Part, PartFactory
from tenure.conformance.parts.sizes import write_all_sizes
from tenure.conformance.plan import Plan
from tenure.conformance.profile import Profile
from tenure.conformance.record import Proof
from tenure.conformance.shrink import SHORT
from tenure.conformance.suites import ways
from tenure.conformance.verdict import Result
from tenure.model.instance import Instance

FAULT = "freed_pages_are_lost"
PARTS = "tenure parts --engine torch"


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


def test_a_finding_names_the_law_and_a_command_that_runs_only_the_calls_that_show_it(tmp_path: pathlib.Path) -> None:
    words = ["parts", "--part", "peft", "--fault", FAULT, "--junit", str(tmp_path / "parts.xml")]
    shown = CliRunner().invoke(cli, words)
    assert shown.exit_code == 1
    assert "L1 pages_are_conserved" in shown.stdout
    command = shlex.split(shown.stdout.strip().splitlines()[-1])
    assert command[:6] == ["tenure", "replay", "--engine", "torch", "--part", "peft"]
    assert command[-1].count(";") < SHORT, "what is first seen in a long run is looked for in the others of the suite"
    again = CliRunner().invoke(cli, command[1:])
    assert again.exit_code == 1
    first, second = (text[text.index("\n\n") :] for text in (shown.stdout, again.stdout))
    assert first == second
    (failure,) = ET.parse(tmp_path / "parts.xml").iter("failure")  # noqa: S314  we have just written it
    assert "pages_are_conserved" in failure.attrib["message"]


def test_without_a_part_those_are_held_that_know_the_fault() -> None:
    done = CliRunner().invoke(cli, ["parts", "--fault", FAULT, "--budget", "1", "--json"])
    held = [part["part"] for part in json.loads(done.stdout)["parts"]]
    assert held == [part.name for part in parts_of(find("torch")) if FAULT in part.known]
    assert len(held) < len(parts_of(find("torch")))


def test_every_run_is_counted_with_its_sizes() -> None:
    words = ["parts", "--part", "sequence", "--budget", "2"]
    verdict = json.loads(CliRunner().invoke(cli, [*words, "--json"]).stdout)["parts"][0]["verdict"]
    suite = Counter(write_all_sizes(instance) for instance, _ in ways("buffers"))
    assert verdict["examples"] == sum(verdict["instances"].values()) > suite.total() + 2
    assert all(verdict["instances"][sizes] >= many for sizes, many in suite.items())
    many = f"{verdict['examples']} runs in {len(verdict['instances'])} sizes, {verdict['events']} events"
    assert f"part    sequence: {many} beside buffers" in CliRunner().invoke(cli, words).stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--part", "nope"], "it has paging, prefix"),
        (["--part", "prefix", "--fault", FAULT], f"it is one of the part peft: `{PARTS} --part peft --fault {FAULT}`"),
        (["--fault", f"{FAULT}x"], f"no part of the engine 'torch' has the fault '{FAULT}x'; the nearest: {FAULT}"),
        (["--fault", "suspend_keeps_adapter"], "it is one of the engine itself: `tenure gate --engine torch --fault "),
        (["--fault", "zzz"], "`tenure list faults` names those that there are"),
        (["--fault", FAULT, "--fault", "retry_loses_the_room"], "no part knows all of freed_pages_are_lost, "),
        (["--engine", "reference"], "gives no parts"),
    ],
)
def test_what_cannot_be_done_is_said_in_a_sentence(words: list[str], said: str) -> None:
    shown = CliRunner().invoke(cli, ["parts", *words])
    assert shown.exit_code == 2
    assert said in shown.output
    assert len(shown.output.splitlines()) == 1


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
    *_, row, _, last = (line.split() for line in shown.stdout.splitlines())
    assert " ".join(last) == f"the known fault {FAULT} of peft is caught on 2 seeds"
    assert row[:2] == ["peft", FAULT]
    assert row[2:5] == ["L1", "model", "pages_are_conserved,"]
    assert row[-4:] == ["2", "of", "2", "seeds"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--part", "nope"], "has no part 'nope'"),
        (["--fault", "nope"], "there is no known fault 'nope'"),
        (["--part", "prefix", "--fault", FAULT], "in prefix there is no known fault"),
    ],
)
def test_faults_that_there_are_not_are_refused(words: list[str], said: str) -> None:
    shown = CliRunner().invoke(cli, ["faults", *words])
    assert shown.exit_code == 2
    assert said in shown.output


def test_each_fault_is_told_as_it_is_judged_and_the_last_line_says_what_was() -> None:
    words = ["faults", "--part", "sequence", "--budget", "1"]
    known = next(part.known for part in parts_of(find("torch")) if part.name == "sequence")
    two = list(known)[:2]
    done = CliRunner().invoke(cli, [*words, *(word for fault in two for word in ("--fault", fault))])
    assert done.stdout.splitlines()[-1] == "all 2 faults asked for of sequence are caught"
    told = [line for line in done.stderr.splitlines() if line.startswith("sequence ")]
    assert [line.split(":")[0] for line in told] == [f"sequence {fault}" for fault in two]


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


@pytest.mark.parametrize(("wanted", "named"), [("P12", "P12"), ("P3", "P3"), ("S1", "P3")])
def test_the_suite_is_gone_on_to_what_a_fault_must_break(wanted: str, named: str) -> None:
    """What shows first may be another law: it is told only where nothing shows that the fault must break."""
    (peft,) = (part for part in parts_of(find("torch")) if part.name == "peft")
    fault = "evict_takes_used_copy"
    known = {fault: replace(peft.known[fault], laws=(wanted,))}
    verdict = PartCampaign(replace(peft, known=known), runs=1, faults=(fault,)).verdict(small=False)
    assert verdict.findings[0].law.id == named
