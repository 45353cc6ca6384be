"""So many runs of a whole, and where one fails, the smallest run that fails in the same way."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import count

from ...model.trace import Call, Trace
from ..evidence import Breach, Violated
from ..fuzz import crash_of_harness
from ..parts.sizes import write_all_sizes
from ..verdict import Finding, Result, Verdict, leading
from .kept import kept_runs
from .lockstep import WholeRun
from .script import command, drawn, read_run, said
from .whole import WholeFactory

RUNS = 60
"""How many runs are made of a whole."""
SHORTEST, LONGEST = 5, 60
"""How many calls a run has before everybody is brought to an end."""
MOST_PROBES = 2_000
"""A bound on the runs that are tried to make one small."""

Progress = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class Found:
    """A breach, whose trace has what was asked for, and the steps that were taken behind it to bring all to an end."""

    breach: Breach
    more: int


@dataclass(frozen=True, slots=True)
class WholeCampaign:
    """One whole, one seed; the same campaign always does the same."""

    factory: WholeFactory
    seed: int = 0
    runs: int = RUNS
    faults: Sequence[str] = ()
    engine: str = ""
    """The engine that the whole is of, for the command that shows a finding again."""
    progress: Progress = lambda _: None

    def verdict(self, *, small: bool = True) -> Verdict:
        """Make the runs; `small` asks for the smallest run that shows what is found."""
        started = time.perf_counter()
        done: Counter[str] = Counter()
        kept, systems = len(kept_runs(self.factory.name)), ", ".join(self.factory.systems)
        self.progress(f"{self.factory.name}: {kept} kept runs and {self.runs} by chance beside {systems}")
        findings: tuple[Finding, ...] = ()
        unknown: tuple[str, ...] = ()
        made = 0
        for draw in (*range(-1, -len(kept_runs(self.factory.name)) - 1, -1), *range(self.runs)):
            made += 1
            try:
                found = self.run(draw, done)
            except Exception as error:  # noqa: BLE001  whatever it is, the harness did not come to an end: unknown
                unknown = (crash_of_harness(error),)
                break
            if found is not None:
                findings = (self._finding(found, draw, small=small),)
                break
        return Verdict(
            result=Result.VIOLATES if findings else Result.UNKNOWN if unknown else Result.CONFORMS,
            findings=findings,
            unknown=unknown,
            examples=made,
            events=done.total(),
            seconds=time.perf_counter() - started,
            done=dict(sorted(done.items())),
        )

    def again(self, trace: Trace, draw: int) -> Verdict:
        """Go one run again."""
        done: Counter[str] = Counter()
        found = self.replay(trace, done)
        findings = (self._finding(found, draw, small=False),) if found is not None else ()
        result = Result.VIOLATES if findings else Result.CONFORMS
        return Verdict(result=result, findings=findings, examples=1, events=done.total(), done=dict(done))

    def run(self, draw: int, done: Counter[str]) -> Found | None:
        """Make one run, and bring everybody to an end."""
        if draw < 0:
            kept = kept_runs(self.factory.name)[-draw - 1]
            return self.replay(read_run(self.factory, kept.calls, seed=kept.seed, draw=draw), done)
        instance, chance = drawn(self.factory, self.seed, draw)
        calls = chance.randint(SHORTEST, LONGEST)
        dealt: list[Call] = []

        def deal() -> Iterator[Call]:
            for _ in range(calls):
                dealt.append(self.factory.deal(instance, dealt, chance))
                yield dealt[-1]

        return self._go(Trace(instance, self.seed), deal(), done)

    def replay(self, trace: Trace, done: Counter[str] | None = None) -> Found | None:
        """Go a run, and bring everybody to an end. Return the first breach, or None where it conforms."""
        return self._go(trace, iter(trace.calls), Counter() if done is None else done)

    def _go(self, trace: Trace, calls: Iterator[Call], done: Counter[str]) -> Found | None:
        """Return the first breach."""
        asked: list[Call] = []
        run: WholeRun | None = None
        try:
            with WholeRun(self.factory, trace.instance, seed=trace.seed, faults=self.faults) as run:
                try:
                    for call in calls:
                        asked.append(call)
                        run.do(call)
                    run.drain()
                finally:
                    done.update(run.events)
        except Violated as violated:
            more = len(run.calls) - len(asked) if run is not None else 0
            return Found(replace(violated.breach, trace=replace(trace, calls=tuple(asked))), more)
        return None

    def _finding(self, found: Found, draw: int, *, small: bool) -> Finding:
        known = self.factory.known
        wanted = [law for name in self.faults if name in known for law in known[name].laws]
        first = leading(found.breach, wanted)
        if small:
            found = self.smallest(found, (first.law.id, first.law.name))
            first = leading(found.breach, wanted)
        breach = found.breach
        calls = [said(self.factory, call) for call in breach.trace.calls]
        sizes = {**breach.trace.instance.sizes, "requests": breach.trace.instance.requests}
        return Finding(
            law=first.law,
            about=first.about,
            differs=first.differs,
            also=tuple(each.law for each in breach.broken if each.law != first.law),
            event=said(self.factory, breach.call),
            event_where="",
            calls=(*calls, *([f"step ({found.more} more, to bring all to an end)"] if found.more else [])),
            note="; ".join(filter(None, (breach.note, f"in {write_all_sizes(breach.trace.instance)}"))),
            engine=self.engine or self.factory.name,
            faults=tuple(self.faults),
            seed=breach.trace.seed,
            sizes=sizes,
            reproduce=command(self.engine, breach.trace, draw, self.faults),
        )

    def smallest(self, found: Found, law: tuple[str, str]) -> Found:
        """Leave out calls as long as the same law is broken: long stretches first, then shorter ones."""
        probes = count()
        width = max(len(found.breach.trace.calls), 1)
        while width:
            start = len(found.breach.trace.calls) - width
            while start >= 0 and next(probes) < MOST_PROBES:
                calls = found.breach.trace.calls
                shorter = self.replay(replace(found.breach.trace, calls=(*calls[:start], *calls[start + width :])))
                if shorter is not None and law in shorter.breach.keys:
                    found = shorter
                start = min(start - 1, len(found.breach.trace.calls) - width)
            width //= 2
        return found
