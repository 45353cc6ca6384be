"""Attacks on what counts as possible, and on where the text of a function is read."""

import importlib.util
import pathlib
import sys
from collections.abc import Iterator
from dataclasses import replace
from types import ModuleType
from typing import Any

import pytest

from tenure.model import witness
from tenure.model.language import Law, ModelError, require, sometimes
from tenure.model.obligation import Answer
from tenure.model.prove import Prover
from tenure.model.sorts import Request
from tenure.model.sources import text_of
from tenure.model.syntax import ForbiddenSyntax, check_body
from tenure.model.system import SYSTEMS

from . import toy
from .attacked import Counted, event_of, law_of
from .toy import Toy

TOY = SYSTEMS["toy"]


def with_possible(body: Any, *params: tuple[str, Any]) -> list[str]:
    law = Law("W", "odd", params, body, toy.Toy)
    return witness.without_witness(replace(TOY, sometimes={**TOY.sometimes, "odd": law}))


def test_what_is_possible_is_not_called_like_an_event() -> None:
    """One run to the event would otherwise be taken for a run to the other."""

    def start(w: Toy, r: Request) -> bool:
        """Something that cannot be."""
        return w.live[r] == 7

    with pytest.raises(ModelError, match="another name"):
        sometimes(start)


def test_a_forgotten_index_is_told() -> None:
    def all_live(w: toy.Toy) -> bool:
        return bool(w.live)

    with pytest.raises(TypeError):
        with_possible(all_live)


def test_a_guard_in_what_is_possible_is_told_and_hides_no_run() -> None:
    def guarded(w: toy.Toy, r: Request) -> bool:
        require(w.live[r] == 1, "it lives")
        return True

    with pytest.raises(ModelError, match="guard"):
        with_possible(guarded, ("r", Request))


def test_a_key_that_the_instance_does_not_have_hides_no_run() -> None:
    def beyond(w: Any, r: Request) -> bool:
        return bool(w.live[r + 1] == 1)

    assert with_possible(beyond, ("r", Request)) == []


def test_a_law_about_capacities_after_a_step_says_nothing() -> None:
    def stays(before: Counted, after: Counted, r: Request) -> bool:
        return before.bound + before.flag[r] == after.bound + before.flag[r]

    def moves(before: Counted, after: Counted, r: Request) -> bool:
        return before.amount[r] <= after.amount[r]

    problems = Prover([law_of(stays, step=True), law_of(moves, step=True)]).unbreakable()
    assert [problem for problem in problems if "stays" in problem]
    assert not [problem for problem in problems if "moves" in problem]


def test_a_refusal_that_no_state_comes_to_changes_nothing_however_its_guard_is_written() -> None:
    def late(w: Counted, r: Request) -> None:
        require(w.number == 1, "one")
        w.amount[r] = w.amount[r] + 1
        require(not w.number > 1, "never more")

    def really(w: Counted, r: Request) -> None:
        w.amount[r] = w.amount[r] + 1
        require(not w.number > 1, "sometimes more")

    worst = {}
    for body in (late, really):
        found = Prover([law_of(lambda w, r: w.flag[r] <= 1)]).event(event_of(body)).obligations
        worst[body.__name__] = {each.answer for each in found if each.law_id == "K9"}
    assert Answer.REFUTED not in worst["late"]
    assert Answer.REFUTED in worst["really"]


TWO = """
from tenure.model.sorts import Request
{imported}

def last(w, r):
    settle(w, r)

def offload(w, r):
    once(w, r)
    moved(w, r)
    last(w, r)
"""


def module(folder: pathlib.Path, name: str, text: str) -> ModuleType:
    path = folder / f"{name}.py"
    path.write_text(text, encoding="utf-8")
    spec = importlib.util.spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    made = importlib.util.module_from_spec(spec)
    sys.modules[name] = made
    spec.loader.exec_module(made)
    return made


@pytest.fixture
def forgotten() -> Iterator[None]:
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        del sys.modules[name]


@pytest.mark.usefixtures("forgotten")
def test_which_of_two_helpers_of_one_name_is_called_is_part_of_the_text(tmp_path: pathlib.Path) -> None:
    module(tmp_path, "down_here", "def settle(w, r):\n    w.below[r] = w.held[r]\n")
    module(tmp_path, "up_here", "def settle(w, r):\n    w.below[r] = w.held[r] + 1\n")
    both = "from down_here import settle as moved\nfrom up_here import settle as once\n"
    texts = {
        text_of(module(tmp_path, f"two_{name}", TWO.format(imported=f"{both}from {name} import settle")).offload)
        for name in ("down_here", "up_here")
    }
    assert len(texts) == 2


@pytest.mark.usefixtures("forgotten")
@pytest.mark.parametrize(
    ("text", "said"),
    [
        (
            (
                "def remember(size):\n    return lambda function: function\n\n"
                "@remember(extra := lambda w: 0)\ndef odd(w, r):\n    w.number = 0\n"
            ),
            "first line",
        ),
        ("if True:\n    def extra(w, r):\n        w.number = 0\n# at the edge\n        w.number = 1\n", "left edge"),
    ],
)
def test_text_that_is_of_another_function_or_cannot_be_read_is_refused(
    tmp_path: pathlib.Path, text: str, said: str
) -> None:
    made = module(tmp_path, "odd_text", text)
    with pytest.raises(ForbiddenSyntax, match=said):
        check_body(made.extra, returns=False)
