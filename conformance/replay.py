"""Replaying one run: against an engine, calls first and the drain behind them, up to the first law that is broken."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ..model.trace import Trace
from .comparing import EVERYTHING, Checks
from .content import LoneRuns
from .drain import drain
from .engine import EngineFactory
from .evidence import Breach, Broken, Undecided, Violated
from .session import Session, Tally
from .shrink import shrink
from .verdict import Finding, Result, Verdict, finding, leading


def replay(
    factory: EngineFactory,
    trace: Trace,
    *,
    faults: Sequence[str] = (),
    checks: Checks = EVERYTHING,
    alone: LoneRuns | None = None,
    tally: Tally | None = None,
) -> Breach | None:
    """Run a trace, then drain. Return the first breach, or None where the engine conforms."""
    try:
        with Session(
            factory, trace.instance, seed=trace.seed, faults=faults, checks=checks, alone=alone, tally=tally
        ) as session:
            for call in trace.calls:
                session.do(call)
            if checks.drain:
                drain(session)
    except Violated as violated:
        return violated.breach
    return None


def states_of(factory: EngineFactory, trace: Trace, faults: Sequence[str] = ()) -> list[tuple[int, ...]]:
    """Return the model's states in a run: at the start, and after each call up to the one that breaks a law."""
    states: list[tuple[int, ...]] = []
    try:
        with Session(factory, trace.instance, seed=trace.seed, faults=faults) as session:
            states = session.states
            for call in trace.calls:
                session.do(call)
    except Violated:
        pass
    return states


def replayed(factory: EngineFactory, trace: Trace, faults: Sequence[str] = (), *, small: bool = False) -> Verdict:
    """Run a trace against an engine and say what it shows; `small` asks for the smallest run that shows it too."""
    known = factory.faults()
    wanted = [law for name in faults if name in known for law in known[name].laws]

    def shown(breach: Breach, shortest: Trace, first: Broken) -> Finding:
        return finding(breach, shortest, first, engine=factory.name, faults=tuple(faults))

    return Replayed(lambda each: replay(factory, each, faults=faults), wanted, shown, plans=factory.observed).verdict(
        trace, small=small
    )


@dataclass(frozen=True, slots=True)
class Replayed:
    """How a run is gone again, whatever it is that goes it, and how a breach of it is told."""

    probe: Callable[[Trace], Breach | None]
    wanted: Sequence[str]
    """The ids of the laws that are named first, where they are broken."""
    shown: Callable[[Breach, Trace, Broken], Finding]
    plans: bool = False
    """Whether calls may be left to its own planning where a run is made small."""

    def verdict(self, trace: Trace, *, small: bool) -> Verdict:
        """Go the run, and say what it shows."""
        started = time.perf_counter()
        try:
            breach = self.probe(trace)
            if breach is not None and small:
                law = leading(breach, self.wanted).law
                trace = shrink(self.probe, (law.id, law.name), breach.trace, plans=self.plans)
                breach = self.probe(trace)
        except Undecided as undecided:
            return Verdict(result=Result.UNKNOWN, unknown=(str(undecided),), examples=1, events=len(trace.calls))
        findings: tuple[Finding, ...] = ()
        if breach is not None:
            findings = (self.shown(breach, trace, leading(breach, self.wanted)),)
        return Verdict(
            result=Result.VIOLATES if findings else Result.CONFORMS,
            findings=findings,
            examples=1,
            events=len(breach.trace.calls if breach is not None else trace.calls),
            seconds=time.perf_counter() - started,
        )
