"""The pipeline as a part that is held against the system `steps`: its events are methods of the same name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...conformance.parts.part import PartFactory, Shown
from ..executing import ExecutingPart
from .executor import PipelineExecutor
from .faults import FAULTS, with_faults
from .observation import Observation


class PipelinePart(ExecutingPart[PipelineExecutor]):
    """The executor of an instance."""

    def build(self, faults: Sequence[str]) -> PipelineExecutor:
        """Make the pipeline, with some faults built in."""
        return with_faults(faults)(self.instance)

    def observe(self) -> Shown:
        """Show everything, as memory tells it."""
        return Observation(self.executor, self.instance).fields()


FACTORY: Final = PartFactory(
    "pipeline", "steps", PipelinePart, known={name: fault.info for name, fault in FAULTS.items()}
)
