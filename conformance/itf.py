"""Runs as ITF files, the trace format of Apalache and Quint: what was called, and the model's state after each call.

The calls, the sizes, the seed, the engine and its faults stand under `#meta`; they are what is read back.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import itf_py
import msgspec

from ..model.fields import Kind
from ..model.trace import Call, Trace
from ..model.worlds.concrete import ConcreteWorld
from ..model.worlds.layout import CELLS
from .abstract import index_count
from .script import ScriptError, check_arguments, check_sizes, instance_of, read_calls, sizes_of, write_calls

FORMAT = "https://apalache-mc.org/docs/adr/015adr-trace.html"


class TraceFileError(Exception):
    """The file holds no run. The message names file, line and remedy."""


class Recorded(msgspec.Struct, frozen=True, kw_only=True):
    """What a file says of its run."""

    engine: str
    seed: int
    sizes: dict[str, int]
    calls: list[str]
    faults: tuple[str, ...] = ()

    @property
    def trace(self) -> Trace:
        """The run."""
        return Trace(instance_of(self.sizes), self.seed, read_calls(";".join(self.calls)))


def recorded(trace: Trace, engine: str, faults: tuple[str, ...] = ()) -> Recorded:
    """Return what a file says of a run."""
    calls = [write_calls([call]) for call in trace.calls]
    return Recorded(engine=engine, seed=trace.seed, sizes=sizes_of(trace.instance), calls=calls, faults=faults)


def write(path: Path, run: Recorded, states: list[tuple[int, ...]]) -> None:
    """Write a run with the model's states: one at the start, and one after each call."""
    world = ConcreteWorld(run.trace.instance)
    shown = []
    for at, state in enumerate(states):
        world.restore(state)
        meta = {"index": at, "call": run.calls[at - 1] if 0 < at <= len(run.calls) else ""}
        shown.append(itf_py.State(meta=meta, values=_values(world)))
    trace = itf_py.Trace(
        meta={"format": "ITF", "format-description": FORMAT, "tenure": msgspec.to_builtins(run)},
        params=[],
        vars=list(shown[0].values) if shown else [],
        states=shown,
        loop=None,
    )
    path.write_text(json.dumps(itf_py.trace_to_json(trace), indent=1) + "\n", encoding="utf-8")


def _values(world: ConcreteWorld) -> dict[str, Any]:
    """Return every cell that is no tally: a number, or a map from index to number."""
    values: dict[str, Any] = {}
    for cell in CELLS.values():
        if cell.spec.kind is Kind.TALLY:
            continue
        count = index_count(cell, world.instance)
        if count is not None:
            values[cell.name] = {at: world.maps[cell.name][at] for at in range(count)}
        elif cell.pool is not None:
            values[cell.name] = getattr(world, cell.field)[cell.pool]
        else:
            values[cell.name] = getattr(world, cell.name)
    return values


def read(path: Path) -> Recorded:
    """Read a run, or say in one sentence why the file holds none."""
    try:
        raw = json.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        msg = f"{path}: it cannot be read ({error.strerror}); give the path of an ITF file"
        raise TraceFileError(msg) from error
    except UnicodeDecodeError as error:
        msg = f"{path}: byte {error.start} is not UTF-8; give an ITF file, which is JSON text"
        raise TraceFileError(msg) from error
    except json.JSONDecodeError as error:
        msg = f"{path}:{error.lineno}:{error.colno}: this is not JSON ({error.msg}); write it anew"
        raise TraceFileError(msg) from error
    return _of(raw, path)


def _of(raw: Any, path: Path) -> Recorded:
    meta = raw.get("#meta") if isinstance(raw, dict) else None
    if not isinstance(meta, dict) or "tenure" not in meta:
        msg = f"{path}:1: it has no '#meta' with an entry 'tenure'; only runs that tenure wrote can be replayed"
        raise TraceFileError(msg)
    try:
        run = msgspec.convert(meta["tenure"], Recorded)
    except msgspec.ValidationError as error:
        msg = f"{path}: '#meta.tenure' is not as tenure writes it: {error}; write the file anew with `tenure fuzz`"
        raise TraceFileError(msg) from error
    try:
        check_sizes(run.sizes)
        check_arguments(run.trace)
    except ScriptError as error:
        msg = f"{path}: '#meta.tenure': {error}"
        raise TraceFileError(msg) from error
    return run


__all__ = ["Call", "Recorded", "TraceFileError", "read", "recorded", "write"]
