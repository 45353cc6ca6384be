"""Slots of a fixed number that requests hold: the index slots of a pool, the sequence slots of the batch."""

from __future__ import annotations

from ..memory import FreeList
from ..refusal import OutOfRoom
from .errors import NoIndexSlot, NoSequenceSlot
from .request import LlmRequest


class SlotManager:
    """Hands one slot to each request that asks for one, and takes it back."""

    full: type[OutOfRoom] = OutOfRoom
    what = "slots"

    def __init__(self, size: int) -> None:
        self.free = FreeList(size, self.what)
        self.slots: dict[LlmRequest, int] = {}

    def check_free(self) -> None:
        """Refuse where no slot is free."""
        if not len(self.free):
            raise self.full(f"no {self.what} are free")

    def take(self, request: LlmRequest) -> int:
        """Hand a slot out, or refuse."""
        self.check_free()
        (slot,) = self.free.take(1)
        self.slots[request] = slot
        return slot

    def release(self, request: LlmRequest) -> None:
        """Take the slot of a request back, if it has one."""
        slot = self.slots.pop(request, None)
        if slot is not None:
            self.free.give_back([slot])


class IndexMapper(SlotManager):
    """The rows of a pool's page table."""

    full, what = NoIndexSlot, "index slots"


class SeqSlotManager(SlotManager):
    """The rows of the batch's tables."""

    full, what = NoSequenceSlot, "sequence slots"

    def ensure(self, request: LlmRequest) -> None:
        """Hand a slot out to a request that has none yet."""
        if request not in self.slots:
            self.take(request)

    def check_for(self, request: LlmRequest) -> None:
        """Refuse a request that has no slot and would get none."""
        if request not in self.slots:
            self.check_free()
