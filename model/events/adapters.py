"""Adapters come and go: load, unload, evict_device, evict_host."""

from ..language import event, require
from ..sorts import NO_ADAPTER, Adapter
from ..state import World


@event
def load(w: World, a: Adapter) -> None:
    """An adapter is registered: requests may name it."""
    require(a != NO_ADAPTER, "the base model is no adapter", "P13")
    require(not w.registered[a], "it is not registered yet")
    w.registered[a] = 1


@event
def evict_device(w: World, a: Adapter) -> None:
    """A device slot that nobody holds is freed."""
    require(w.on_device[a], "the adapter is on the device")
    require(not w.device_pinned[a], "no active request holds it", "P4")
    w.on_device[a] = 0
    w.device_adapters_free = w.device_adapters_free + 1


@event
def evict_host(w: World, a: Adapter) -> None:
    """A host copy that nobody holds is dropped."""
    require(w.on_host[a], "the adapter is on the host")
    require(not w.host_pinned[a], "no request holds it, active or parked", "P3")
    w.on_host[a] = 0
    w.host_adapters_free = w.host_adapters_free + 1


@event
def unload(w: World, a: Adapter) -> None:
    """An adapter that no live request names and that has no copies left is taken out of the registry."""
    require(w.registered[a], "it is registered")
    require(w.references[a] == 0, "no live request names it", "A2")
    require(not w.on_device[a] and not w.on_host[a], "its copies are evicted", "A3")
    w.registered[a] = 0
