"""The memory as a part that is held against the system `pages`: its events are methods of the same name."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import torch

from ...conformance.engine import Done, Outcome, Refused
from ...conformance.parts.part import PartFactory, Shown
from ...model.instance import Instance
from ...model.systems.pages.state import Operation, Prefix
from ...model.trace import Call
from ..refusal import Refusal
from .faults import FAULTS, with_faults
from .manager import PageManager
from .observation import Observation


class PagingPart:
    """The memory of an instance, with some faults built in."""

    def __init__(self, instance: Instance, seed: int, faults: Sequence[str] = ()) -> None:
        """Make an empty memory; nothing in it is drawn, so the seed changes nothing."""
        del seed
        self.instance = instance
        device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.manager: PageManager = with_faults(faults)(instance.tables["tier"], instance.count(Operation), device)

    def apply(self, call: Call) -> Outcome:
        """Do the event, or refuse it."""
        try:
            getattr(self.manager, call.event)(*call.args)
        except Refusal as refusal:
            return Refused(refusal.reason)
        return Done()

    def observe(self) -> Shown:
        """Show everything, content as memory tells it."""
        return Observation(self.manager).fields(self.instance.requests, self.instance.count(Prefix))

    def close(self) -> None:
        """The tensors go with the part."""


FACTORY: Final = PartFactory("paging", "pages", PagingPart, known={name: fault.info for name, fault in FAULTS.items()})
