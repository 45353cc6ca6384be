"""The adapter caches as a part that is held against the system `adapters`: its events are methods of the same name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from ...conformance.parts.part import PartFactory, Shown
from ..executing import ExecutingPart
from .executor import PeftExecutor
from .faults import FAULTS, with_faults
from .observation import shown


class PeftPart(ExecutingPart[PeftExecutor]):
    """The caches of an instance."""

    def build(self, faults: Sequence[str]) -> PeftExecutor:
        """Make the caches, with some faults built in."""
        return with_faults(faults)(self.instance)

    def observe(self) -> Shown:
        """Show everything, as memory tells it."""
        return shown(self.executor, self.instance)


FACTORY: Final = PartFactory("peft", "adapters", PeftPart, known={name: fault.info for name, fault in FAULTS.items()})
