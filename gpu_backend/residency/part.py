"""The residents' side as a part that is held against the system `slots`: its events are methods of the same name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...conformance.engine import Done, Outcome, Refused
from ...conformance.parts.part import PartFactory, Shown
from ...model.instance import Instance
from ...model.trace import Call
from ..refusal import Refusal
from .executor import ResidentExecutor
from .faults import FAULTS, with_faults
from .observation import shown


class ResidencyPart:
    """The pools and the pausing of an instance, with some faults built in. No policy decides: calls do."""

    def __init__(self, instance: Instance, faults: Sequence[str] = ()) -> None:
        self.instance = instance
        self.executor: ResidentExecutor = with_faults(faults)(instance)

    def apply(self, call: Call) -> Outcome:
        """Do the event, or refuse it."""
        try:
            getattr(self.executor, call.event)(*call.args)
        except Refusal as refusal:
            return Refused(refusal.reason)
        return Done()

    def observe(self) -> Shown:
        """Show everything, as memory tells it."""
        return shown(self.executor, self.instance)

    def close(self) -> None:
        """The tensors go with the part."""


def make(instance: Instance, seed: int, faults: Sequence[str]) -> ResidencyPart:
    """Make a part. It draws nothing, so that the seed changes nothing."""
    del seed
    return ResidencyPart(instance, faults)


FACTORY: Final = PartFactory("residency", "slots", make, known={name: fault.info for name, fault in FAULTS.items()})
