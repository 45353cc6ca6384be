"""A campaign: so many runs of the machine, and where one fails, the smallest run that fails the same way.

Hypothesis draws the runs; its own shrinking is turned off, for the calls of a run shrink faster and further as a trace.
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

from hypothesis import HealthCheck, Phase, Verbosity, settings
from hypothesis import seed as seeded
from hypothesis.stateful import run_state_machine_as_test

from ..model.lifecycle import EVENTS
from ..model.trace import Trace
from .comparing import EVERYTHING, Checks
from .content import NEEDED, LoneRuns
from .engine import CannotClose, EngineFactory
from .engines import Shown
from .evidence import Breach, Undecided
from .laws import DRAINED
from .machine import Watcher, machine
from .profile import Profile
from .replay import replay
from .session import Tally
from .shrink import SHORT, shrink, weight
from .suites import ways
from .verdict import Finding, Result, Verdict, finding, leading
from .waivers import Waivers

OTHERS = 2
"""How often another run is looked for where the smallest one is still not short."""
OTHER_RUNS = 40
"""How many runs are made to find one."""

Progress = Callable[[str], None]
"""Told now and then how far a campaign has come."""


@dataclass
class Campaign:
    """One engine, one profile, one seed; the same campaign always does the same."""

    factory: EngineFactory
    profile: Profile
    seed: int = 0
    budget: int | None = None
    """How many runs; the profile's number where it is not given."""
    faults: Sequence[str] = ()
    checks: Checks = EVERYTHING
    progress: Progress = lambda _: None
    tally: Tally = field(default_factory=Tally)
    small: bool = True
    """Whether a run that breaks a law is made small; without it, the finding is the run as it was drawn."""
    _runs: int = 0

    def run(self) -> Verdict:
        """Run until the budget is spent or a law is broken that nobody has waived."""
        started = time.perf_counter()
        if self.profile.without:
            self.factory = Shown(self.factory, without=self.profile.without)
        waivers = Waivers(self.profile.waivers)
        alone = LoneRuns(self.factory, seed=self.seed, faults=self.faults)
        findings: tuple[Finding, ...] = ()
        try:
            told, unknown = self._go_the_suite(waivers, alone)
            breach = told if told is not None and self._counts(told) else None
            if breach is None and not unknown:
                breach, unknown = self._explore(waivers, alone, self.seed, self.budget or self.profile.examples)
                breach = breach or told
            if breach is not None:
                findings, unknown = self._smallest(breach, alone)
        finally:
            with suppress(CannotClose):  # the runs of the engine itself have told of it
                alone.close()
        if breach is None:
            unknown += self._uncommanded()
        stale = () if breach is not None or unknown else waivers.stale
        return self._verdict(findings, unknown, waivers, stale, time.perf_counter() - started)

    def _go_the_suite(self, waivers: Waivers, alone: LoneRuns) -> tuple[Breach | None, tuple[str, ...]]:
        """Go the suite, so that no mistake that it tells is left to chance. Return a breach, if any one that counts."""
        other = None
        lacking = {name for name in EVENTS if name not in self.factory.events or name in self.profile.without}
        chosen = [way for way in ways("lifecycle", lacking) if not self.profile.binds(way[0])]
        for number, (instance, calls) in enumerate(chosen, 1):
            self.progress(f"run {number} of the suite")
            trace = Trace(instance, self.seed, tuple(calls))
            try:
                breach = replay(
                    self.factory, trace, faults=self.faults, checks=self.checks, alone=alone, tally=self.tally
                )
            except Undecided as undecided:
                return None, (str(undecided),)
            except Exception as error:  # noqa: BLE001  as in a run by chance
                return None, (crash_of_harness(error),)
            self._runs += 1
            if breach is not None and not waivers.cover(breach):
                if self._counts(breach):
                    return breach, ()
                other = other or breach
        return other, ()

    def _counts(self, breach: Breach) -> bool:
        """Whether a breach is one that the built-in faults must show; without faults, every one is."""
        return not self.wanted or any(each.law.id in self.wanted for each in breach.broken)

    def _explore(
        self, waivers: Waivers, alone: LoneRuns, draws: int, runs: int
    ) -> tuple[Breach | None, tuple[str, ...]]:
        """Run the machine, drawing from a seed. Return the first breach, or why nothing can be said."""
        breaches: list[Breach] = []
        others: list[Breach] = []

        def waived(breach: Breach) -> bool:
            if waivers.cover(breach):
                return True
            counts = self._counts(breach)
            (breaches if counts else others).append(breach)
            return not counts

        made = machine(
            self.factory,
            self.profile,
            seed=self.seed,
            faults=self.faults,
            checks=self.checks,
            alone=alone,
            tally=self.tally,
            watcher=Watcher(self._started, waived),
        )
        seeded(draws)(made)
        try:
            run_state_machine_as_test(made, settings=quiet(runs, self.profile.steps))
        except Undecided as undecided:
            return None, (str(undecided),)
        except Exception as error:  # noqa: BLE001  whatever it is, the harness did not come to an end: unknown
            if breaches:
                return breaches[0], ()
            return None, (crash_of_harness(error),)
        return (others[0] if others else None), ()

    @property
    def wanted(self) -> tuple[str, ...]:
        """The ids of the laws that the built-in faults must break; others are reported only where none of these is."""
        known = self.factory.faults()
        return tuple(law for name in self.faults if name in known for law in known[name].laws)

    def _started(self) -> None:
        self._runs += 1
        self.progress(f"run {self._runs}")

    def _smallest(self, breach: Breach, alone: LoneRuns) -> tuple[tuple[Finding, ...], tuple[str, ...]]:
        """Shrink the run of a breach and show it once more; an engine that then behaves is not understood."""
        first = leading(breach, self.wanted)
        law = (first.law.id, first.law.name)
        try:
            trace = self._shrunk(breach, law, alone) if self.small else breach.trace
            again = replay(self.factory, trace, faults=self.faults, checks=self.checks, alone=alone)
        except Undecided as undecided:
            return (), (str(undecided),)
        shown = next((each for each in again.broken if (each.law.id, each.law.name) == law), None) if again else None
        if again is None or shown is None:
            return (), (
                f"the same calls broke {law[0]} {law[1]} once and not again: the engine does not repeat itself",
            )
        return (finding(again, trace, shown, engine=self.factory.name, faults=tuple(self.faults)),), ()

    def _shrunk(self, breach: Breach, law: tuple[str, str], alone: LoneRuns) -> Trace:
        """Return the smallest run that breaks a law. Where it stays long, shrink a few others that do, too."""
        checks = replace(self.checks, drain=self.checks.drain and law[1] == DRAINED)

        def probe(trace: Trace) -> Breach | None:
            return replay(self.factory, trace, faults=self.faults, checks=checks, alone=alone)

        self.progress("a law is broken; making the run small")
        best = shrink(probe, law, breach.trace, plans=self.factory.observed)
        for draws in range(self.seed + 1, self.seed + 1 + OTHERS):
            if len(best.calls) <= SHORT:
                break
            self.progress(f"it takes {len(best.calls)} calls; looking for another run")
            other, _ = self._explore(Waivers(self.profile.waivers), alone, draws, OTHER_RUNS)
            if other is not None and law in other.keys:
                smallest = shrink(probe, law, other.trace, plans=self.factory.observed)
                best = min(best, smallest, key=weight)
        return best

    def _uncommanded(self) -> tuple[str, ...]:
        """Say which events of the model nobody tries: leaving them out is the profile's to say."""
        missing = sorted(EVENTS.keys() - self.factory.events - set(self.profile.without))
        told = f"the engine cannot be commanded {', '.join(missing)}: give it the events, or list them in `without`"
        return (told,) if missing else ()

    def _unchecked(self) -> tuple[str, ...]:
        missing = sorted(NEEDED - self.factory.events) if self.checks.content else []
        return (f"content: the engine cannot be commanded {', '.join(missing)}",) if missing else ()

    def _verdict(
        self,
        findings: tuple[Finding, ...],
        unknown: tuple[str, ...],
        waivers: Waivers,
        stale: tuple[str, ...],
        seconds: float,
    ) -> Verdict:
        result = Result.VIOLATES if findings or stale else Result.UNKNOWN if unknown else Result.CONFORMS
        done: dict[str, int] = {}
        refused: dict[str, int] = {}
        for (event, outcome), count in sorted(self.tally.items()):
            kind = refused if outcome == "refused" else done
            kind[event] = kind.get(event, 0) + count
        return Verdict(
            result=result,
            findings=findings,
            waived=dict(sorted(waivers.needed.items())),
            stale=stale,
            unknown=unknown,
            unchecked=self._unchecked(),
            examples=self._runs,
            events=sum(done.values()) + sum(refused.values()),
            seconds=seconds,
            done=done,
            refused=refused,
        )


def quiet(runs: int, steps: int) -> settings:
    """Return the settings of Hypothesis for so many runs, with nothing printed, stored or shrunk."""
    return settings(
        max_examples=runs,
        stateful_step_count=steps,
        phases=[Phase.generate],
        database=None,
        deadline=None,
        derandomize=False,
        report_multiple_bugs=False,
        verbosity=Verbosity.quiet,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.large_base_example],
    )


def crash_of_harness(error: BaseException) -> str:
    """Say in one sentence how the harness itself went wrong."""
    frames = traceback.extract_tb(error.__traceback__)
    own = [frame for frame in frames if "conformance" in frame.filename] or frames
    where = f" at {own[-1].filename}:{own[-1].lineno}" if own else ""
    return f"the harness went wrong{where}: {type(error).__name__}: {str(error).splitlines()[0] if str(error) else ''}"
