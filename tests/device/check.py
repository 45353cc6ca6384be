"""What can only be seen on a GPU: `python tests/device/check.py [--json]`, with the package installed.

The engine and each of its parts are held against their systems; two engines, on the CPU and on the GPU, must say and
show the same; copies that run beside steps must leave every page as it should be; steps may not carry pages through the
host; and at the end no memory may be left. What each of them sees is said in the files beside this one. Without a GPU,
or where a check has seen nothing, nothing can be said: `unknown`, exit code 3, as with `tenure gate`.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

import msgspec
import torch

if not __package__:  # run as a script
    sys.path.insert(0, str(Path(__file__).resolve().parents[2]))
    __package__ = "tests.device"

from tenure.conformance.verdict import Result, worst

from .checks import LAST, SEED, Check, checks

ENOUGH = 200.0
"""After so many seconds no further check begins; what was not begun is unknown."""

NO_GPU = "torch finds no CUDA device here, so that nothing can be said of how the engine runs on one."


class Line(msgspec.Struct, frozen=True):
    """What one check showed."""

    name: str
    result: Result
    said: str
    seconds: float

    @property
    def text(self) -> str:
        """The line as it is printed."""
        return f"{self.name:13} {self.result.value:9} {self.seconds:6.1f} s  {self.said}"


class Report(msgspec.Struct, frozen=True):
    """What all of them showed."""

    result: Result
    said: str
    device: str
    torch: str
    seed: int
    seconds: float
    lines: tuple[Line, ...] = ()


def begin() -> dict[str, Check]:
    """Return the checks, or in their place one that says why there are none."""
    try:
        return checks()
    except Exception as error:  # noqa: BLE001  a GPU that cannot be used says nothing about the engine
        said = f"{type(error).__name__}: {error}"
        return {"begin": lambda: (Result.UNKNOWN, said)}


def make(named: Mapping[str, Check], started: float, tell: Callable[[Line], object]) -> list[Line]:
    """Make the checks. One that goes wrong itself says nothing."""
    lines = []
    for name, check in named.items():
        begun = time.perf_counter()
        result, said = Result.UNKNOWN, "not begun: out of time"
        if name == LAST or begun - started < ENOUGH:
            try:
                result, said = check()
            except Exception as error:  # noqa: BLE001  whatever it is, the check did not come to an end
                result, said = Result.UNKNOWN, f"{type(error).__name__}: {error}"
        lines.append(Line(name, result, said, round(time.perf_counter() - begun, 1)))
        tell(lines[-1])
    return lines


def main(words: Sequence[str] | None = None) -> int:
    """Make every check, say what each showed, and return the exit code."""
    parser = argparse.ArgumentParser(description="See what can only be seen on a GPU.")
    parser.add_argument("--json", action="store_true", help="write one record for machines")
    as_json: bool = parser.parse_args(words).json
    started, version = time.perf_counter(), str(torch.__version__)
    say: Callable[[str], object] = (lambda _: None) if as_json else lambda text: print(text, flush=True)  # noqa: T201
    if not torch.cuda.is_available():
        report = Report(Result.UNKNOWN, NO_GPU, "none", version, SEED, 0.0)
        say(f"unknown: {NO_GPU}")
    else:
        device = torch.cuda.get_device_name()
        say(f"{device}, torch {version}, seed {SEED}")
        lines = make(begin(), started, lambda line: say(line.text))
        seconds = round(time.perf_counter() - started, 1)
        result = worst(line.result for line in lines)
        report = Report(result, f"{result.value} after {seconds} s", device, version, SEED, seconds, tuple(lines))
        say(report.said)
    if as_json:
        print(msgspec.json.encode(report).decode())  # noqa: T201
    return report.result.exit_code


if __name__ == "__main__":
    sys.exit(main())
