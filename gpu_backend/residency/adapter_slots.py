"""Adapters on the device: which slot each has, and which resident requests run with it."""

from __future__ import annotations

from ..memory import FreeList


class AdapterSlots:
    """An adapter is on the device from its first user to its last. The base model takes no slot."""

    def __init__(self, slots: int) -> None:
        self.free = FreeList(slots, "adapter slots on the device")
        self.slot_of: dict[int, int] = {}
        self.users: dict[int, set[int]] = {}

    @property
    def size(self) -> int:
        """How many adapters fit the device."""
        return self.free.size

    def add_user(self, adapter: int, request: int) -> None:
        """Let a request run with an adapter, which comes to the device if it is not there."""
        if not adapter:
            return
        if adapter not in self.slot_of:
            self.slot_of[adapter] = self.take_slot()
        self.register(adapter, request)

    def take_slot(self) -> int:
        """Return a slot that is free."""
        (slot,) = self.free.take(1)
        return slot

    def register(self, adapter: int, request: int) -> None:
        """Note that a request runs with an adapter."""
        self.users.setdefault(adapter, set()).add(request)

    def remove_user(self, adapter: int, request: int) -> None:
        """Let a request run with its adapter no more; without users the adapter leaves."""
        users = self.users.get(adapter, set())
        if request in users:
            users.discard(request)
            self.leave_unused(adapter)

    def leave_unused(self, adapter: int) -> None:
        """Free the slot of an adapter that nobody runs with."""
        if not self.users[adapter]:
            self.evict(adapter)

    def evict(self, adapter: int) -> None:
        """Free the slot of an adapter."""
        if adapter in self.slot_of:
            self.free.give_back([self.slot_of.pop(adapter)])
