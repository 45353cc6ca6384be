"""What a part of an engine has to give, so that it can be held against a system of the model by itself.

A part does the events of its system and shows the fields of its state. What the whole engine is made of is tested so
before, and beside, the whole: a part's runs are short, and reach what the whole seldom reaches.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Protocol

from ...model.fields import Kind
from ...model.instance import Instance
from ...model.system import SYSTEMS, System
from ...model.trace import Call
from ...model.worlds.layout import Cell, layout
from ..engine import FaultInfo, Outcome

Shown = Mapping[str, Sequence[int]]
"""The values of each field by its flat name (`free.HOST`), in the order of its keys, row by row; one for a number."""


class Part(Protocol):
    """A running part of an engine. It may raise: that is a finding of the event that made it raise."""

    def apply(self, call: Call) -> Outcome:
        """Do this event of the system now, or refuse it and change nothing."""
        ...

    def observe(self) -> Shown:
        """Show every field that the factory does not say is hidden. Changes nothing."""
        ...

    def close(self) -> None:
        """Give back what the part took from the machine."""
        ...


@dataclass(frozen=True, slots=True)
class PartFactory:
    """Makes parts of one kind: `make` is called with the instance, the seed and the names of faults to build in."""

    name: str
    """How reports call it."""
    system: str
    """The system of the model that it is held against."""
    make: Callable[[Instance, int, Sequence[str]], Part]
    known: Mapping[str, FaultInfo] = field(default_factory=dict)
    """The faults that can be built in, by name."""
    hidden: Mapping[str, str] = field(default_factory=dict)
    """The fields of the system that the part does not have, each with the reason."""
    without: Mapping[str, str] = field(default_factory=dict)
    """The events of the system that the part does not do, each with the reason."""
    observed: bool = False
    """Whether it answers `SCHEDULE` with the events that it chose by itself."""

    @property
    def model(self) -> System:
        """The system itself."""
        return SYSTEMS[self.system]

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells of the state that it shows, in the order of the state."""
        return _cells(self.system, frozenset(self.hidden))

    def wrong(self) -> str | None:
        """Return what is wrong with the factory, in a sentence, or None."""
        if self.system not in SYSTEMS:
            return f"{self.name} is held against {self.system!r}; the systems are {', '.join(SYSTEMS)}"
        fields = {cell.field for cell in layout(self.model.schema).cells.values()}
        for kind, given, there in (("field", self.hidden, fields), ("event", self.without, set(self.model.events))):
            for name, reason in given.items():
                if name not in there:
                    return f"{self.name} leaves out the {kind} {name!r}, which {self.system} does not have"
                if not reason:
                    return f"{self.name} leaves out the {kind} {name!r} without a reason"
        return None


@cache
def _cells(system: str, hidden: frozenset[str]) -> tuple[Cell, ...]:
    cells = layout(SYSTEMS[system].schema).cells.values()
    kept = (cell for cell in cells if cell.spec.kind not in (Kind.SIZE, Kind.TALLY))
    return tuple(cell for cell in kept if cell.field not in hidden)
