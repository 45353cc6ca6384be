"""A run of a whole as text: which draw its sizes are, and what clients did and the whole did by itself."""

from __future__ import annotations

import re
import shlex
from collections.abc import Sequence
from random import Random

from ...model.instance import Instance
from ...model.trace import Call, Trace
from ..script import ScriptError, pieces_of, write_calls
from .kept import kept_runs
from .whole import STEP, WholeFactory


def drawn(factory: WholeFactory, seed: int, draw: int) -> tuple[Instance, Random]:
    """Return the sizes of the run of that number, and what its calls are drawn from; -1 is the first that is kept."""
    kept = kept_runs(factory.name)
    if draw < -len(kept):
        msg = f"there is no draw {draw}: {len(kept)} runs of {factory.name} are kept, from -1 on"
        raise ScriptError(msg)
    if draw < 0:
        return kept[-draw - 1].instance, Random(0)  # noqa: S311  nothing is drawn
    chance = Random(f"{seed}/{draw}")  # noqa: S311  it keeps no secrets
    return factory.draw(chance), chance


def read_run(factory: WholeFactory, text: str, *, seed: int, draw: int) -> Trace:
    """Return the run that is spelled out, in the sizes of a draw; raise `ScriptError` where there can be none."""
    instance, _ = drawn(factory, seed, draw)
    pieces = pieces_of(text)
    if not pieces:
        msg = f"there are no calls; write {'; '.join(factory.asks.values())}"
        raise ScriptError(msg)
    return Trace(instance, seed, tuple(_call(factory, piece, instance) for piece in pieces))


def _call(factory: WholeFactory, piece: str, instance: Instance) -> Call:
    found = re.fullmatch(r"(\w+)\s*(?:\(\s*(?:r\s*=\s*)?(\d*)\s*\))?", piece)
    usage = "; ".join(factory.asks.values())
    if found is None or found.group(1) not in factory.asks:
        msg = f"{piece!r} is nothing that {factory.name} is asked for; write {usage}"
        raise ScriptError(msg)
    name, given = found.group(1), found.group(2) or ""
    if bool(given) != ("(" in factory.asks[name]):
        msg = f"{piece!r}: write {factory.asks[name]}"
        raise ScriptError(msg)
    if given and int(given) >= instance.requests:
        msg = f"{piece!r}: this run has the requests 0 to {instance.requests - 1}"
        raise ScriptError(msg)
    return Call(name, (int(given),) if given else (), STEP.system)


def said(factory: WholeFactory, call: Call) -> str:
    """Return a call as a finding shows it."""
    names = factory.asks.get(call.event, "").partition("(")[2].removesuffix(")")
    return f"{call.event}({names}={call.args[0]})" if call.args else call.event


def command(engine: str, trace: Trace, draw: int, faults: Sequence[str] = ()) -> str:
    """Return the command that goes a run again."""
    words = ["tenure", "whole", "--engine", engine, "--seed", str(trace.seed), "--draw", str(draw)]
    for fault in faults:
        words += ["--fault", fault]
    return shlex.join([*words, "--calls", write_calls(trace.calls)])
