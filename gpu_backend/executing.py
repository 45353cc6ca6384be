"""What those parts have in common whose events are methods of one object, each of the same name as its event."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Generic, TypeVar

from ..conformance.engine import Done, Outcome, Refused
from ..conformance.parts.part import Shown
from ..model.instance import Instance
from ..model.trace import Call
from .refusal import Refusal

E = TypeVar("E")


class ExecutingPart(ABC, Generic[E]):
    """A part that leaves every event to its executor, which does it or refuses it."""

    def __init__(self, instance: Instance, seed: int, faults: Sequence[str] = ()) -> None:
        """Make the executor of an instance; nothing in it is drawn, so the seed changes nothing."""
        del seed
        self.instance = instance
        self.executor: E = self.build(faults)

    @abstractmethod
    def build(self, faults: Sequence[str]) -> E:
        """Make what does the events, with some faults built in."""

    def apply(self, call: Call) -> Outcome:
        """Do the event, or refuse it."""
        try:
            getattr(self.executor, call.event)(*call.args)
        except Refusal as refusal:
            return Refused(refusal.reason)
        return Done()

    @abstractmethod
    def observe(self) -> Shown:
        """Show everything, as memory tells it."""

    def close(self) -> None:
        """The tensors go with the part."""
