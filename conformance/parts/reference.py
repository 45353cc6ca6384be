"""The model itself as a part: it conforms by definition, so that the harness of parts can be held to account.

With a fault of the model built in, an event does something wrong, and the harness must say which law that breaks.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...model.instance import Instance
from ...model.language import Refused as ModelRefused
from ...model.system import SYSTEMS
from ...model.trace import Call
from ...model.worlds.concrete import ConcreteWorld
from ..engine import Done, FaultInfo, Outcome, Refused
from .part import PartFactory, Shown


class ReferencePart:
    """A state of the model that does events."""

    def __init__(self, system: str, instance: Instance, faults: Sequence[str] = ()) -> None:
        """Start in the initial state; each fault takes the place of its event."""
        known = SYSTEMS[system]
        wrong = {known.faults[name].event.name: known.faults[name].wrong for name in faults}
        self.events = {**known.events, **wrong}
        self.world = ConcreteWorld(instance)

    def apply(self, call: Call) -> Outcome:
        """Do the event, or refuse it and go back to where it began."""
        before = self.world.state()
        try:
            self.events[call.event](self.world, *call.args)
        except ModelRefused as refused:
            self.world.restore(before)
            return Refused(refused.why)
        return Done()

    def observe(self) -> Shown:
        """Show everything."""
        return {name: list(self.world.values(name)) for name in self.world.layout.cells}

    def close(self) -> None:
        """Hold nothing."""


def reference_part(system: str) -> PartFactory:
    """Return the factory of a system's own model."""

    def make(instance: Instance, seed: int, faults: Sequence[str]) -> ReferencePart:
        del seed
        return ReferencePart(system, instance, faults)

    known = {
        fault.name: FaultInfo(fault.name, fault.id, _ids(system, fault.breaks), fault.doc)
        for fault in SYSTEMS[system].faults.values()
    }
    return PartFactory("reference", system, make, known)


def _ids(system: str, names: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(SYSTEMS[system].laws[name].id for name in names))
