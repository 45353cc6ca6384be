"""A law that none of the chosen events is asked for is said to be elsewhere; no proof of nothing conforms."""

import pytest
from click.testing import CliRunner

from tenure.conformance.asked import Asked
from tenure.conformance.cli import cli
from tenure.conformance.contract import contracts
from tenure.model.rules import RULES

PROVED = [(contract.model, entry.id) for contract in contracts() for entry in contract.law if entry.held == "proved"]


@pytest.mark.parametrize(
    ("asked", "where", "instead"),
    [
        (Asked(events=("suspend",), systems=("lifecycle",), laws=("G12",)), "a law of slots", "--system slots"),
        (Asked(events=("launch",), systems=("scheduler",), laws=("P7",)), "a law of lifecycle", "--system lifecycle"),
        (Asked(events=("load",), laws=("D2",)), "a ranking of lifecycle", "--system lifecycle --event abort"),
        (Asked(events=("load",), laws=("drain_ends",)), "a ranking of lifecycle (of its abort", "--event abort"),
        (Asked(systems=("reuse",), laws=("P7",)), "a law of lifecycle", "--system lifecycle --law P7"),
        (Asked(events=("create",), laws=("D13",)), "a ranking of pages", "--system pages --event"),
        (Asked(variant="raw-keys", laws=("P7",)), "a law of lifecycle", "--system lifecycle --law P7"),
        (Asked(events=("load",), laws=("P3", "D2")), "D2 is a ranking", "--law D2"),
    ],
)
def test_a_law_that_nothing_chosen_is_asked_for_is_refused_with_where_it_is(
    asked: Asked, where: str, instead: str
) -> None:
    said = asked.wrong()
    assert said is not None
    assert where in said
    assert instead in said


@pytest.mark.parametrize("words", [["--event", "load", "--law", "D2"], ["--system", "reuse", "--law", "P7"]])
def test_the_command_ends_before_anything_is_proved(words: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def prove(*_: object, **__: object) -> None:
        raise AssertionError

    monkeypatch.setattr("tenure.conformance.proving.run_proof", prove)
    assert CliRunner().invoke(cli, ["prove", *words]).exit_code == 2


def test_what_is_to_be_asked_instead_can_be_asked() -> None:
    said = Asked(events=("launch",), systems=("scheduler",), laws=("P7",)).wrong() or ""
    assert "`tenure prove --system lifecycle --event launch --law P7`" in said
    assert Asked(systems=("lifecycle",), events=("launch",), laws=("P7",)).wrong() is None


@pytest.mark.parametrize("name", [name for rule in RULES for name in (rule.id, rule.name)])
def test_a_rule_is_asked_of_every_event_whatever_law_has_its_id(name: str) -> None:
    assert Asked(systems=("buffers",), events=("shrink",), laws=(name,)).wrong() is None


def test_a_law_of_one_event_is_asked_of_that_event_only() -> None:
    alone = Asked(systems=("adapters",), events=("launch",), laws=("resumed_request_is_chosen",)).wrong() or ""
    assert "a law of adapters (of its resume)" in alone
    assert Asked(systems=("adapters",), events=("resume",), laws=("resumed_request_is_chosen",)).wrong() is None


@pytest.mark.parametrize(("system", "law"), PROVED)
def test_the_command_that_is_said_to_prove_a_law_asks_for_it(system: str, law: str) -> None:
    assert Asked(systems=(system,) if system else (), laws=(law,)).wrong() is None


def test_ranges_are_asked_for_by_the_name_of_their_rule() -> None:
    """The obligations of the rule are named `range[cell]`."""
    assert Asked(laws=("values_stay_in_range", "P7")).goals == {"range", "P7"}


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (Asked(laws=("NOPE",)), "there is no law 'NOPE'; `tenure list laws` names them all"),
        (Asked(events=("zzz",)), "there is no event 'zzz'; `tenure list events` names them all"),
        (Asked(laws=("P77",)), "there is no law 'P77'; the nearest: P7"),
        (Asked(variant="zz"), "there is no variant 'zz'; there are raw-keys"),
    ],
)
def test_a_name_that_there_is_not_is_told_in_a_short_sentence(asked: Asked, said: str) -> None:
    assert asked.wrong() == said
