"""Replaying one run on a part beside its system: the command that shows a finding, and what it does."""

from __future__ import annotations

import shlex
from collections.abc import Sequence

from ...model.instance import Instance
from ...model.trace import Call, Trace
from ..engine import SCHEDULE
from ..evidence import Breach, Broken, Violated
from ..replay import Replayed
from ..script import NOTHING, ScriptError, pieces_of, write_calls
from ..spelling import spelled_call
from ..verdict import Finding, Verdict, finding
from .counts import Counts
from .lockstep import Lockstep
from .part import PartFactory
from .sizes import read_sizes, write_sizes


def replay(factory: PartFactory, trace: Trace, faults: Sequence[str] = (), counts: Counts | None = None) -> None:
    """Run a trace. `Violated` is raised at the first call that breaks a law."""
    counts = counts or Counts()
    counts.begin(trace.instance)
    with Lockstep(factory, trace.instance, seed=trace.seed, faults=faults) as run:
        for call in trace.calls:
            counts.made(call, done=run.do(call))


def breach_of(factory: PartFactory, trace: Trace, faults: Sequence[str] = ()) -> Breach | None:
    """Run a trace. Return the first breach, or None where the part conforms."""
    try:
        replay(factory, trace, faults)
    except Violated as violated:
        return violated.breach
    return None


def replayed(
    factory: PartFactory, trace: Trace, faults: Sequence[str] = (), *, engine: str, small: bool = False
) -> Verdict:
    """Run a trace and say what it shows; `small` asks for the smallest run that shows it too."""

    def shown(breach: Breach, shortest: Trace, first: Broken) -> Finding:
        again = command(engine, factory, shortest, faults)
        return finding(breach, shortest, first, engine=engine, faults=tuple(faults), reproduce=again)

    return Replayed(lambda each: breach_of(factory, each, faults), laws_of(factory, faults), shown).verdict(
        trace, small=small
    )


def laws_of(factory: PartFactory, faults: Sequence[str]) -> list[str]:
    """Return the ids of the laws that faults must break."""
    return [law for name in faults if name in factory.known for law in factory.known[name].laws]


def read_run(factory: PartFactory, calls: str, sizes: str, seed: int) -> Trace:
    """Return the run that is spelled out; raise `ScriptError` where the part could not go it."""
    instance = read_sizes(factory.model, sizes)
    pieces = pieces_of(calls)
    if not pieces and calls.strip() != NOTHING:
        msg = f"there are no calls; write them like the events of {factory.system}: {', '.join(factory.model.events)}"
        raise ScriptError(msg)
    return Trace(instance, seed, tuple(_call(factory, piece, at, instance) for at, piece in enumerate(pieces, start=1)))


def _call(factory: PartFactory, piece: str, at: int, instance: Instance) -> Call:
    if piece.removesuffix("()") == SCHEDULE.event and factory.observed:
        return SCHEDULE
    try:
        call = spelled_call(factory.model, piece, instance)
    except ScriptError as error:
        msg = f"call {at}, {error}"
        raise ScriptError(msg) from error
    if call.event in factory.without:
        msg = f"call {at}, {piece!r}: the part {factory.name!r} does not do it: {factory.without[call.event]}"
        raise ScriptError(msg)
    return call


def command(engine: str, factory: PartFactory, trace: Trace, faults: Sequence[str] = ()) -> str:
    """Return the command that replays a trace on a part of an engine."""
    words = ["tenure", "replay", "--engine", engine, "--part", factory.name]
    for fault in faults:
        words += ["--fault", fault]
    words += ["--seed", str(trace.seed)]
    sizes = write_sizes(factory.model, trace.instance)
    if sizes:
        words += ["--sizes", sizes]
    return shlex.join([*words, write_calls(trace.calls)])
