"""`tenure whole`: what it finds is told with a command that shows it again, and what makes no sense is refused."""

import json
import pathlib
import shlex
from xml.etree import ElementTree as ET

import pytest
from click.testing import CliRunner, Result

from tenure.conformance.cli import cli

FAULT = "suspended_request_stays_active"


def whole(*words: str) -> Result:
    return CliRunner().invoke(cli, ["whole", *words])


def test_the_whole_of_the_torch_engine_conforms() -> None:
    shown = whole("--budget", "3", "--json")
    assert shown.exit_code == 0
    (held,) = json.loads(shown.stdout)["parts"]
    assert held["whole"]
    assert held["system"] == "scheduler, adapters, prefix"
    assert held["verdict"]["events"] > 500


def test_a_finding_is_shown_again_by_its_command(tmp_path: pathlib.Path) -> None:
    shown = whole("--fault", FAULT, "--junit", str(tmp_path / "whole.xml"))
    assert shown.exit_code == 1
    assert "W1 adapter_follows_its_request" in shown.stdout
    again = CliRunner().invoke(cli, shlex.split(shown.stdout.strip().splitlines()[-1])[1:])
    assert again.exit_code == 1
    first, second = (text[text.index("\n\n") :] for text in (shown.stdout, again.stdout))
    assert first == second
    (failure,) = ET.parse(tmp_path / "whole.xml").iter("failure")  # noqa: S314  we have just written it
    assert "adapter_follows_its_request" in failure.attrib["message"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--fault", "suspended_request_stay_active"), FAULT),
        (("--fault", "freed_pages_are_lost"), "part peft"),
        (("--draw", "3"), "--draw and --calls go together"),
        (("--calls", "step"), "--draw and --calls go together"),
        (("--draw", "0", "--calls", "submit"), "write submit(r)"),
        (("--draw", "0", "--calls", "step(1)"), "write step"),
        (("--draw", "0", "--calls", ""), "there are no calls; write submit(r)"),
        (("--draw", "0", "--calls", "jump"), "nothing that serving is asked for"),
        (("--draw", "0", "--calls", "submit(99)"), "this run has the requests 0 to"),
        (("--draw", "-99", "--calls", "step"), "there is no draw -99"),
        (("--name", "other"), "has no whole 'other'"),
        (("--engine", "reference"), "is not given as a whole of parts"),
    ],
)
def test_what_makes_no_sense_is_refused_with_what_to_write(words: tuple[str, ...], said: str) -> None:
    refused = whole(*words)
    assert refused.exit_code == 2, refused.output
    assert said in refused.output


def test_known_faults_of_the_whole_are_judged_with_those_of_parts() -> None:
    shown = CliRunner().invoke(cli, ["faults", "--part", "serving", "--fault", FAULT, "--seeds", "2"])
    assert shown.exit_code == 0, shown.output
    assert shown.stdout.strip().splitlines()[-1].startswith("the known fault"), shown.stdout
