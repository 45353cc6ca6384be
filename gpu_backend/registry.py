"""Adapters come and go: load, unload, evict_device, evict_host."""

from __future__ import annotations

from .core import Core
from .refusal import require


class Registry(Core):
    """Which adapters requests may name, and where copies of them are dropped."""

    def load(self, a: int) -> None:
        """Register an adapter: requests may name it."""
        require(a, "the base model is no adapter")
        require(a not in self.adapters.registry, f"adapter {a} is registered already")
        self.adapters.registry.add(a)

    def unload(self, a: int) -> None:
        """Take an adapter that no live request names, and that has no copies left, out of the registry."""
        cache = self.adapters
        require(a in cache.registry, f"adapter {a} is not registered")
        require(cache.references[a] == 0, f"live requests name adapter {a}")
        require(a not in cache.device.slot_of and a not in cache.host.slot_of, f"adapter {a} has copies")
        cache.registry.remove(a)

    def evict_device(self, a: int) -> None:
        """Free the device slot of an adapter that nobody holds there."""
        cache = self.adapters.device
        require(a in cache.slot_of, f"adapter {a} is not on the device")
        require(a not in cache.pinned, f"adapter {a} has active holders")
        cache.drop(a)

    def evict_host(self, a: int) -> None:
        """Drop the host copy of an adapter that nobody holds."""
        cache = self.adapters.host
        require(a in cache.slot_of, f"adapter {a} is not on the host")
        require(a not in cache.pinned, f"adapter {a} has holders")
        cache.drop(a)
