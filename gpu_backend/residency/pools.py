"""All pools with one entry for each resident request, which grow together or not at all."""

from __future__ import annotations

import torch

from ...model.systems.slots.state import Slots
from .drafter import DrafterContexts
from .recurrent import RecurrentStates
from .slot_pool import IndexMapper, SequenceSlots

AnyPool = SequenceSlots | IndexMapper | RecurrentStates | DrafterContexts


class ResidentPools:
    """Sequence slots, index slots, recurrent states and drafter contexts."""

    sequence_slots = SequenceSlots
    index_mapper = IndexMapper
    recurrent_states = RecurrentStates
    drafter_contexts = DrafterContexts

    def __init__(self, drafter_numbers: int, device: torch.device) -> None:
        self.sequence = self.sequence_slots()
        self.index = self.index_mapper()
        self.recurrent = self.recurrent_states(device)
        self.drafter = self.drafter_contexts(drafter_numbers, device)
        self.by_kind: dict[Slots, AnyPool] = {
            Slots.SEQUENCE: self.sequence,
            Slots.INDEX: self.index,
            Slots.RECURRENT: self.recurrent,
            Slots.DRAFTER: self.drafter,
        }

    def resize_all(self, entries: int) -> None:
        """Make every pool so large."""
        for pool in self.by_kind.values():
            pool.resize(entries)

    def too_small(self, entries: int) -> list[Slots]:
        """Return the pools that have fewer entries than this."""
        return [kind for kind, pool in self.by_kind.items() if pool.capacity < entries]

    def release(self, request: int) -> None:
        """Take back whatever a request has in any pool."""
        for pool in self.by_kind.values():
            pool.remove(request)
