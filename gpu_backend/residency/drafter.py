"""The drafter's context of each live request, in slots by identity: captured graphs know them by their number.

A slot is a number; what it refers to is a block of an arena, through a table that the graphs read. The arena is as
large as the pool; the numbers are as many as were captured. Padding rows of a batch write to a slot of their own.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

import torch
from torch import Tensor

from ...model.systems.slots.state import NO_SLOT, SCRATCH
from ..memory import DTYPE, POISON, FreeList
from .content import WINDOW, poisoned
from .errors import NoFreeSlot, OutOfTurn, SlotReserved, expect


class DrafterContexts:
    """Which slot each request has, which block each slot refers to, and the contexts [blocks, WINDOW] themselves."""

    def __init__(self, numbers: int, device: torch.device) -> None:
        self.device, self.numbers = device, range(numbers)
        self.slot_of: dict[int, int] = {}
        self.free_slots = {slot for slot in self.numbers if slot not in (NO_SLOT, SCRATCH)}
        self.block_of: dict[int, int] = {}
        self.resize(0)

    def resize(self, entries: int) -> None:
        """Allocate an arena of so many blocks, and one behind them for padding."""
        expect(not self.slot_of, OutOfTurn, "drafter slots are in use")
        self.blocks = FreeList(entries, "drafter contexts")
        self.arena = poisoned(entries + 1, WINDOW, self.device)
        self.table = torch.full((max(len(self.numbers), SCRATCH + 1),), entries, device=self.device)

    @property
    def capacity(self) -> int:
        """How many contexts there is room for, beside the one of padding."""
        return self.blocks.size

    def check_free(self) -> None:
        """Refuse if the arena has no room for one more context."""
        expect(len(self.blocks), NoFreeSlot, "no drafter contexts are free")

    def check_slot(self, slot: int) -> None:
        """Refuse a slot that no request may be given, or that one has."""
        self.check_reserved(slot)
        self.check_nobody_has(slot)

    def check_reserved(self, slot: int) -> None:
        """Refuse the slot of padding, and the number that stands for none."""
        expect(slot not in (NO_SLOT, SCRATCH), SlotReserved, f"drafter slot {slot} is never given to a request")

    def check_nobody_has(self, slot: int) -> None:
        """Refuse a slot that a request has."""
        expect(slot not in self.slot_of.values(), SlotReserved, f"drafter slot {slot} is somebody's")

    def lowest_free(self) -> int:
        """Return the slot that is handed out next: the same one on every rank."""
        expect(self.free_slots, NoFreeSlot, "no drafter slots are free")
        return min(self.free_slots)

    def add(self, request: int, slot: int, context: list[float]) -> None:
        """Give a request a slot, with a block that holds its context."""
        self.check_slot(slot)
        self.check_free()
        (block,) = self.blocks.take(1)
        self.slot_of[request], self.block_of[slot] = slot, block
        self.claim_slot(slot)
        self.table[slot] = block
        self.fill(block, context)

    def fill(self, block: int, context: list[float]) -> None:
        """Write what the drafter has computed of a request's tokens."""
        self.arena[block] = torch.tensor(context, dtype=DTYPE, device=self.device)

    def claim_slot(self, slot: int) -> None:
        """Keep a slot from being handed out."""
        self.free_slots.discard(slot)

    def remove(self, request: int) -> None:
        """Drop a request's context, if it has one, and free its slot."""
        slot = self.slot_of.pop(request, None)
        if slot is None:
            return
        block = self.block_of.pop(slot)
        self.forget_block(slot)
        self.poison(block)
        self.blocks.give_back([block])
        self.free_slots.add(slot)

    def forget_block(self, slot: int) -> None:
        """Let a slot that nobody has refer to the block of padding."""
        self.table[slot] = self.capacity

    def poison(self, block: int) -> None:
        """Make a context unfit to be read."""
        self.arena[block] = POISON

    def lapsed(self, retained: Collection[int]) -> list[int]:
        """Return the requests that have a slot and are not to keep it."""
        return [request for request in self.slot_of if request not in retained]

    def append(self, requests: Sequence[int], tokens: Tensor, rows: int) -> None:
        """Let the contexts of a batch, padded to so many rows, take in a token each."""
        padding = rows - len(requests)
        slots = [*(self.slot_of[r] for r in requests), *[self.padding_slot()] * padding]
        blocks = self.table[torch.tensor(slots, device=self.device)]
        tokens = torch.cat((tokens, tokens.new_zeros(padding)))
        self.arena[blocks] = torch.cat((self.arena[blocks][:, 1:], tokens.unsqueeze(1)), 1)

    def padding_slot(self) -> int:
        """Return the slot that padding rows write to."""
        return int(SCRATCH)
