"""LoRA adapters: the registry, the copies on the host and on the device, and the requests that keep them there.

A request that holds an adapter is in one of two lists of that adapter: *active* keeps it on the device and on the
host, *parked* on the host only. A list has one entry for each registration, so that a second one shows.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Final

import torch
from torch import Tensor

from .memory import DTYPE, POISON, FreeList
from .refusal import OutOfRoom
from .transformer import Loras
from .weights import FUSED, LAYERS, RANK, WIDTH

_CHECKPOINT_SEED: Final = 7001
_GAIN: Final = 1.6
"""How much an adapter adds to a layer, compared with the layer's own weights."""


@lru_cache(maxsize=64)
def checkpoint(adapter: int) -> tuple[Tensor, Tensor]:
    """Return an adapter's weights as they were trained: always the same, and different from every other adapter's."""
    draw = torch.Generator().manual_seed(_CHECKPOINT_SEED + adapter)
    down = torch.randn(LAYERS, WIDTH, RANK, dtype=DTYPE, generator=draw) * WIDTH**-0.5
    up = torch.randn(LAYERS, RANK, FUSED, dtype=DTYPE, generator=draw) * _GAIN * RANK**-0.5
    return down, up


class AdapterTier:
    """Copies of adapters in the slots of one level, host or device. The last slot is the base model's: zeros."""

    def __init__(self, size: int, what: str, device: torch.device, *, pinned: bool = False) -> None:
        self.free = FreeList(size, what)
        self.slot_of: dict[int, int] = {}
        self.pinned: set[int] = set()
        """The adapters that may not be evicted."""
        self.none = size

        def room(*shape: int) -> Tensor:
            made = torch.full((size + 1, *shape), POISON, dtype=DTYPE, device=device, pin_memory=pinned)
            made[self.none] = 0.0
            return made

        self.weights = Loras(room(LAYERS, WIDTH, RANK), room(LAYERS, RANK, FUSED))

    def put(self, adapter: int, down: Tensor, up: Tensor) -> None:
        """Copy weights into a free slot, or refuse."""
        (slot,) = self.free.take(1)
        self.weights.down[slot].copy_(down)
        self.weights.up[slot].copy_(up)
        self.slot_of[adapter] = slot

    def read(self, adapter: int) -> tuple[Tensor, Tensor]:
        """Return the weights of an adapter that has a copy here."""
        slot = self.slot_of[adapter]
        return self.weights.down[slot], self.weights.up[slot]

    def drop(self, adapter: int) -> None:
        """Free an adapter's slot and poison it."""
        slot = self.slot_of.pop(adapter)
        self.weights.down[slot].fill_(POISON)
        self.weights.up[slot].fill_(POISON)
        self.free.give_back([slot])


class AdapterCache:
    """Both levels of copies, and who holds what."""

    def __init__(self, host: AdapterTier, device: AdapterTier) -> None:
        self.host, self.device = host, device
        self.registry: set[int] = set()
        """The adapters that requests may name."""
        self.references: Counter[int] = Counter()
        """Live requests by the adapter that they name."""
        self.active: dict[int, list[int]] = {}
        self.parked: dict[int, list[int]] = {}

    @property
    def weights(self) -> Loras:
        """The weights in all device slots, where a step reads them."""
        return self.device.weights

    def activate(self, adapter: int, request: int) -> None:
        """Keep the adapter on the host and on the device, copying it where missing; refuse where there is no room."""
        fresh = self.ensure_on_host(adapter)
        try:
            self.ensure_on_device(adapter)
        except OutOfRoom:
            if fresh:
                self.host.drop(adapter)
            raise
        self.add_active(adapter, request)

    def ensure_on_host(self, adapter: int) -> bool:
        """Have a copy on the host, or refuse. Return whether it had to be read from the checkpoint."""
        if adapter in self.host.slot_of:
            return False
        self.host.put(adapter, *checkpoint(adapter))
        return True

    def ensure_on_device(self, adapter: int) -> None:
        """Have a copy on the device, from the one on the host, or refuse."""
        if adapter not in self.device.slot_of:
            self.device.put(adapter, *self.host.read(adapter))

    def add_active(self, adapter: int, request: int) -> None:
        """Register an active holder; neither copy may be evicted from now on."""
        self.active.setdefault(adapter, []).append(request)
        self.host.pinned.add(adapter)
        self.device.pinned.add(adapter)

    def deactivate(self, adapter: int, request: int) -> None:
        """Let go of the device slot; it may be evicted once no active holder is left."""
        holders = self.active.get(adapter, [])
        if request in holders:
            holders.remove(request)
            if not holders:
                self.device.pinned.discard(adapter)

    def park(self, adapter: int, request: int) -> None:
        """Let go of the device slot and keep the copy on the host."""
        self.deactivate(adapter, request)
        self.parked.setdefault(adapter, []).append(request)

    def unpark(self, adapter: int, request: int) -> None:
        """Let go of a parked hold."""
        holders = self.parked.get(adapter, [])
        if request in holders:
            holders.remove(request)

    def release(self, adapter: int, request: int) -> None:
        """Let go of the adapter altogether; its host copy may be evicted once nobody holds it."""
        self.deactivate(adapter, request)
        self.unpark(adapter, request)
        if not self.active.get(adapter) and not self.parked.get(adapter):
            self.host.pinned.discard(adapter)

    def slot(self, adapter: int) -> int:
        """Return the device slot that a forward uses for an adapter, or the empty one for the base model."""
        if not adapter:
            return self.device.none
        if adapter not in self.device.slot_of:
            raise LookupError(f"a step uses adapter {adapter}, which is not on the device")
        return self.device.slot_of[adapter]
