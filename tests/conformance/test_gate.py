"""The gate and the commands: exit codes, what is printed, and that a finding can be reproduced."""

import json
import shlex
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import junitparser
import pytest

from tenure.conformance import cli, engines, itf, proving
from tenure.conformance.catching import catch_all
from tenure.conformance.fuzz import Campaign
from tenure.conformance.gate import gate
from tenure.conformance.plan import Plan
from tenure.conformance.profile import Profile
from tenure.conformance.record import Proof, report
from tenure.conformance.reference import ReferenceFactory
from tenure.conformance.verdict import Result, Verdict, worst
from tenure.model.lifecycle import EVENTS

PROFILE = Profile("reference", examples=20)
WRONG = "KeepsAdapterActive"


def proved(progress: Callable[[str], None]) -> Proof:
    progress("proved")
    return Proof(result=Result.CONFORMS)


@pytest.fixture
def run(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], make_wrong: Callable[[str, Sequence[str]], Any]
) -> Callable[..., tuple[int, str, str]]:
    """Return a function that runs a command with a reference engine that has a fault; it returns code and output."""
    monkeypatch.setattr(engines, "find", lambda _: make_wrong(WRONG, ["P7"]))
    monkeypatch.setattr(engines, "known", lambda: ["reference"])
    monkeypatch.setattr("tenure.conformance.gate.run_lifecycle_proof", proved)

    def command(*words: str) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["tenure", *words])
        with pytest.raises(SystemExit) as ended:
            cli.main()
        told = capsys.readouterr()
        assert isinstance(ended.value.code, int)
        return ended.value.code, told.out, told.err

    return command


def test_gate_proves_fuzzes_and_catches(make_wrong: Callable[[str, Sequence[str]], Any]) -> None:
    done = gate(Plan(make_wrong(WRONG, ["P7"]), PROFILE), proved)
    assert done.result is Result.CONFORMS
    assert [each.result for each in done.caught] == ["caught"]


def test_fault_caught_by_another_law_makes_the_gate_unknown(make_wrong: Callable[[str, Sequence[str]], Any]) -> None:
    factory = make_wrong(WRONG, ["K2"])
    (caught,) = catch_all(Plan(factory, PROFILE, budget=3))
    assert (caught.result, caught.good) == ("another law", False)
    assert report("gate", caught=(caught,)).result is Result.UNKNOWN


def test_fault_that_is_missed_makes_the_gate_unknown(make_wrong: Callable[[str, Sequence[str]], Any]) -> None:
    factory = make_wrong("CannotRunAlone", ["O2"])
    factory.events = frozenset({"load", "unload"})
    without = tuple(sorted(EVENTS.keys() - factory.events))
    (caught,) = catch_all(Plan(factory, Profile("reference", examples=20, without=without), budget=3))
    assert (caught.result, caught.good) == ("missed", False)


def test_event_that_nobody_tries_is_unknown_and_named() -> None:
    factory = ReferenceFactory()
    factory.events = factory.events - {"pause"}
    verdict = Campaign(factory, PROFILE, budget=2).run()
    assert verdict.result is Result.UNKNOWN
    assert "cannot be commanded pause: give it the events, or list them in `without`" in verdict.unknown[0]


def test_refuted_proof_decides() -> None:
    done = gate(Plan(ReferenceFactory(), PROFILE, budget=2), lambda _: Proof(result=Result.VIOLATES))
    assert done.result is Result.VIOLATES


def test_results_are_merged_by_the_worst() -> None:
    assert worst([]) is Result.CONFORMS
    assert worst([Result.UNKNOWN, Result.CONFORMS]) is Result.UNKNOWN
    assert worst([Result.UNKNOWN, Result.VIOLATES]) is Result.VIOLATES
    assert [each.exit_code for each in Result] == [0, 1, 3]


def test_conforming_engine_ends_with_0(run: Callable[..., tuple[int, str, str]]) -> None:
    code, out, err = run("fuzz", "reference", "--budget", "5")
    assert (code, out.splitlines()[-1]) == (0, "reference conforms")
    assert "run 1" in err


@pytest.mark.parametrize("command", ["fuzz", "gate"])
def test_finding_is_printed_with_all_that_it_needs(run: Callable[..., tuple[int, str, str]], command: str) -> None:
    code, out, _ = run(command, "reference", "--fault", WRONG, "--budget", "20")
    assert code == 1
    lines = out.splitlines()
    assert "P7 suspended_request_parks_its_adapter  (r=0)" in lines
    assert any("let go of the device slot and is parked on the host copy" in line for line in lines)
    calls = [line for line in lines if line.strip()[:1].isdigit()]
    assert 1 < len(calls) <= 8
    assert calls[-1].endswith("suspend(r=0)   <- here")
    assert any(line.startswith("    expected") for line in lines)
    assert any(line.startswith("    got") for line in lines)
    assert any("model/laws/adapters.py:" in line for line in lines)
    assert lines[-1].startswith(f"tenure replay --engine reference --fault {WRONG} ")


def test_printed_command_reproduces_the_finding_exactly(run: Callable[..., tuple[int, str, str]]) -> None:
    _, out, _ = run("fuzz", "reference", "--fault", WRONG)
    command = out.splitlines()[-1]
    code, again, _ = run(*shlex.split(command)[1:])
    assert code == 1
    first, second = (text[text.index("\n\n") :] for text in (out, again))
    assert first == second


def test_itf_file_reproduces_the_finding(run: Callable[..., tuple[int, str, str]], tmp_path: Path) -> None:
    path = tmp_path / "run.itf.json"
    _, out, _ = run("fuzz", "reference", "--fault", WRONG, "--itf", str(path))
    assert itf.read(path).faults == (WRONG,)
    code, again, _ = run("replay", str(path))
    assert code == 1
    assert again.splitlines()[-1] == out.splitlines()[-1]
    code, right, _ = run("replay", str(path), "--json")
    assert json.loads(right)["result"] == "violates"


def test_json_is_the_whole_record(run: Callable[..., tuple[int, str, str]]) -> None:
    code, out, _ = run("fuzz", "reference", "--fault", WRONG, "--json")
    record = json.loads(out)
    assert (code, record["exit_code"], record["result"]) == (1, 1, "violates")
    (found,) = record["verdict"]["findings"]
    assert found["law"]["id"] == "P7"
    assert found["sizes"]["requests"] == 1
    assert found["reproduce"].startswith("tenure replay")


def test_junit_has_a_failure_for_the_finding(run: Callable[..., tuple[int, str, str]], tmp_path: Path) -> None:
    path = tmp_path / "junit.xml"
    run("fuzz", "reference", "--fault", WRONG, "--junit", str(path))
    (suite,) = junitparser.JUnitXml.fromfile(str(path))
    (case,) = suite
    (failure,) = case.result
    assert "P7 suspended_request_parks_its_adapter" in failure.message
    assert "tenure replay" in str(failure.text)


def test_faults_are_shown_with_their_law(run: Callable[..., tuple[int, str, str]], tmp_path: Path) -> None:
    path = tmp_path / "junit.xml"
    code, out, _ = run("faults", "reference", "--junit", str(path))
    assert code == 0
    assert "faults  1 of 1 caught" in out
    assert f"F-0    {WRONG}  P7   model    suspended_request_parks_its_adapter, " in out
    (suite,) = junitparser.JUnitXml.fromfile(str(path))
    assert (suite.name, suite.errors, suite.failures) == ("faults", 0, 0)


def test_replay_of_calls_that_conform_ends_with_0(run: Callable[..., tuple[int, str, str]]) -> None:
    code, out, _ = run("replay", "load(1); submit(0,1,1,0); admit(0,1); launch; settle_chunk(0)")
    assert (code, out.splitlines()[-1]) == (0, "reference conforms")


def test_replayed_run_is_made_small_on_request(run: Callable[..., tuple[int, str, str]]) -> None:
    calls = "load(1); load(2); submit(0,1,2,0); submit(1,2,1,0); admit(0,1); launch; settle_chunk(0); suspend(0)"
    words = [
        "replay",
        "--fault",
        WRONG,
        "--sizes",
        "requests=2 adapters=2 max_length=3 pool_size.TARGET=4 slots_size=2",
        calls,
    ]
    code, out, _ = run(*words)
    assert (code, out.splitlines()[-1].count(";")) == (1, 7)
    code, out, _ = run("replay", "--shrink", *words[1:])
    assert (code, out.splitlines()[-1].count(";")) == (1, 5)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["fuzz", "nowhere"], "nowhere: there is no such profile"),
        (["gate", "reference", "--fault", "forgets"], "has no fault 'forgets'; it knows KeepsAdapterActive"),
        (["replay", "ponder(1)"], "there is no event 'ponder'"),
        (["replay", "missing.itf.json"], "missing.itf.json: it cannot be read"),
        (["replay", "--sizes", "pages=2", "launch"], "there is no size 'pages'"),
        (["replay", "suspend(4)"], "these sizes have requests 0 to 0"),
        (["fuzz", "reference", "--seed", "-1"], "Invalid value for '--seed'"),
        (["ponder"], "No such command 'ponder'"),
    ],
)
def test_usage_errors_end_with_2_and_one_sentence(
    run: Callable[..., tuple[int, str, str]], words: list[str], said: str
) -> None:
    code, out, err = run(*words)
    assert (code, out) == (2, "")
    assert said in err
    assert "Traceback" not in err


def test_crash_of_the_harness_ends_with_3(
    run: Callable[..., tuple[int, str, str]], monkeypatch: pytest.MonkeyPatch
) -> None:
    def crash(*_: object, **__: object) -> Verdict:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr("tenure.conformance.gate.fuzz", crash)
    code, out, err = run("fuzz", "reference")
    assert (code, out) == (3, "")
    assert "the harness went wrong" in err


@pytest.mark.parametrize("what", ["laws", "events", "faults", "engines", "profiles"])
def test_lists_are_printed(run: Callable[..., tuple[int, str, str]], what: str) -> None:
    code, out, _ = run("list", what)
    assert code == 0
    _, as_json, _ = run("list", what, "--json")
    rows = json.loads(as_json)
    heading = len(rows[0]) > 1
    assert len(rows) + heading == len(out.splitlines())


def test_proof_is_reached_behind_one_function() -> None:
    assert callable(proving.run_proof)
