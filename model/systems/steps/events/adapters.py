"""Adapter slots under running steps: load, evict, reload, rewrite."""

from ....language import event, helper, require
from ....sorts import NO_ADAPTER, Adapter
from ..state import Pipeline


@helper
def in_flight(w: Pipeline, a: Adapter) -> bool:
    """Whether a launched step reads the adapter's slot, be it only for a late frame."""
    return w.newest_reads[a] == 1 or w.older_reads[a] == 1


@event
def load(w: Pipeline, a: Adapter) -> None:
    """The newest content of an adapter is copied into a free device slot."""
    require(a != NO_ADAPTER, "the base model is no adapter", "P13")
    require(not w.on_device[a], "it is not on the device yet")
    require(w.on_device.total < w.adapter_slots, "a slot is free", "P5")
    w.on_device[a] = 1


@event
def evict(w: Pipeline, a: Adapter) -> None:
    """The slot is freed for another adapter."""
    require(w.on_device[a], "it is on the device")
    require(not w.planned_reads[a], "the step being planned does not read it", "P6")
    require(not in_flight(w, a), "no step in flight reads it", "P12")
    w.on_device[a] = 0
    w.outdated[a] = 0


@event
def reload(w: Pipeline, a: Adapter) -> None:
    """New content is registered, at any time but while a step is planned with the old one; the slot is not touched."""
    require(w.on_device[a], "it is on the device; elsewhere the next load brings the new content")
    require(not w.outdated[a], "no newer content waits yet")
    require(not w.planned_reads[a], "the step being planned does not read it; it is launched or revoked first", "P12")
    w.outdated[a] = 1


@event
def rewrite(w: Pipeline, a: Adapter) -> None:
    """The slot gets the newest content, once no step in flight reads the old one."""
    require(w.outdated[a], "newer content waits")
    require(not in_flight(w, a), "no step in flight reads the slot", "P12")
    w.outdated[a] = 0
