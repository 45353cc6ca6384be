"""Scenarios: what is written is read, run and written again, and what is no scenario is explained."""

from pathlib import Path

import pytest

from tenure.conformance.parts.reference import reference_part
from tenure.conformance.scenario import Came, difference, run
from tenure.conformance.scenario_text import read, written
from tenure.conformance.script import ScriptError
from tenure.model.trace import Call

HEAD = "# A request\n# From: nowhere\nsystem lifecycle\nsizes requests=2 adapters=1\n"
CACHES = "# A cache\n# From: nowhere\nsystem adapters\n"


def script(at: Path, text: str) -> Path:
    path = at / "some.txt"
    path.write_text(text, encoding="utf-8")
    return path


def test_calls_are_read_with_names_or_without(tmp_path: Path) -> None:
    scenario = read(script(tmp_path, CACHES + "load(at=host, a=1)\nload(1, 1)\n\nlaunch\n"))
    calls = [call for call, _ in scenario.calls.values()]
    assert calls == [Call("load", (0, 1), "adapters"), Call("load", (1, 1), "adapters"), Call("launch", (), "adapters")]
    assert list(scenario.calls) == [4, 5, 7]


def test_sizes_that_are_not_said_are_as_usual(tmp_path: Path) -> None:
    size = read(script(tmp_path, CACHES + "sizes requests=2 brings=0,1 capacity.HOST=7\nlaunch\n")).instance
    assert (size.requests, size.size("capacity.HOST"), size.size("max_adapters")) == (2, 7, 2)
    assert size.tables["brings"] == (0, 1)
    assert size.tables["weight"] == (9, 1, 1)


def test_outcomes_are_written_below_their_calls_and_read_back(tmp_path: Path) -> None:
    text = HEAD + "# First.\nload(1)\n  done: nonsense=1\n# Then.\nload(1)\n"
    scenario = read(script(tmp_path, text))
    model = reference_part("lifecycle")
    came = run(scenario, model)
    assert came == {6: Came("done", "", {"registered[1]": "1"}), 9: Came("refused", "it is not registered yet")}
    again = script(tmp_path, written(scenario, came))
    assert again.read_text(encoding="utf-8") == (
        HEAD + "# First.\nload(1)\n  done: registered[1]=1\n# Then.\nload(1)\n  refused: it is not registered yet\n"
    )
    assert difference(read(again), model, run(read(again), model), words=True) is None


@pytest.mark.parametrize(
    ("outcome", "said"),
    [
        ("", "recorded is nothing, but with reference it is done: registered[1]=1"),
        ("  refused: no", "recorded is refused: no, but with reference it is done: registered[1]=1"),
        ("  done: registerd[1]=1", "recorded is registerd[1]=1, but with reference it is no change"),
        ("  done: registered[1]=0", "recorded is registered[1]=0, but with reference it is registered[1]=1"),
        ("  done", "recorded is no change, but with reference it is registered[1]=1"),
    ],
)
def test_what_differs_is_told_with_its_line(tmp_path: Path, outcome: str, said: str) -> None:
    path = script(tmp_path, f"{HEAD}load(1)\n{outcome}\n")
    model = reference_part("lifecycle")
    assert difference(read(path), model, run(read(path), model)) == f"{path}:5: after load(a=1), {said}"


def test_another_reason_counts_only_word_by_word(tmp_path: Path) -> None:
    scenario = read(script(tmp_path, HEAD + "launch\n  refused: the step is empty\n"))
    model = reference_part("lifecycle")
    came = run(scenario, model)
    assert difference(scenario, model, came) is None
    assert "it is refused: the step has work" in str(difference(scenario, model, came, words=True))


@pytest.mark.parametrize(
    ("text", "line", "said"),
    [
        ("", 1, "a script has a title ('# …'), where it comes from ('# From: …') and calls; add them"),
        ("# Title\nsystem lifecycle\nlaunch\n", 1, "where it comes from"),
        (HEAD, 1, "and calls; add them"),
        (HEAD.replace("lifecycle", "lives") + "launch\n", 5, "there is no system 'lives'; write 'system NAME' above"),
        (
            HEAD.replace("adapters=1", "adapter=1") + "launch\n",
            5,
            "no size 'adapter' in lifecycle",
        ),
        (CACHES + "sizes capacity=2\nput(0)\n", 5, "there is no size 'capacity' in adapters; the sizes are requests,"),
        (CACHES + "sizes weight=x\nput(0)\n", 5, "size 'weight=x': write name=number, or name=number,number,…"),
        (CACHES + "sizes weight=9\nput(0)\n", 5, "weight is a list with a value for each, 3 here; it is [9]"),
        (HEAD + "launch\nponder(0)\n", 6, "'ponder(0)' is no call; write one like name(0, 1), the names are load,"),
        (HEAD + "suspend 0\n", 5, "'suspend 0' is no call; write one like name(0, 1)"),
        (HEAD + "suspend(0, 1)\n", 5, "'suspend(0, 1)': write suspend(r)"),
        (HEAD + "suspend(0,)\n", 5, "'suspend(0,)': write suspend(r)"),
        (HEAD + "suspend(2)\n", 5, "'suspend(2)': '2' is no r; write one of 0, 1"),
        (CACHES + "load(disk, 1)\n", 4, "'disk' is no at; write one of 0, host, 1, device"),
        (HEAD + "launch\n  perhaps\n", 5, "below it, 'perhaps' is no outcome; write 'done: name=value …'"),
        (HEAD + "launch\n  done: running\n", 5, "below it, 'done: running' is no outcome"),
    ],
)
def test_what_is_no_scenario_is_explained(tmp_path: Path, text: str, line: int, said: str) -> None:
    path = script(tmp_path, text)
    with pytest.raises(ScriptError) as raised:
        read(path)
    assert str(raised.value).startswith(f"{path}:{line}: ")
    assert said in str(raised.value)
