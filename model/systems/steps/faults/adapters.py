"""Adapter slots that are overwritten while a step reads them."""

from ....language import fault, require
from ....sorts import NO_ADAPTER, Adapter
from ..events.adapters import evict, load, reload, rewrite
from ..state import Pipeline


@fault(of=load, breaks=("adapters_fit_the_device_and_the_step",))
def load_into_no_slot(w: Pipeline, a: Adapter) -> None:
    """An adapter is copied to a device that has no slot left."""
    require(a != NO_ADAPTER and not w.on_device[a], "it is an adapter, and not on the device yet")
    w.on_device[a] = 1


@fault(of=load, id="F-P20", breaks=("base_model_takes_no_slot",))
def load_the_base_model(w: Pipeline, a: Adapter) -> None:
    """The base model is treated as an adapter."""
    require(not w.on_device[a] and w.on_device.total < w.adapter_slots, "it is not on the device, and a slot is free")
    w.on_device[a] = 1


@fault(of=evict, id="F-P18", breaks=("slot_is_not_overwritten_under_a_step", "read_adapter_is_on_device"))
def evict_under_a_step(w: Pipeline, a: Adapter) -> None:
    """A slot is given away as soon as no planned request needs it, while a step in flight reads it."""
    require(w.on_device[a] and not w.planned_reads[a], "it is on the device, and nobody is planned with it")
    w.on_device[a] = 0
    w.outdated[a] = 0


@fault(of=reload, breaks=("step_starts_with_the_newest_content",))
def reload_behind_the_plan(w: Pipeline, a: Adapter) -> None:
    """New content arrives between planning and launch, and the step starts with the old one."""
    require(w.on_device[a] and not w.outdated[a], "it is on the device, and up to date")
    w.outdated[a] = 1


@fault(of=rewrite, breaks=("slot_is_not_overwritten_under_a_step",))
def rewrite_under_a_step(w: Pipeline, a: Adapter) -> None:
    """New content is copied into a slot that a step in flight reads: it computes with half of each."""
    require(w.outdated[a], "newer content waits")
    w.outdated[a] = 0
