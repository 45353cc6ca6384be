"""What is said of what is refuted: each law once before any twice, and what it means that nothing is shown."""

import pytest

from tenure.conformance.counterexamples import SECONDS, TO_THE_END, explained
from tenure.model.lifecycle import LAWS
from tenure.model.obligation import INITIALLY, Answer, Obligation

from .test_proving import RUN, STEPPED, counterexample

KEY = "keys_are_things[event!r +\n   -1]"


def refuted(event: str, law: str) -> Obligation:
    law_id = LAWS[law].id if law in LAWS else "X"
    return Obligation(event, 1, law_id, law, Answer.REFUTED, system="lifecycle", branches=("some other path",))


def test_each_law_is_explained_once_before_any_is_again_as_long_as_there_is_time(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    spent = 0.0

    patient = []

    def explain(*given: object) -> object:
        nonlocal spent
        more = given[-1]
        assert callable(more)
        spent += 2 * SECONDS / 3
        patient.append(more())
        return counterexample(reachable=True)

    monkeypatch.setattr("tenure.conformance.counterexamples.TO_THE_END", 1)
    monkeypatch.setattr("tenure.model.counterexample.explain", explain)
    failed = [refuted("launch", RUN), refuted("suspend", RUN), refuted("launch", STEPPED), refuted(INITIALLY, STEPPED)]
    found = [(each.event, each.law.name, bool(each.shown)) for each in explained(failed, "", lambda: spent)]
    assert found == [
        ("launch", RUN, True),
        ("launch", STEPPED, True),
        ("suspend", RUN, False),
        (INITIALLY, STEPPED, True),
    ]
    assert patient == [True, False]


def test_the_first_of_them_are_looked_for_however_long_it_takes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tenure.conformance.counterexamples.SECONDS", 0)
    monkeypatch.setattr("tenure.model.counterexample.explain", lambda *_: counterexample(reachable=True))
    failed = [refuted(event, RUN) for event in ("launch", "suspend", "resume", "abort", "load")]
    assert [bool(each.shown) for each in explained(failed, "")] == [True] * TO_THE_END + [False] * 2


def test_the_branches_that_are_shown_with_a_run_are_those_of_the_run(monkeypatch: pytest.MonkeyPatch) -> None:
    failed = [refuted("launch", RUN)]
    monkeypatch.setattr("tenure.model.counterexample.explain", lambda *_: counterexample(reachable=True))
    assert [each.branches for each in explained(failed, "")] == [("a branch of the run",)]
    monkeypatch.setattr("tenure.model.counterexample.explain", lambda *_: None)
    assert [each.branches for each in explained(failed, "")] == [("some other path",)]


@pytest.mark.parametrize(
    ("event", "law", "said"),
    [
        ("launch", RUN, "neither a short run nor a step with up to 3 requests breaks it"),
        ("launch", "event_changes_something", "no short run shows it, but no guard and no law rules it out"),
        ("launch", "refusal_changes_nothing", "no short run shows it, but "),
        ("launch", KEY, "the key r + -1 may be negative, which is nothing"),
        (INITIALLY, KEY, "the key r + -1 may be negative, which is nothing"),
        (INITIALLY, RUN, "it does not hold at the start"),
        ("abort", "drain_ends[down]", "it is a part of a ranking"),
        (INITIALLY, "drain_ends[not stuck]", "it is a part of a ranking"),
    ],
)
def test_where_no_counterexample_is_found_it_is_said_what_that_means(
    event: str, law: str, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tenure.model.counterexample.explain", lambda *_: None)
    ((shown,),) = [each.shown for each in explained([refuted(event, law)], "")]
    assert shown.startswith(said)


def test_a_key_is_named_as_it_is_written() -> None:
    assert [each.law.name for each in explained([refuted("launch", KEY)], "")] == ["keys_are_things[r + -1]"]
