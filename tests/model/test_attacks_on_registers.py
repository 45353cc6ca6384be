"""Attacks on what is registered, kept and named: each is refused, or proved again."""

import importlib
import json
import pathlib
import sys
from typing import Any

import pytest

from tenure.model.cache import ProofCache, name_of
from tenure.model.fields import Field, Schema, field, scalar
from tenure.model.formula import paths
from tenure.model.language import ModelError, event, require
from tenure.model.lifecycle import LIFECYCLE
from tenure.model.proof import Task, prove_all
from tenure.model.sorts import Flag, Request
from tenure.model.sources import digest, text_of
from tenure.model.state import World
from tenure.model.syntax import ForbiddenSyntax, check_body
from tenure.model.system import complete, system_of

from .attacked import Counted, event_of


def test_an_edit_before_the_proof_is_named_is_not_named_after_the_edit(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was imported runs; the file may say something else by the time the proof is named."""
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.syspath_prepend(str(tmp_path))
    file = tmp_path / "edited_early.py"
    file.write_text("def step(w):\n    w.number = 0\n", encoding="utf-8")
    ran = importlib.import_module("edited_early").step
    file.write_text("def step(w):\n    w.number = 12\n", encoding="utf-8")
    said = text_of(ran)
    monkeypatch.delitem(sys.modules, "edited_early")
    importlib.invalidate_caches()
    assert text_of(importlib.import_module("edited_early").step) != said


class Memory:
    seen = 0

    def __getitem__(self, key: int) -> int:
        self.seen += 1
        return self.seen % 2

    def sneaks(self, w: Counted, r: Request) -> None:
        """Change the number every other time."""
        require(not w.flag[r], "it has no flag")
        w.flag[r] = 1
        if self[0]:
            w.number = w.number + 1


def test_a_method_of_something_that_remembers_is_refused() -> None:
    with pytest.raises(ForbiddenSyntax, match="plain function"):
        event(Memory().sneaks)


def test_a_state_does_not_join_the_system_of_another() -> None:
    """It may lack the tally that a law of that system reads, which is then "untouched" by a write to what it counts."""

    class Uncounted(Schema, system="counted"):
        flag: Field[Request, int] = field((Request,), Flag, "the flag, without the tally that counts it")

    class Inherited(Counted):
        more: int = scalar(int, "one more number")

    system_of(Counted)
    for schema in (Uncounted, Inherited):
        with pytest.raises((ModelError, ValueError), match="counted"):
            system_of(schema)


class Sly(int):
    def __eq__(self, other: object) -> bool:
        return True

    __hash__ = int.__hash__


SLY = Sly(0)


def test_a_number_that_compares_in_its_own_way_is_refused() -> None:
    def slyly(w: Counted, r: Request) -> None:
        require(w.number == SLY, "zero for the proof, anything for Python")
        w.amount[r] = w.amount[r] + 1

    with pytest.raises(ForbiddenSyntax, match="SLY"):
        check_body(slyly, returns=False)


def test_a_row_is_added_only_to_a_map_over_the_same_sort() -> None:
    def adds(w: Counted, r: Request) -> None:
        w.marks.add(w.follows, r)

    with pytest.raises(TypeError, match="do not hold the same sort"):
        paths(event_of(adds))


@pytest.mark.parametrize("damage", [{"obligations": []}, {"event": "launch"}])
def test_a_kept_proof_of_nothing_or_of_another_event_is_done_again(
    tmp_path: pathlib.Path, damage: dict[str, Any]
) -> None:
    cache, task = ProofCache(tmp_path), Task("lifecycle", "pause")
    prove_all([task], jobs=1, cache=cache)
    file = tmp_path / name_of(LIFECYCLE, "pause")
    _, kept = file.read_text(encoding="utf-8").split("\n", maxsplit=1)
    text = json.dumps({**json.loads(kept), **damage})
    file.write_text(f"{digest([text])}\n{text}", encoding="utf-8")
    assert not prove_all([task], jobs=1, cache=cache).events[0].cached


def test_a_question_about_a_law_that_is_asked_of_no_event_named_is_not_answered_with_proved() -> None:
    report = prove_all([Task("lifecycle", "pause")], laws=frozenset({"exactly_the_accepted_is_kept"}), jobs=1)
    assert report.obligations == []
    assert not report.proved


def test_a_system_is_not_completed_twice() -> None:
    with pytest.raises(ValueError, match="complete"):
        complete(World, small=LIFECYCLE.instance, fixed={"host_size": 0})
    assert LIFECYCLE.fixed == {}


def test_a_tuple_is_no_guard() -> None:
    def paired(w: Counted, r: Request) -> None:
        require((w.flag[r] == 1, w.number == 0), "a pair, which is always true")
        w.amount[r] = w.amount[r] + 1

    with pytest.raises(ForbiddenSyntax, match="tuple"):
        check_body(paired, returns=False)


@pytest.mark.parametrize("name", ["flag.TARGET", "flag'", "flag!"])
def test_a_field_has_a_name_of_its_own(name: str) -> None:
    with pytest.raises(TypeError, match="no name"):
        type("Odd", (Schema,), {name: scalar(int, "what is called like a part of another")}, system="odd")
