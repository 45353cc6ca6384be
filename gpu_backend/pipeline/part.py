"""The pipeline as a part that is held against the system `steps`: its events are methods of the same name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...conformance.engine import Done, Outcome, Refused
from ...conformance.parts.part import PartFactory, Shown
from ...model.instance import Instance
from ...model.trace import Call
from ..refusal import Refusal
from .executor import PipelineExecutor
from .faults import FAULTS, with_faults
from .observation import Observation


class PipelinePart:
    """The executor of an instance, with some faults built in."""

    def __init__(self, instance: Instance, faults: Sequence[str] = ()) -> None:
        self.instance = instance
        self.executor: PipelineExecutor = with_faults(faults)(instance)

    def apply(self, call: Call) -> Outcome:
        """Do the event, or refuse it."""
        try:
            getattr(self.executor, call.event)(*call.args)
        except Refusal as refusal:
            return Refused(refusal.reason)
        return Done()

    def observe(self) -> Shown:
        """Show everything, as memory tells it."""
        return Observation(self.executor, self.instance).fields()

    def close(self) -> None:
        """The tensors go with the part."""


def make(instance: Instance, seed: int, faults: Sequence[str]) -> PipelinePart:
    """Make a part. It draws nothing, so that the seed changes nothing."""
    del seed
    return PipelinePart(instance, faults)


FACTORY: Final = PartFactory("pipeline", "steps", make, known={name: fault.info for name, fault in FAULTS.items()})
"""All that can be done to steps, in one class."""
