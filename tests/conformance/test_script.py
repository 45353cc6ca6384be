"""Runs as text: what is written is read back, and what is no run is explained."""

import shlex

import pytest

from tenure.conformance.engine import SCHEDULE
from tenure.conformance.script import (
    ScriptError,
    check_arguments,
    command,
    read_calls,
    read_sizes,
    write_calls,
    write_sizes,
)
from tenure.model.instance import Instance
from tenure.model.trace import Call, Trace


def test_calls_are_read_back() -> None:
    calls = (Call("load", (1,)), Call("submit", (0, 1, 2, 0)), SCHEDULE, Call("launch"))
    assert write_calls(calls) == "load(1); submit(0,1,2,0); schedule; launch"
    assert read_calls(write_calls(calls)) == calls
    assert read_calls("; ".join(map(str, calls))) == calls


def test_sizes_are_read_back(roomy: Instance) -> None:
    assert read_sizes(write_sizes(roomy)) == roomy
    assert write_sizes(read_sizes("")) == ""
    assert write_sizes(read_sizes("host_size=3")) == "host_size=3"


def test_command_is_one_line_that_a_shell_reads(roomy: Instance) -> None:
    line = command("torch", Trace(roomy, 3, read_calls("load(1); launch")), ("forgets",))
    words = shlex.split(line)
    assert words[:8] == ["tenure", "replay", "--engine", "torch", "--fault", "forgets", "--seed", "3"]
    assert words[-1] == "load(1); launch"
    assert read_sizes(words[words.index("--sizes") + 1]) == roomy


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("suspend 0", "call 1, 'suspend 0': write it like suspend(0)"),
        ("load(1); ponder(0)", "call 2, 'ponder(0)': there is no event 'ponder'; the events are "),
        ("suspend(0, 1)", "2 arguments where 1 belong; write suspend(r)"),
        ("suspend(a=0)", "'a=0' is no r; write suspend(r) with whole numbers"),
        ("suspend(-1)", "'-1' is no r"),
    ],
)
def test_what_is_no_call_is_explained(text: str, said: str) -> None:
    with pytest.raises(ScriptError) as raised:
        read_calls(text)
    assert said in str(raised.value)


@pytest.mark.parametrize("text", ["pages=3", "host_size=x", "host_size", "requests=0", "page_size=0"])
def test_what_is_no_size_is_explained(text: str) -> None:
    with pytest.raises(ScriptError, match=text.split("=", maxsplit=1)[0]):
        read_sizes(text)


def test_argument_outside_the_instance_is_explained(roomy: Instance) -> None:
    with pytest.raises(ScriptError, match=r"call 2, suspend\(r=5\): r=5, but these sizes have requests 0 to 2"):
        check_arguments(Trace(roomy, 0, read_calls("schedule; suspend(5)")))
