"""The table of a proof explains what stands in it and is no event."""

import io

import pytest

from tenure.conformance.laws import Citation
from tenure.conformance.record import Proof, ProvedEvent, Refuted, report
from tenure.conformance.report import console
from tenure.conformance.verdict import Result

MUST = "each thing that must be possible"
RANKING = "drain_ends: an amount that certain events only lessen, so that they come to an end"


def printed(*events: str) -> str:
    rows = tuple(rowed(name) for name in events)
    out = io.StringIO()
    console.render(report("prove", proof=Proof(result=Result.CONFORMS, scope="lifecycle", events=rows)), out)
    return out.getvalue()


@pytest.mark.parametrize(
    ("events", "said"),
    [
        (["initially", "launch"], "initially: every law holds at the start\n"),
        (
            ["initially", "drain_ends", "possible"],
            f"initially: every law holds at the start; possible: some run reaches each event, and {MUST}; {RANKING}\n",
        ),
    ],
)
def test_what_is_no_event_is_explained_in_one_line_under_the_table(events: list[str], said: str) -> None:
    lines = printed(*events).splitlines(keepends=True)
    assert said in lines
    assert lines.index(said) == len(events) + 1


@pytest.mark.parametrize(
    ("row", "said"),
    [
        (
            ProvedEvent(event="possible", paths=0, refusing_paths=0, answers={}, problems=("never",), seconds=0.0),
            "possible: not everything that must be possible was reached, see below\n",
        ),
        (
            ProvedEvent(event="initially", paths=1, refusing_paths=0, answers={"refuted": 1}, seconds=0.0),
            "initially: not every law holds at the start, see below\n",
        ),
        (
            ProvedEvent(event="drain_ends", paths=1, refusing_paths=0, answers={"unknown": 1}, seconds=0.0),
            "drain_ends: it is not shown to lessen, see below\n",
        ),
    ],
)
def test_what_is_not_shown_is_not_said_to_be(row: ProvedEvent, said: str) -> None:
    out = io.StringIO()
    proof = Proof(result=Result.VIOLATES, events=(row, rowed("launch")), problems=row.problems)
    console.render(report("prove", proof=proof), out)
    assert said in out.getvalue().splitlines(keepends=True)


def rowed(event: str) -> ProvedEvent:
    return ProvedEvent(event=event, paths=1, refusing_paths=0, answers={"proved": 1}, seconds=0.0)


def test_a_table_of_events_needs_no_explanation() -> None:
    assert ": " not in printed("launch").split("proof ")[0]


def test_that_nothing_has_changed_is_said_in_a_line() -> None:
    assert printed() == (
        "proof   nothing has changed since it was proved\n\nthe model, as far as lifecycle goes, conforms\n"
    )


@pytest.mark.parametrize(
    ("problems", "result", "found"),
    [
        ((), Result.CONFORMS, "is still possible"),
        (("a.py:1: no run reaches it",), Result.UNKNOWN, "was not found again"),
    ],
)
def test_that_only_what_is_possible_was_looked_at_is_said_in_a_line(
    problems: tuple[str, ...], result: Result, found: str
) -> None:
    row = ProvedEvent(event="possible", paths=0, refusing_paths=0, answers={}, seconds=0.0, system="prefix")
    out = io.StringIO()
    proof = Proof(result=result, events=(row,), problems=problems)
    console.render(report("prove", proof=proof), out)
    assert f"proof   prefix: what must be possible {found}; no obligation has changed\n" in out.getvalue()


def refuted(*shown: str) -> Refuted:
    law = Citation("P7", "a_law", "A law.", "model/laws/adapters.py:1")
    return Refuted(event="suspend", event_where="model/events/suspension.py:1", law=law, answer="refuted", shown=shown)


@pytest.mark.parametrize(
    ("every", "said"),
    [
        ((refuted("a run"), refuted("a run")), ""),
        (
            (refuted("a run"), refuted(), refuted()),
            (
                "for the last 2 of these no counterexample was looked for, to save time; "
                "to see one for the first of them, ask for it alone: --event suspend --law P7\n"
            ),
        ),
    ],
)
def test_where_no_counterexample_was_looked_for_it_is_said_how_to_get_one(
    every: tuple[Refuted, ...], said: str
) -> None:
    row = ProvedEvent(event="suspend", paths=1, refusing_paths=0, answers={"refuted": 3}, seconds=0.0)
    out = io.StringIO()
    console.render(report("prove", proof=Proof(result=Result.VIOLATES, events=(row,), refuted=every)), out)
    lines = [line for line in out.getvalue().splitlines(keepends=True) if "looked for" in line]
    assert "".join(lines) == said
