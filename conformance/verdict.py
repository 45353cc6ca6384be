"""The one record of what a run showed: conforms, violates or unknown, with evidence. Reports only render it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum

import msgspec

from ..model.catalogue import SYSTEMS
from ..model.trace import Trace
from .evidence import Breach, Broken, Difference
from .laws import Citation
from .script import command, sizes_of


class Result(Enum):
    """What can be said of an engine. A harness that went wrong says nothing: `unknown`."""

    CONFORMS = "conforms"
    VIOLATES = "violates"
    UNKNOWN = "unknown"

    @property
    def exit_code(self) -> int:
        """The exit code of a command that ends with this result."""
        return {Result.CONFORMS: 0, Result.VIOLATES: 1, Result.UNKNOWN: 3}[self]


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """One law that an engine breaks, with all that is needed to see it and to show it again."""

    law: Citation
    about: str
    """Whom the law is about here, e.g. `r=1`."""
    differs: Difference
    also: tuple[Citation, ...] = ()
    """Other laws that the same step breaks."""
    event: str
    """The call that broke it."""
    event_where: str
    """The file and line of the event in the model."""
    calls: tuple[str, ...]
    """What led there, the call included."""
    note: str = ""
    engine: str
    faults: tuple[str, ...] = ()
    seed: int
    sizes: dict[str, int]
    reproduce: str
    """The command that shows it again; nothing for a part that is held by itself, of no engine with a name."""


class Verdict(msgspec.Struct, frozen=True, kw_only=True):
    """What a number of runs showed."""

    result: Result
    findings: tuple[Finding, ...] = ()
    waived: dict[str, int] = msgspec.field(default_factory=dict)
    """How often each waived law was broken."""
    stale: tuple[str, ...] = ()
    """Waived laws that were not broken: the waiver is to be taken out."""
    unknown: tuple[str, ...] = ()
    """Why nothing can be said."""
    unchecked: tuple[str, ...] = ()
    """What was not checked of this engine, and why."""
    examples: int = 0
    """How many runs were begun."""
    instances: dict[str, int] = msgspec.field(default_factory=dict)
    """How many of the runs of a part were in which sizes; of whole engines it is not told."""
    events: int = 0
    seconds: float = 0.0
    done: dict[str, int] = msgspec.field(default_factory=dict)
    """How often each event was done, on command or by the engine's own decision."""
    refused: dict[str, int] = msgspec.field(default_factory=dict)
    """How often each event was refused."""


def worst(results: Iterable[Result]) -> Result:
    """Merge results: one violation decides; else one unknown does."""
    found = set(results)
    for result in (Result.VIOLATES, Result.UNKNOWN):
        if result in found:
            return result
    return Result.CONFORMS


def finding(
    breach: Breach, trace: Trace, first: Broken, *, engine: str, faults: tuple[str, ...], reproduce: str | None = None
) -> Finding:
    """Return the finding of a breach; `trace` is the run to reproduce it with, `first` the law to name.

    `reproduce` is the command that shows it again, where it is another than to replay the trace on the engine.
    """
    event = SYSTEMS[breach.call.system].events.get(breach.call.event)
    return Finding(
        law=first.law,
        about=first.about,
        differs=first.differs,
        also=tuple(each.law for each in breach.broken if each.law != first.law),
        event=str(breach.call),
        event_where=event.where if event is not None else "",
        calls=tuple(str(call) for call in breach.trace.calls),
        note=breach.note,
        engine=engine,
        faults=faults,
        seed=trace.seed,
        sizes=sizes_of(trace.instance),
        reproduce=command(engine, trace, faults) if reproduce is None else reproduce,
    )


def leading(breach: Breach, laws: Sequence[str] = ()) -> Broken:
    """Return the broken law to name: the first of the given ids that is broken, else the most telling one."""
    by_id = {each.law.id: each for each in reversed(breach.broken)}
    return next((by_id[law] for law in laws if law in by_id), breach.broken[0])
