"""`tenure replay --part`: calls that are spelled out are done by a part beside its system."""

import json
import pathlib
import shlex
from collections.abc import Sequence
from dataclasses import replace

import pytest
from click.testing import CliRunner, Result

from tenure.conformance.cli import cli
from tenure.conformance.engine import SCHEDULE
from tenure.conformance.parts.campaign import PartCampaign
from tenure.conformance.parts.part import Part, Shown
from tenure.conformance.parts.reference import ReferencePart, reference_part
from tenure.conformance.parts.replay import breach_of, read_run
from tenure.conformance.parts.sizes import write_all_sizes, write_sizes
from tenure.conformance.script import NOTHING, ScriptError, write_calls
from tenure.conformance.suites import ways
from tenure.model.instance import Instance
from tenure.model.trace import Call

LOST = ["--part", "peft", "--fault", "freed_pages_are_lost"]
CALLS = "register(1); submit(0,1); plan(0); put(0); fail_load(0,1); end(0)"


def replayed(*words: str) -> Result:
    return CliRunner().invoke(cli, ["replay", *words])


def test_calls_are_done_by_the_part_alone() -> None:
    right, wrong = replayed("--part", "peft", CALLS), replayed(*LOST, CALLS)
    assert (right.exit_code, wrong.exit_code) == (0, 1)
    assert "part    peft: 1 run, 6 events beside adapters" in right.stdout
    assert right.stdout.splitlines()[-1] == "the part peft of torch conforms"
    assert "L1 pages_are_conserved  (at=host)" in wrong.stdout
    assert shlex.split(wrong.stdout.splitlines()[-1])[1:] == [
        "replay", "--engine", "torch", *LOST, "--seed", "0", CALLS,
    ]  # fmt: skip


def test_calls_may_be_written_as_a_finding_shows_them() -> None:
    calls = json.loads(replayed(*LOST, "--json", CALLS).stdout)["parts"][0]["verdict"]["findings"][0]["calls"]
    assert "fail_load(at=host, a=1)" in calls
    assert replayed(*LOST, "; ".join(calls)).exit_code == 1


def test_sizes_are_those_that_are_said() -> None:
    fits = "register(1); submit(0,1); plan(0); put(0)"
    found = json.loads(
        replayed(*LOST, "--json", "--sizes", "capacity.HOST=2", f"{fits}; fail_load(0,1); end(0)").stdout
    )
    (finding,) = found["parts"][0]["verdict"]["findings"]
    assert finding["differs"]["expected"] == "2"
    assert "--sizes capacity.HOST=2" in finding["reproduce"]


def test_a_run_is_made_small_on_request() -> None:
    longer = f"register(2); submit(0,0); end(0); unregister(2); {CALLS}"
    assert replayed(*LOST, longer).stdout.splitlines()[-1].count(";") == 9
    assert replayed(*LOST, "--shrink", longer).stdout.splitlines()[-1].count(";") <= 5


@pytest.mark.parametrize("system", ["adapters", "prefix", "slots"])
def test_every_run_of_a_suite_can_be_spelled_out(system: str) -> None:
    factory = reference_part(system)
    for instance, calls in ways(system):
        run = read_run(factory, write_calls(calls), write_sizes(factory.model, instance), 3)
        assert (run.calls, run.seed) == (tuple(calls), 3)
        assert write_all_sizes(run.instance) == write_all_sizes(instance)


class WrongFromTheStart(ReferencePart):
    """Shows what nobody has, before it was asked for anything."""

    def observe(self) -> Shown:
        """Show a stage that nobody is at."""
        return {**super().observe(), "stage": [1] * self.world.instance.requests}


def wrong_from_the_start(instance: Instance, seed: int, faults: Sequence[str]) -> Part:
    del seed
    return WrongFromTheStart("buffers", instance, faults)


def test_what_is_wrong_from_the_start_is_a_run_of_nothing() -> None:
    factory = replace(reference_part("buffers"), make=wrong_from_the_start)
    (found,) = PartCampaign(factory, runs=1, engine="mine").verdict().findings
    words = shlex.split(found.reproduce)
    assert words[-1] == NOTHING
    sizes = words[words.index("--sizes") + 1] if "--sizes" in words else ""
    breach = breach_of(factory, read_run(factory, NOTHING, sizes, 0))
    assert breach is not None
    assert breach.broken[0].law == found.law


def test_a_part_that_plans_may_be_left_to_itself() -> None:
    planning = replace(reference_part("buffers"), observed=True)
    assert read_run(planning, "create(0,0); schedule", "", 0).calls == (Call("create", (0, 0), "buffers"), SCHEDULE)


@pytest.mark.parametrize(
    ("calls", "said"),
    [
        ("", "there are no calls; write them like the events of buffers: "),
        ("create(0,0); crate(0,0)", "call 2, 'crate(0,0)' is no call"),
        ("create(5,0)", "'5' is no r; write one of 0"),
        ("schedule", "'schedule' is no call"),
        ("close(0)", "the part 'reference' does not do it: nobody asks for it"),
    ],
)
def test_what_is_no_run_is_explained(calls: str, said: str) -> None:
    factory = replace(reference_part("buffers"), without={"close": "nobody asks for it"})
    with pytest.raises(ScriptError) as raised:
        read_run(factory, calls, "", 0)
    assert said in str(raised.value)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--part", "nope", CALLS], "has no part 'nope'; it has paging, prefix, "),
        (["--part", "peft", "--fault", "nope", CALLS], "the part 'peft' has no fault 'nope'"),
        (["--part", "peft", "launch(0)"], "call 1, 'launch(0)'"),
        (["--part", "peft", "--sizes", "pages=2", CALLS], "there is no size 'pages' in adapters"),
        (["--part", "peft", "--itf", "run.itf.json", CALLS], "ITF files are of whole engines"),
        (["--part", "peft", "run.itf.json"], "ITF files are of whole engines"),
    ],
)
def test_what_cannot_be_replayed_is_said_in_a_sentence(
    words: list[str], said: str, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    done = replayed(*words)
    assert done.exit_code == 2
    assert said in done.output
