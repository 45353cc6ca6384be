"""The residents' side as a part that is held against the system `slots`: its events are methods of the same name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...conformance.parts.part import PartFactory, Shown
from ..executing import ExecutingPart
from .executor import ResidentExecutor
from .faults import FAULTS, with_faults
from .observation import shown


class ResidencyPart(ExecutingPart[ResidentExecutor]):
    """The pools and the pausing of an instance. No policy decides: calls do."""

    def build(self, faults: Sequence[str]) -> ResidentExecutor:
        """Make the pools, with some faults built in."""
        return with_faults(faults)(self.instance)

    def observe(self) -> Shown:
        """Show everything, as memory tells it."""
        return shown(self.executor, self.instance)


FACTORY: Final = PartFactory(
    "residency", "slots", ResidencyPart, known={name: fault.info for name, fault in FAULTS.items()}
)
