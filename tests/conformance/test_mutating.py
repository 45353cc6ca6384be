"""The scores of the mutants, and how the command line and the reports show them."""

import io

import pytest
from click.testing import CliRunner

from tenure.conformance.cli import cli
from tenure.conformance.mutating import scores
from tenure.conformance.record import MISTAKES, Mutation, Mutations, report
from tenure.conformance.report import console
from tenure.conformance.verdict import Result
from tenure.model.variation import Mistake


def row(system: str, kind: str, *, noticed: str = "", reason: str = "", unsure: str = "") -> Mutation:
    return Mutation(
        system=system, kind=kind, statement="f: x", where="f.py:1", noticed=noticed, reason=reason, unsure=unsure
    )


ROWS = (
    row("one", "deletion", noticed="grow: K2"),
    row("one", "flip", noticed="grow: K2"),
    row("one", "flip", reason="It makes no difference."),
    row("two", "guard"),
)


def test_there_is_a_score_for_each_kind_and_system_and_for_all() -> None:
    found = [(s.system, s.kind, s.mutants, s.noticed, s.listed, s.percent) for s in scores(ROWS)]
    assert found == [
        ("one", "deletion", 1, 1, 0, 100.0),
        ("one", "flip", 2, 1, 1, 50.0),
        ("one", "", 3, 2, 1, 66.7),
        ("two", "guard", 1, 0, 0, 0.0),
        ("two", "", 1, 0, 0, 0.0),
        ("", "", 4, 2, 1, 50.0),
    ]


def test_a_mutant_is_good_if_it_is_noticed_or_listed_and_not_both() -> None:
    assert [each.good for each in ROWS] == [True, True, True, False]
    assert not row("one", "flip", noticed="K2", reason="It makes no difference.").good
    assert not row("one", "flip", unsure="the solver gave up").good


def test_the_report_names_what_survives_and_ends_with_the_score() -> None:
    out = io.StringIO()
    mutations = Mutations(result=Result.VIOLATES, mutations=ROWS, scores=tuple(scores(ROWS)), stale=("one: f: y",))
    console.render(report("prove --mutants", mutations=mutations), out)
    text = out.getvalue()
    assert "not noticed  f.py:1  two.f: x" in text
    assert "there is no such mutant: one: f: y" in text
    assert "mutants 2 of 4 are noticed, and 1 listed with a reason: 50.0 %" in text
    assert text.endswith("the model violates\n")


def test_the_command_line_knows_every_kind() -> None:
    assert list(MISTAKES) == [kind.value for kind in Mistake]


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (["--kind", "flip"], "add --mutants"),
        (["--mutants", "--law", "P7"], "about whole systems"),
        (["--mutants", "grow"], "about whole systems"),
        (["--mutants", "--kind", "typo"], "typo"),
        (["--mutants", "--system", "lifecycles"], "there is no system"),
    ],
)
def test_what_cannot_be_asked_of_mutants_is_a_usage_error(asked: list[str], said: str) -> None:
    found = CliRunner().invoke(cli, ["prove", *asked])
    assert found.exit_code == 2
    assert said in found.output
