"""The protocol that an engine adapter implements, and what it answers.

An engine is driven in both ways. *Commanded*: `apply(Call)` with one event of the model, which the engine does or
refuses. *Observed*: `apply(SCHEDULE)`, after which the engine answers with the list of events it chose by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol

from ..model.instance import Instance
from ..model.lifecycle import EVENTS
from ..model.sorts import NO_ADAPTER, Phase, Pool
from ..model.trace import Call
from .snapshot import NO_ADAPTERS, NO_PLACES, AdapterView, PoolView, RequestView, Snapshot

__all__ = [
    "NO_ADAPTER",
    "NO_ADAPTERS",
    "NO_PLACES",
    "SCHEDULE",
    "AdapterView",
    "Call",
    "Decisions",
    "Done",
    "Engine",
    "EngineFactory",
    "Factory",
    "FaultInfo",
    "Instance",
    "Outcome",
    "Phase",
    "Pool",
    "PoolView",
    "Refused",
    "RequestView",
    "Snapshot",
]
"""All that an engine adapter imports."""

SCHEDULE = Call("schedule")
"""Plan and run one pass as the engine sees fit."""


@dataclass(frozen=True, slots=True)
class Done:
    """The event was done."""


@dataclass(frozen=True, slots=True)
class Refused:
    """The event was refused, and the engine says why."""

    reason: str


@dataclass(frozen=True, slots=True)
class Decisions:
    """What an engine that plans for itself did, in order, in the words of the model."""

    calls: tuple[Call, ...]


Outcome = Done | Refused | Decisions


class Engine(Protocol):
    """A running engine. It may raise: the harness reports that as a finding of the event that made it raise."""

    def apply(self, call: Call) -> Outcome:
        """Do this event now, or refuse it and change nothing."""
        ...

    def observe(self) -> Snapshot:
        """Tell who holds what, by identity. Changes nothing."""
        ...

    def close(self) -> None:
        """Give back what the engine took from the machine."""
        ...


class EngineFactory(Protocol):
    """Makes engines. `name` is how profiles call it; `events` are the model's events that it can be commanded."""

    @property
    def name(self) -> str:
        """How profiles and commands call the engine."""
        ...

    @property
    def events(self) -> frozenset[str]:
        """The model's events that it can be commanded."""
        ...

    @property
    def observed(self) -> bool:
        """Whether it answers `SCHEDULE`."""
        ...

    def __call__(self, instance: Instance, *, seed: int, faults: Sequence[str] = ()) -> Engine:
        """Start an engine of this size. `faults` are names of known faults to build in, for testing the harness."""
        ...

    def faults(self) -> Mapping[str, FaultInfo]:
        """Return the known faults that can be built into this engine, by name."""
        ...


@dataclass(frozen=True, slots=True)
class FaultInfo:
    """A known way of getting it wrong: its id in the catalogue, the law it must break, and what was forgotten."""

    name: str
    id: str
    laws: tuple[str, ...]
    summary: str


class CannotClose(Exception):
    """The engine raises when it is told to give back what it took; nothing can be relied on after that."""


def shut(engine: Engine) -> None:
    """Close an engine; say so in one sentence if it raises."""
    try:
        engine.close()
    except (Exception, SystemExit) as error:
        raise CannotClose(f"the engine raises when it is closed: {type(error).__name__}: {error}") from error


@dataclass(frozen=True, slots=True)
class Factory:
    """The factory of an engine that knows no faults: `FACTORY = Factory("mine", MyEngine)` is all it takes.

    `make` is called with the instance and the seed. An engine that lacks some events says so in its profile.
    """

    name: str
    make: Callable[[Instance, int], Engine]
    observed: bool = False
    events: frozenset[str] = frozenset(EVENTS)

    def __call__(self, instance: Instance, *, seed: int, faults: Sequence[str] = ()) -> Engine:
        """Start an engine of this size."""
        if faults:
            msg = f"the engine {self.name!r} has no fault {faults[0]!r}: it knows none"
            raise ValueError(msg)
        return self.make(instance, seed)

    def faults(self) -> Mapping[str, FaultInfo]:
        """Return no faults."""
        return {}
