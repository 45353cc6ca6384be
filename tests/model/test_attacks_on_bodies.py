"""A body holds nothing that a proof would have to guess at: no second thread of control, no memory of its own."""

import importlib
import pathlib
import sys

import pytest

from tenure.model.language import ModelError
from tenure.model.syntax import ForbiddenSyntax

BEGIN = """
from tenure.model.language import event, helper, law, require
from tenure.model.sorts import Request
from tests_attacked import Counted
MEMORY = {}
"""

BODIES = {
    "a caught refusal": "try:\n    require(w.flag[r], 'flagged')\nexcept Exception:\n    pass\n",
    "a final word": "try:\n    require(w.flag[r], 'flagged')\nfinally:\n    w.number = 1\n",
    "a context": "with open('x'):\n    w.number = 1\n",
    "a match": "match w.number:\n    case 0:\n        w.number = 1\n",
    "a walrus": "require((n := w.number) < 3, 'few')\nw.number = n + 1\n",
    "a comprehension": "w.number = [w.flag[s] for s in (r,)][0]\n",
    "a set": "w.number = {1, 2}.pop()\n",
    "a lambda": "w.number = (lambda: 1)()\n",
    "a function within": "def inner():\n    w.number = 1\ninner()\n",
    "a global": "global MEMORY\nw.number = 1\n",
    "memory": "w.number = MEMORY[0]\n",
    "an assertion": "assert w.flag[r]\nw.number = 1\n",
    "a raise": "raise ValueError\n",
    "a deletion": "del w.number\n",
    "an identity": "require(w.flag[r] is 1, 'flagged')\nw.number = 1\n",
    "a slice": "w.number = w.flag[r:r]\n",
    "a formatted text": "w.number = f'{r}'\n",
    "a world by another name": "v = w\nv.number = 1\n",
    "a map by another name": "m = w.flag\nm[r] = 1\n",
    "two targets": "w.number = w.amount[r] = 1\n",
    "a part of a value": "w.number = w.flag[r].term\n",
    "a product": "w.number = w.number * w.number\n",
    "itself": "body(w, r)\n",
    "another event": "other(w, r)\n",
    "an eval": "eval('w')\n",
    "an import": "import os\nw.number = 1\n",
}


def indented(text: str) -> str:
    return "".join(f"    {line}\n" for line in text.splitlines())


@pytest.fixture
def written(tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch) -> pathlib.Path:
    """Return a module that need only be filled: what it imports is there, and it is forgotten afterwards."""
    from . import attacked

    monkeypatch.setitem(sys.modules, "tests_attacked", attacked)
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    monkeypatch.syspath_prepend(str(tmp_path))
    monkeypatch.delitem(sys.modules, "attacking", raising=False)
    return tmp_path / "attacking.py"


@pytest.mark.filterwarnings("ignore::SyntaxWarning")
@pytest.mark.parametrize("text", BODIES.values(), ids=BODIES)
def test_a_body_that_could_do_something_unseen_is_refused(written: pathlib.Path, text: str) -> None:
    lines = 'def other(w, r):\n    w.number = 1\n\n@event\ndef body(w: Counted, r: Request) -> None:\n    """Do."""\n'
    written.write_text(f"{BEGIN}\n{lines}{indented(text)}", encoding="utf-8")
    with pytest.raises(ForbiddenSyntax, match=r"attacking\.py:\d+: body contains"):
        importlib.import_module("attacking")


@pytest.mark.parametrize(
    "signature",
    [
        "w: Counted, r: Request = Request(1)",
        "w: Counted, *r: Request",
        "w: Counted, *, r: Request",
        "w: Counted, **r: Request",
    ],
)
def test_an_argument_that_need_not_be_given_is_refused(written: pathlib.Path, signature: str) -> None:
    written.write_text(f'{BEGIN}\n@event\ndef body({signature}) -> None:\n    """Do."""\n    w.number = 1\n')
    with pytest.raises(ForbiddenSyntax, match="default, or one that is not named"):
        importlib.import_module("attacking")


@pytest.mark.parametrize("kind", ["async def body(w: Counted, r: Request)", "body = lambda w, r"])
def test_only_a_plain_function_is_an_event(written: pathlib.Path, kind: str) -> None:
    if kind.startswith("async"):
        written.write_text(f'{BEGIN}\n@event\n{kind} -> None:\n    """Do."""\n    w.number = 1\n')
    else:
        written.write_text(f"{BEGIN}\n{kind}: None\nevent(body)\n")
    with pytest.raises(ForbiddenSyntax, match="other than a plain function"):
        importlib.import_module("attacking")


def test_a_function_around_another_is_refused(written: pathlib.Path) -> None:
    """What would be read is the function within, and not what is run."""
    written.write_text(
        f"{BEGIN}\nfrom functools import wraps\n"
        "def twice(function):\n    @wraps(function)\n    def inner(w: Counted, r: Request):\n"
        "        function(w, r)\n        function(w, r)\n    return inner\n"
        'def body(w: Counted, r: Request) -> None:\n    """Do."""\n    w.number = 1\n'
        "event(twice(body))\n"
    )
    with pytest.raises(ForbiddenSyntax, match="a function around it"):
        importlib.import_module("attacking")


def test_what_is_registered_twice_is_refused(written: pathlib.Path) -> None:
    once = 'def body(w: Counted, r: Request) -> None:\n    """Do."""\n    w.number = 1\n'
    written.write_text(f"{BEGIN}\n{once}\nevent(body)\nevent(body)\n")
    with pytest.raises(ModelError, match="'body' is taken by"):
        importlib.import_module("attacking")
