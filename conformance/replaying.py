"""Replaying one run, as a verdict."""

from __future__ import annotations

import time
from collections.abc import Sequence

from ..model.trace import Trace
from .engine import EngineFactory
from .evidence import Undecided
from .replay import replay
from .verdict import Finding, Result, Verdict, finding, leading


def replayed(factory: EngineFactory, trace: Trace, faults: Sequence[str] = ()) -> Verdict:
    """Run a trace against an engine and say what it shows."""
    started = time.perf_counter()
    try:
        breach = replay(factory, trace, faults=faults)
    except Undecided as undecided:
        return Verdict(result=Result.UNKNOWN, unknown=(str(undecided),), examples=1, events=len(trace.calls))
    known = factory.faults()
    wanted = [law for name in faults if name in known for law in known[name].laws]
    findings: tuple[Finding, ...] = ()
    if breach is not None:
        findings = (finding(breach, trace, leading(breach, wanted), engine=factory.name, faults=tuple(faults)),)
    return Verdict(
        result=Result.VIOLATES if findings else Result.CONFORMS,
        findings=findings,
        examples=1,
        events=len(breach.trace.calls if breach is not None else trace.calls),
        seconds=time.perf_counter() - started,
    )
