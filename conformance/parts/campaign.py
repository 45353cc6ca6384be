"""So many runs of a part beside its system, and where one fails, the smallest run that fails in the same way."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hypothesis import seed as seeded
from hypothesis.stateful import run_state_machine_as_test

from ...model.trace import Trace
from ..evidence import Breach, Violated
from ..fuzz import crash_of_harness, quiet
from ..report.page import counted
from ..shrink import SHORT, shrink, weight
from ..suites import ways
from ..verdict import Finding, Result, Verdict, finding, leading
from .counts import Counts
from .machine import machine_of
from .part import PartFactory
from .replay import breach_of, command, laws_of, replay

RUNS, STEPS = 20, 200
"""How many runs are drawn of a part, and how long each is; one of them may start over now and then."""

OTHERS = 3
"""How many other runs of the suite are made small where the first one that breaks a law stays long."""

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class PartCampaign:
    """One part, one seed; the same campaign always does the same."""

    factory: PartFactory
    seed: int = 0
    runs: int = RUNS
    """How many runs are drawn, besides those of the suite."""
    faults: Sequence[str] = ()
    engine: str = ""
    """The engine that the part is of. Without it there is no command that shows a finding again, and none is told."""
    progress: Progress = lambda _: None

    def verdict(self, *, small: bool = True) -> Verdict:
        """Make the runs; `small` asks for the smallest run that shows what is found."""
        wrong = self.factory.wrong()
        if wrong is not None:
            return Verdict(result=Result.UNKNOWN, unknown=(wrong,))
        started = time.perf_counter()
        counts = Counts()
        drawn = counted(self.runs, "run")
        self.progress(f"{self.factory.name}: its suite and {drawn} by chance beside {self.factory.system}")
        breach, unknown = self._explore(counts)
        findings = (self._finding(breach, small=small),) if breach is not None else ()
        return Verdict(
            result=Result.VIOLATES if findings else Result.UNKNOWN if unknown else Result.CONFORMS,
            findings=findings,
            unknown=unknown,
            examples=counts.runs.total(),
            instances=dict(counts.runs),
            events=counts.events,
            seconds=time.perf_counter() - started,
            done=dict(sorted(counts.done.items())),
            refused=dict(sorted(counts.refused.items())),
        )

    def _explore(self, counts: Counts) -> tuple[Breach | None, tuple[str, ...]]:
        made = machine_of(self.factory, seed=self.seed, faults=self.faults, counts=counts)
        seeded(self.seed)(made)
        other: Breach | None = None
        try:
            other = self._go_the_suite(counts)
            if other is not None and self._counts(other):
                return other, ()
            run_state_machine_as_test(made, settings=quiet(self.runs, STEPS))
        except Violated as violated:
            return (violated.breach if other is None or self._counts(violated.breach) else other), ()
        except Exception as error:  # noqa: BLE001  whatever it is, the harness did not come to an end: unknown
            return None, (crash_of_harness(error),)
        return other, ()

    def _go_the_suite(self, counts: Counts) -> Breach | None:
        """Go every run of the suite, so that no mistake that it tells is left to chance.

        Return the first breach that is one of those which the built-in faults must show, or any if there is none.
        """
        other: Breach | None = None
        for instance, way in ways(self.factory.system, self.factory.without):
            try:
                replay(self.factory, Trace(instance, self.seed, tuple(way)), self.faults, counts)
            except Violated as violated:
                if self._counts(violated.breach):
                    return violated.breach
                other = other or violated.breach
        return other

    def _counts(self, breach: Breach) -> bool:
        """Whether a breach is one that the built-in faults must show; without faults, every one is."""
        wanted = laws_of(self.factory, self.faults)
        return not wanted or any(each.law.id in wanted for each in breach.broken)

    def replay(self, trace: Trace) -> Breach | None:
        """Run a trace. Return the first breach, or None where the part conforms."""
        return breach_of(self.factory, trace, self.faults)

    def _finding(self, breach: Breach, *, small: bool) -> Finding:
        wanted = laws_of(self.factory, self.faults)
        law = leading(breach, wanted).law
        trace = self._smallest(breach.trace, (law.id, law.name)) if small else breach.trace
        again = self.replay(trace) or breach
        first = leading(again, wanted)  # the smallest run may break a law that says more
        shown = command(self.engine, self.factory, trace, self.faults) if self.engine else ""
        engine = self.engine or self.factory.name
        return finding(again, trace, first, engine=engine, faults=tuple(self.faults), reproduce=shown)

    def _smallest(self, found: Trace, law: tuple[str, str]) -> Trace:
        """Return the run made small; where it stays long, that of others of the suite that break the same law."""
        best = shrink(self.replay, law, found)
        others = sorted(ways(self.factory.system, self.factory.without), key=lambda way: len(way[1]))
        left = OTHERS
        for instance, way in others:
            if len(best.calls) <= SHORT or not left:
                break
            breach = self.replay(Trace(instance, self.seed, tuple(way)))
            if breach is not None and law in breach.keys:
                best = min(best, shrink(self.replay, law, breach.trace), key=weight)
                left -= 1
        return best
