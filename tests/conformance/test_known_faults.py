"""What became of known faults: a line or a row for each, and a last line that says what was judged."""

import io

import click
import pytest

from tenure.conformance.record import Caught, report
from tenure.conformance.report import console
from tenure.conformance.report.known_faults import said_of


class Terminal(io.StringIO):
    """What says of itself that a person looks at it."""

    def isatty(self) -> bool:
        return True


def fault(name: str, part: str = "", result: str = "caught", seeds: int = 1) -> Caught:
    return Caught(
        fault=name, id="F-1", summary="", expected=("L1",), result=result, note="9 runs", part=part, seeds=seeds
    )


def shown(*caught: Caught, asked: tuple[str, ...] = (), out: io.StringIO | None = None) -> list[str]:
    page = out or io.StringIO()
    console.render(report("faults", engine="torch", faults=asked, caught=caught), page)
    return click.unstyle(page.getvalue()).splitlines()


@pytest.mark.parametrize(
    ("caught", "asked", "last"),
    [
        ((fault("a", "peft"), fault("b", "peft")), (), "all 2 known faults of peft are caught"),
        ((fault("a", seeds=3), fault("b", seeds=3)), (), "all 2 known faults of torch are caught on 3 seeds"),
        ((fault("a"), fault("b", "peft")), (), "all 2 known faults of torch and its parts are caught"),
        ((fault("a", "peft"), fault("b", "pages")), ("a", "b"), "all 2 faults asked for of peft, pages are caught"),
        ((fault("a", "peft"),), ("a",), "the known fault a of peft is caught"),
        ((fault("a", "peft", "missed"),), ("a",), "the known fault a of peft is not caught"),
        (
            (fault("a", "peft"), fault("b", "peft", "missed"), fault("c", "peft", "by luck")),
            (),
            "1 of 3 known faults of peft are caught; not caught: b, c",
        ),
    ],
)
def test_the_last_line_says_what_was_judged(caught: tuple[Caught, ...], asked: tuple[str, ...], last: str) -> None:
    assert shown(*caught, asked=asked)[-1] == last


def test_a_person_sees_a_table_and_why_a_fault_is_not_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "120")
    monkeypatch.setenv("TERM", "xterm")
    found = (fault("a", "peft"), fault("b", "peft", "missed"))
    head, *rows = [line.split() for line in shown(*found, out=Terminal())[1:5]]
    assert head == ["part", "id", "fault", "law", "by", "events", "seeds", "seconds"]
    assert [row[:3] for row in rows[:2]] == [["peft", "F-1", "a"], ["peft", "F-1", "b"]]
    assert " ".join(rows[2]) == "b: missed: 9 runs; it must break L1"
    assert "seconds" not in " ".join(shown(*found))


def test_a_fault_is_told_in_a_line_when_it_is_judged() -> None:
    assert said_of(fault("b", "peft", "missed")) == "peft b: missed: 9 runs; it must break L1"
