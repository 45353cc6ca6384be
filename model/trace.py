"""The one record of a run: the calls that were made, on which instance, from which seed."""

from __future__ import annotations

from dataclasses import dataclass, field

from .instance import Instance
from .naming import named
from .state import World
from .system import SYSTEMS


@dataclass(frozen=True, slots=True)
class Call:
    """One event with its arguments, e.g. `suspend(r=1)`."""

    event: str
    args: tuple[int, ...] = ()
    system: str = World.system

    def __str__(self) -> str:
        """Return the call as one would write it, with the names of its arguments."""
        known = SYSTEMS[self.system].events.get(self.event) if self.system in SYSTEMS else None
        params = known.params if known is not None else [(f"arg{i}", int) for i in range(len(self.args))]
        said = (f"{name}={named(sort, value)}" for (name, sort), value in zip(params, self.args, strict=False))
        return f"{self.event}({', '.join(said)})"


@dataclass(frozen=True, slots=True)
class Trace:
    """A run: an instance, a seed for whatever the engine draws, and the calls in order."""

    instance: Instance
    seed: int
    calls: tuple[Call, ...] = field(default_factory=tuple)
