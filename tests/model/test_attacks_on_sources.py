"""A proof is kept under all that it depends on, by whatever name that is imported, and under nothing else."""

import importlib
import pathlib
import sys
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

from tenure.model import proof
from tenure.model.cache import ProofCache
from tenure.model.events import parts
from tenure.model.language import ModelError, event
from tenure.model.lifecycle import LIFECYCLE
from tenure.model.obligation import EventReport
from tenure.model.proof import Task, prove_all, prove_task
from tenure.model.sorts import Request
from tenure.model.sources import text_of
from tenure.model.state import World
from tenure.model.syntax import ForbiddenSyntax

MODULES = {
    "named_limits": "MOST = 3\nLEAST = 1\n",
    "named_kinds": "from enum import IntEnum\nclass Kind(IntEnum):\n    FULL = 1\n    BASE = 2\n",
    "named_deeper": "from named_limits import LEAST as FLOOR\ndef lowest(w):\n    w.number = FLOOR\n",
    "named_helpers": (
        "from named_deeper import lowest as down\n"
        "def grow(w):\n    w.number = w.number + 1\n    down(w)\n"
        "def shrink(w):\n    w.number = w.number - 1\n"
    ),
    "named_events": (
        "from named_helpers import grow as go\n"
        "from named_kinds import Kind as Of\n"
        "from named_limits import MOST as TOP\n"
        "def step(w):\n    go(w)\n    w.number = TOP + Of.FULL\n"
    ),
}
"""An event whose parts are all imported under other names."""

PAUSE = Task("lifecycle", "pause")


@pytest.fixture
def said(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., str]]:
    """Give what writes the modules, with something changed in one of them, and returns all that the event says."""
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.syspath_prepend(str(tmp_path))

    def written(module: str = "", old: str = "", new: str = "") -> str:
        for name, text in MODULES.items():
            sys.modules.pop(name, None)
            changed = text.replace(old, new) if name == module else text
            (tmp_path / f"{name}.py").write_text(changed, encoding="utf-8")
        importlib.invalidate_caches()
        return text_of(importlib.import_module("named_events").step)

    yield written
    for name in MODULES:
        sys.modules.pop(name, None)


@pytest.mark.parametrize(
    ("module", "old", "new"),
    [
        ("named_limits", "MOST = 3", "MOST = 4"),
        ("named_limits", "LEAST = 1", "LEAST = 2"),
        ("named_kinds", "FULL = 1", "FULL = 3"),
        ("named_helpers", "w.number + 1", "w.number + 2"),
        ("named_deeper", "w.number = FLOOR", "w.number = FLOOR + 1"),
        ("named_events", "import grow as go", "import shrink as go"),
        ("named_events", "import MOST as TOP", "import LEAST as TOP"),
    ],
)
def test_what_is_imported_under_another_name_is_part_of_what_is_said(
    said: Callable[..., str], module: str, old: str, new: str
) -> None:
    before = said()
    assert said() == before
    assert said(module, old, new) != before


def test_a_helper_is_not_called_through_its_module() -> None:
    def through_a_module(w: World, r: Request) -> None:
        """Call what the name does not show."""
        parts.leave_seat(w, r)

    with pytest.raises(ForbiddenSyntax, match=r"parts\.leave_seat"):
        event(through_a_module)


def test_a_proof_of_other_sources_than_it_is_named_after_is_not_kept(
    tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A process that was started after an edit proves what is there now, not what the proof was to be named after."""

    def edited(task: Task, *given: Any) -> EventReport:
        return replace(prove_task(task, *given), source="another source")

    cache = ProofCache(tmp_path)
    with monkeypatch.context() as patched:
        patched.setattr(proof, "prove_task", edited)
        with pytest.raises(ModelError, match="were changed while"):
            prove_all([PAUSE], jobs=1, cache=cache)
    assert not prove_all([PAUSE], jobs=1, cache=cache).events[0].cached


def test_an_edit_during_a_proof_is_proved_again(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The name is taken before the proof, so that what comes after it cannot be what was proved."""
    plain = LIFECYCLE.fixed

    def edits(task: Task, *given: Any) -> EventReport:
        report = prove_task(task, *given)
        monkeypatch.setattr(LIFECYCLE, "fixed", {"max_batch": 1})
        return report

    monkeypatch.setattr(proof, "prove_task", edits)
    cache = ProofCache(tmp_path)
    assert prove_all([PAUSE], jobs=1, cache=cache).proved
    assert not prove_all([PAUSE], jobs=1, cache=cache).events[0].cached
    monkeypatch.setattr(LIFECYCLE, "fixed", plain)
    assert prove_all([PAUSE], jobs=1, cache=cache).events[0].cached
