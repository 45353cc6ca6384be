"""Runs to what must be possible are kept and gone again; one that no longer goes is no witness."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from tenure.model import kept, witness
from tenure.model.language import require
from tenure.model.sorts import Request
from tenure.model.system import SYSTEMS, System
from tenure.model.trace import Call

from . import toy

TOY = SYSTEMS["toy"]
FILE = "witnesses-toy"


def with_event(name: str, body: Callable[..., None]) -> System:
    return replace(TOY, events={**TOY.events, name: replace(TOY.events[name], body=body)})


def no_search(*_: Any) -> Any:
    pytest.fail("what is kept was searched for again")


def test_runs_that_still_go_are_not_searched_for_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert witness.without_witness(TOY, tmp_path) == []
    assert kept.read(tmp_path, FILE)
    monkeypatch.setattr(witness, "runs_to", no_search)
    assert witness.without_witness(TOY, tmp_path) == []


def test_what_has_become_impossible_is_told_although_a_run_to_it_is_kept(tmp_path: Path) -> None:
    def take(w: toy.Toy, r: Request, p: toy.Page) -> None:
        require(w.live[r] == 0 and w.holds[r, p] == 1, "it holds pages before it starts")
        w.refs[p] = 0

    assert witness.without_witness(TOY, tmp_path) == []
    said = witness.without_witness(with_event("take", take), tmp_path)
    assert any("no run from the initial state reaches take" in each for each in said)


def test_a_longer_way_round_is_found_where_the_kept_run_no_longer_goes() -> None:
    def take(w: toy.Toy, r: Request, p: toy.Page) -> None:
        require(w.live[r] and w.refs[p] == 0 and (p == toy.FIRST or w.refs[toy.FIRST] != 0), "it is the next")
        w.holds[r, p] = 1
        w.refs[p] = w.refs[p] + 1

    start, first, second = Call("start", (0,), "toy"), Call("take", (0, 0), "toy"), Call("take", (0, 1), "toy")
    changed = with_event("take", take)
    known = witness.witnesses(["take"], changed, tried=[(start, second)])
    assert known == {"take": (start, first)}
    assert witness.witnesses(["take"], changed, tried=[(start, first, second)]) == {"take": (start, first)}


@pytest.mark.parametrize(
    "text",
    [
        "{",
        '["start"]',
        '[[["start", 3]]]',
        "7",
        '[[["nothing", [0]]]]',
        '[[["start", [-1]]]]',
        '[[["start", []]]]',
        '[[["take", [0, 1]]]]',
    ],
)
def test_a_kept_run_that_is_none_is_not_gone(tmp_path: Path, text: str) -> None:
    kept.write(tmp_path, FILE, text)
    never = with_event("start", lambda w, r: require(w.live[r] == 1, "never"))
    told = witness.without_witness(never, tmp_path)
    assert any("reaches start" in each for each in told)
    assert any("reaches take" in each for each in told)
    kept.write(tmp_path, FILE, text)
    assert witness.without_witness(TOY, tmp_path) == []


def test_a_damaged_file_and_a_folder_that_cannot_be_written_are_as_good_as_none(tmp_path: Path) -> None:
    kept.write(tmp_path, FILE, "[]")
    (tmp_path / FILE).write_text("something\n[]", encoding="utf-8")
    assert kept.read(tmp_path, FILE) is None
    assert kept.read(tmp_path, "absent") is None
    in_the_way = tmp_path / "file"
    in_the_way.write_text("", encoding="utf-8")
    assert witness.without_witness(TOY, in_the_way) == []
