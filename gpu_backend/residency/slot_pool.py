"""A pool with one entry for each resident request: who has which, and which are free."""

from __future__ import annotations

from ..memory import FreeList
from .errors import NoFreeSlot, OutOfTurn, expect


class SlotPool:
    """Hands out entries by number, each to one request; the one given back last is handed out first."""

    what = "slots"

    def __init__(self) -> None:
        self.slot_of: dict[int, int] = {}
        self.resize(0)

    def resize(self, entries: int) -> None:
        """Make the pool so large; nobody may have an entry of it."""
        expect(not self.slot_of, OutOfTurn, f"{self.what} are in use")
        self.free = FreeList(entries, self.what)

    @property
    def capacity(self) -> int:
        """How many entries there are."""
        return self.free.size

    def check_free(self) -> None:
        """Refuse if no entry is free."""
        expect(len(self.free), NoFreeSlot, f"no {self.what} are free")

    def add(self, request: int) -> int:
        """Give a request an entry."""
        self.check_free()
        (slot,) = self.free.take(1)
        self.slot_of[request] = slot
        return slot

    def remove(self, request: int) -> None:
        """Take a request's entry back, if it has one."""
        slot = self.slot_of.pop(request, None)
        if slot is not None:
            self.give_back(slot)

    def give_back(self, slot: int) -> None:
        """Let an entry be handed out again."""
        self.free.give_back([slot])


class SequenceSlots(SlotPool):
    """Places in the sampler, for the tokens of a sequence."""

    what = "sequence slots"


class IndexMapper(SlotPool):
    """Rows of the page tables that the attention kernels read."""

    what = "index slots"
