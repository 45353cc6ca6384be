"""The table of a proof explains what stands in it and is no event."""

import io

import pytest

from tenure.conformance.record import Proof, ProvedEvent, report
from tenure.conformance.report import console
from tenure.conformance.verdict import Result

MUST = "each thing that must be possible"
RANKING = "drain_ends: an amount that certain events only lessen, so that they come to an end"


def printed(*events: str) -> str:
    rows = tuple(
        ProvedEvent(event=name, paths=1, refusing_paths=0, answers={"proved": 1}, seconds=0.0) for name in events
    )
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


def test_a_table_of_events_needs_no_explanation() -> None:
    assert ": " not in printed("launch").split("proof ")[0]
