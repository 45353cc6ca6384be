"""Adapter slots that steps read: laws P5, P6 and P12."""

from ....language import law, step_law
from ....sorts import NO_ADAPTER, Adapter, Request
from ..state import Pipeline
from .parts import current


@law("P5")
def adapters_fit_the_device_and_the_step(w: Pipeline) -> bool:
    """No more adapters are on the device than it has slots, nor does a step read more than it may."""
    return (
        w.on_device.total <= w.adapter_slots
        and w.planned_reads.total <= w.adapters_per_step
        and w.newest_reads.total <= w.adapters_per_step
        and w.older_reads.total <= w.adapters_per_step
    )


@law("P6")
def step_reads_the_adapters_of_its_members(w: Pipeline, r: Request) -> bool:
    """Each step reads the adapter of each of its members of this life."""
    return w.adapter[r] == NO_ADAPTER or (
        (w.planned[r] == 0 or w.planned_reads[w.adapter[r]] == 1)
        and (w.newest[r] == 0 or current(w, r) == 0 or w.newest_reads[w.adapter[r]] == 1)
        and (w.older[r] == 0 or w.late[r] >= 1 or w.older_reads[w.adapter[r]] == 1)
    )


@law("P6")
def read_adapter_is_on_device(w: Pipeline, a: Adapter) -> bool:
    """An adapter that some step reads, planned or in flight, is in a device slot."""
    return w.on_device[a] == 1 or (w.planned_reads[a] == 0 and w.newest_reads[a] == 0 and w.older_reads[a] == 0)


@law("P12")
def step_starts_with_the_newest_content(w: Pipeline, a: Adapter) -> bool:
    """A step is planned only with adapters whose slots have their newest content; only slots can be behind."""
    return w.outdated[a] == 0 or (w.planned_reads[a] == 0 and w.on_device[a] == 1)


@step_law("P12")
def slot_is_not_overwritten_under_a_step(before: Pipeline, after: Pipeline, a: Adapter) -> bool:
    """A slot that a launched step reads keeps the content with which the step started: not evicted, not rewritten."""
    return (before.newest_reads[a] == 0 and before.older_reads[a] == 0) or (
        after.on_device[a] == 1 and after.outdated[a] >= before.outdated[a]
    )


@law("P12")
def slots_are_read_by_steps_only(w: Pipeline) -> bool:
    """A step that has no member left reads nothing, so that no slot stays in use."""
    return (
        (w.planned.total >= 1 or w.planned_reads.total == 0)
        and (w.newest.total >= 1 or w.newest_reads.total == 0)
        and (w.older.total >= 1 or w.older_reads.total == 0)
    )


@law("P13")
def base_model_takes_no_slot(w: Pipeline) -> bool:
    """The base model is no adapter: it is in no slot."""
    return w.on_device[NO_ADAPTER] == 0
