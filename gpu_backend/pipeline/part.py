"""The pipeline as a part that is held against the system `steps`: its events are methods of the same name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...conformance.engine import Done, Outcome
from ...conformance.parts.part import PartFactory, Shown
from ...model.instance import Instance
from ...model.trace import Call
from ..executing import ExecutingPart
from .executor import PipelineExecutor
from .faults import FAULTS, with_faults
from .launched import LaunchedWeights
from .observation import Observation


class PipelinePart(ExecutingPart[PipelineExecutor]):
    """The executor of an instance, and what is noted of it at each launch."""

    def __init__(self, instance: Instance, seed: int, faults: Sequence[str] = ()) -> None:
        """Make the executor, of which nothing is launched yet."""
        super().__init__(instance, seed, faults)
        self.launched = LaunchedWeights(self.executor)

    def apply(self, call: Call) -> Outcome:
        """Do the event, or refuse it."""
        steps = self.executor.in_flight.steps
        answered = steps[0] if steps else None
        outcome = super().apply(call)
        if isinstance(outcome, Done):
            self.launched.follow(call, answered)
        return outcome

    def build(self, faults: Sequence[str]) -> PipelineExecutor:
        """Make the pipeline, with some faults built in."""
        return with_faults(faults)(self.instance)

    def observe(self) -> Shown:
        """Show everything, as memory tells it."""
        return Observation(self.executor, self.instance, self.launched.of_requests).fields()


FACTORY: Final = PartFactory(
    "pipeline", "steps", PipelinePart, known={name: fault.info for name, fault in FAULTS.items()}
)
