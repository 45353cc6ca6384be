"""The executor of a pipeline: all that is planned, launched and answered, in one class that faults are built into."""

from __future__ import annotations

from .core import Core
from .flight import Flight
from .leaving import Leaving
from .planning import Planning


class SlotUpkeep(Core):
    """load, evict, reload, rewrite."""

    def load(self, a: int) -> None:
        """Copy an adapter to the device."""
        self.adapters.load(a)

    def evict(self, a: int) -> None:
        """Free the slot of an adapter."""
        self.adapters.evict(a, self.planned)

    def reload(self, a: int) -> None:
        """Register newer weights under an adapter's name."""
        self.adapters.reload(a, self.planned)

    def rewrite(self, a: int) -> None:
        """Copy the newer weights into the slot."""
        self.adapters.rewrite(a)


class PipelineExecutor(Planning, Flight, Leaving, SlotUpkeep):
    """The executor with every event."""
