"""Adapter slots on the device: what is in each, what its name stands for by now, and which steps read it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

import torch

from ..memory import FreeList
from .errors import AdapterUnavailable, OutOfTurn, StillRead, expect
from .step import Step

EMPTY: Final = -1
VERSIONS: Final = 1 << 20
"""More than an adapter has versions, so that weights tell the adapter and the version."""


@dataclass(eq=False, slots=True)
class LoraSlot:
    """The slot of an adapter on the device."""

    index: int
    readers: list[Step] = field(default_factory=list)
    """Launched steps that read it."""


class AdapterSlots:
    """A fixed number of slots, each with the weights of one version of one adapter."""

    def __init__(self, slots: int, device: torch.device) -> None:
        self.free = FreeList(slots, "adapter slots")
        self.slots: dict[int, LoraSlot] = {}
        self.registered: dict[int, int] = {}
        """The version that an adapter's name stands for; the first one where nothing is said."""
        self.weights = torch.full((slots + 1,), EMPTY, dtype=torch.int64, device=device)
        self.weights[-1] = 0  # the base model reads none

    def latest(self, task: int) -> int:
        """Return what an adapter's name stands for, as its weights are."""
        return task * VERSIONS + self.registered.get(task, 0)

    def slot(self, task: int) -> LoraSlot:
        """Return the slot of an adapter, or refuse."""
        found = self.slots.get(task)
        if found is None:
            raise AdapterUnavailable(f"adapter {task} is on no slot")
        return found

    def is_outdated(self, task: int) -> bool:
        """Whether the slot holds something else than what the name stands for."""
        return bool(self.weights[self.slot(task).index] != self.latest(task))

    def load(self, task: int) -> None:
        """Copy an adapter into a free slot, or refuse."""
        self.check_is_adapter(task)
        expect(task not in self.slots, OutOfTurn, f"adapter {task} is on the device")
        slot = LoraSlot(self.take_slot())
        self.slots[task] = slot
        self.weights[slot.index] = self.latest(task)

    def check_is_adapter(self, task: int) -> None:
        """Refuse the base model, which takes no slot."""
        expect(task, AdapterUnavailable, "the base model is no adapter")

    def take_slot(self) -> int:
        """Hand out a slot, or refuse."""
        return self.free.take(1)[0]

    def evict(self, task: int, planned: Step) -> None:
        """Free a slot that no step reads."""
        slot = self.slot(task)
        self.check_not_planned(task, planned)
        self.check_not_in_flight(slot)
        del self.slots[task]
        self.clear(slot)
        self.free.give_back([slot.index])

    def clear(self, slot: LoraSlot) -> None:
        """Leave no weights behind."""
        self.weights[slot.index] = EMPTY

    def reload(self, task: int, planned: Step) -> None:
        """Let the name stand for newer weights; the slot keeps those that it has."""
        self.slot(task)
        expect(not self.is_outdated(task), OutOfTurn, f"newer weights of adapter {task} wait already")
        self.check_not_planned(task, planned)
        self.registered[task] = self.registered.get(task, 0) + 1

    def rewrite(self, task: int) -> None:
        """Copy the newer weights into the slot, which no launched step reads."""
        slot = self.slot(task)
        expect(self.is_outdated(task), OutOfTurn, f"no newer weights of adapter {task} wait")
        self.check_not_in_flight(slot)
        self.weights[slot.index] = self.latest(task)

    def check_not_planned(self, task: int, planned: Step) -> None:
        """Refuse while the step that is put together counts on the slot as it is."""
        expect(task not in planned.adapters, StillRead, f"the step that is planned reads adapter {task}")

    def check_not_in_flight(self, slot: LoraSlot) -> None:
        """Refuse while a launched step reads the slot."""
        expect(not slot.readers, StillRead, "a step in flight reads the slot")

    def pin(self, step: Step) -> None:
        """Let a launched step read its adapters."""
        for task in step.adapters:
            self.slots[task].readers.append(step)

    def unpin(self, step: Step) -> None:
        """A step has retired: it reads nothing any more."""
        for slot in self.slots.values():
            if step in slot.readers:
                slot.readers.remove(step)
