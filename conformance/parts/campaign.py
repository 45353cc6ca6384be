"""So many runs of a part beside its system, and where one fails, the smallest run that fails in the same way."""

from __future__ import annotations

import shlex
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from hypothesis import seed as seeded
from hypothesis.stateful import run_state_machine_as_test

from ...model.trace import Trace
from ..evidence import Breach, Violated
from ..fuzz import crash_of_harness, quiet
from ..shrink import shrink
from ..suites import ways
from ..verdict import Finding, Result, Verdict, finding, leading
from .lockstep import Lockstep
from .machine import machine_of
from .part import PartFactory

RUNS, STEPS = 20, 200
"""How many runs are made of a part, and how long each is."""

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class PartCampaign:
    """One part, one seed; the same campaign always does the same."""

    factory: PartFactory
    seed: int = 0
    runs: int = RUNS
    faults: Sequence[str] = ()
    engine: str = ""
    """The engine that the part is of, for the command that shows a finding again."""
    progress: Progress = lambda _: None

    def verdict(self, *, small: bool = True) -> Verdict:
        """Make the runs; `small` asks for the smallest run that shows what is found."""
        wrong = self.factory.wrong()
        if wrong is not None:
            return Verdict(result=Result.UNKNOWN, unknown=(wrong,))
        started = time.perf_counter()
        done: dict[str, int] = {}
        refused: dict[str, int] = {}
        self.progress(f"{self.factory.name}: {self.runs} runs beside {self.factory.system}")
        breach, unknown = self._explore(done, refused)
        findings = (self._finding(breach, small=small),) if breach is not None else ()
        return Verdict(
            result=Result.VIOLATES if findings else Result.UNKNOWN if unknown else Result.CONFORMS,
            findings=findings,
            unknown=unknown,
            examples=self.runs,
            events=sum(done.values()) + sum(refused.values()),
            seconds=time.perf_counter() - started,
            done=dict(sorted(done.items())),
            refused=dict(sorted(refused.items())),
        )

    def _explore(self, done: dict[str, int], refused: dict[str, int]) -> tuple[Breach | None, tuple[str, ...]]:
        made = machine_of(self.factory, seed=self.seed, faults=self.faults, done=done, refused=refused)
        seeded(self.seed)(made)
        try:
            self._go_the_suite(done, refused)
            run_state_machine_as_test(made, settings=quiet(self.runs, STEPS))
        except Violated as violated:
            return violated.breach, ()
        except Exception as error:  # noqa: BLE001  whatever it is, the harness did not come to an end: unknown
            return None, (crash_of_harness(error),)
        return None, ()

    def _go_the_suite(self, done: dict[str, int], refused: dict[str, int]) -> None:
        """Go every run of the suite, so that no mistake that it tells is left to chance."""
        for instance, way in ways(self.factory.system, self.factory.without):
            with Lockstep(self.factory, instance, seed=self.seed, faults=self.faults) as run:
                for call in way:
                    counts = done if run.do(call) else refused
                    counts[call.event] = counts.get(call.event, 0) + 1

    def replay(self, trace: Trace) -> Breach | None:
        """Run a trace. Return the first breach, or None where the part conforms."""
        try:
            with Lockstep(self.factory, trace.instance, seed=trace.seed, faults=self.faults) as run:
                for call in trace.calls:
                    run.do(call)
        except Violated as violated:
            return violated.breach
        return None

    def _finding(self, breach: Breach, *, small: bool) -> Finding:
        known = self.factory.known
        wanted = [law for name in self.faults if name in known for law in known[name].laws]
        law = leading(breach, wanted).law
        trace = shrink(self.replay, (law.id, law.name), breach.trace) if small else breach.trace
        again = self.replay(trace) or breach
        first = leading(again, wanted)  # the smallest run may break a law that says more
        engine = self.engine or self.factory.name
        return finding(again, trace, first, engine=engine, faults=tuple(self.faults), reproduce=self._command())

    def _command(self) -> str:
        """Return the command that makes the same runs again, and so comes to the same finding."""
        words = ["tenure", "parts", "--engine", self.engine, "--part", self.factory.name, "--seed", str(self.seed)]
        return shlex.join([*words, *(word for fault in self.faults for word in ("--fault", fault))])
