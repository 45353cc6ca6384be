"""The memory as a part that is held against the system `pages`: its events are methods of the same name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import torch

from ...conformance.parts.part import PartFactory, Shown
from ...model.systems.pages.state import Operation, Prefix
from ..executing import ExecutingPart
from .faults import FAULTS, with_faults
from .manager import PageManager
from .observation import Observation


class PagingPart(ExecutingPart[PageManager]):
    """The memory of an instance."""

    def build(self, faults: Sequence[str]) -> PageManager:
        """Make the memory, with some faults built in."""
        device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        return with_faults(faults)(self.instance.tables["tier"], self.instance.count(Operation), device)

    def observe(self) -> Shown:
        """Show everything, as memory tells it."""
        return Observation(self.executor).fields(self.instance.requests, self.instance.count(Prefix))


FACTORY: Final = PartFactory("paging", "pages", PagingPart, known={name: fault.info for name, fault in FAULTS.items()})
