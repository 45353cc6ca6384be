"""Where nobody reads on, as behind `| head -1`, a command ends quietly: nothing is said of the engine."""

import errno
import io
import os
import subprocess
import sys

import pytest

from tenure.conformance.cli import main
from tenure.conformance.record import Proof, ProvedEvent
from tenure.conformance.verdict import Result

QUIET = 141
ROW = ProvedEvent(event="launch", paths=1, refusing_paths=0, answers={"proved": 1}, seconds=0.0)


class Closed(io.StringIO):
    """What nobody reads on."""

    def __init__(self, *, terminal: bool) -> None:
        super().__init__()
        self.terminal = terminal

    def isatty(self) -> bool:
        return self.terminal

    def write(self, _text: str) -> int:
        raise BrokenPipeError(errno.EPIPE, "Broken pipe")


@pytest.mark.parametrize("terminal", [False, True])
@pytest.mark.parametrize(
    "words",
    [
        ["list", "laws"],
        ["list", "parts"],
        ["list", "events", "--json"],
        ["explain", "P7"],
        ["prove"],
        ["prove", "--json"],
        ["replay", "--part", "peft", "register(1)"],
        ["replay", "--engine", "reference", "load(1)"],
        ["--help"],
    ],
)
def test_nothing_more_is_said_where_nobody_reads_on(
    words: list[str], terminal: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    told = io.StringIO()
    proof = Proof(result=Result.CONFORMS, events=(ROW,))
    monkeypatch.setattr("tenure.conformance.proving.run_proof", lambda *_, **__: proof)
    monkeypatch.setattr(sys, "argv", ["tenure", *words])
    monkeypatch.setattr(sys, "stderr", told)
    monkeypatch.setattr(sys, "stdout", Closed(terminal=terminal))
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == QUIET
    assert told.getvalue() == ""


@pytest.mark.parametrize("closed", ["stdout", "stderr"])
def test_a_process_ends_quietly_when_its_reader_has_gone(closed: str) -> None:
    read, write = os.pipe()
    os.close(read)
    done = subprocess.run(
        [sys.executable, "-c", "from tenure.conformance.start import main; main()", "parts", "--part", "sequence",
         "--budget", "1"],
        stdout=write if closed == "stdout" else subprocess.PIPE,
        stderr=write if closed == "stderr" else subprocess.PIPE,
        text=True,
        check=False,
        timeout=120,
    )  # fmt: skip
    os.close(write)
    assert done.returncode == QUIET
    assert [line for line in (done.stderr or "").splitlines() if not line.startswith("sequence: ")] == []


def test_an_engine_that_ends_the_process_is_told_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    told = io.StringIO()

    def ends(*_: object, **__: object) -> None:
        raise SystemExit(5)

    monkeypatch.setattr("tenure.conformance.proving.run_proof", ends)
    monkeypatch.setattr(sys, "argv", ["tenure", "prove"])
    monkeypatch.setattr(sys, "stderr", told)
    with pytest.raises(SystemExit) as ended:
        main()
    assert ended.value.code == 3
    assert "the engine ended the process, with 5" in told.getvalue()
