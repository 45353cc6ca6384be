"""The launched step and what it reads: laws P6, P12 and S5."""

from ....language import law, one_of, step_law
from ....sorts import NO_ADAPTER, Adapter, Request
from ..state import Caches, Entry, Level, Phase


@law("P6")
def step_is_launched_with_its_adapters(w: Caches, r: Request) -> bool:
    """A request in the step that is put together is live, and if it has an adapter, active on it."""
    return (
        not w.forming
        or not w.reading[r]
        or (w.phase[r] == Phase.LIVE and (w.adapter[r] == NO_ADAPTER or w.active[r] == 1))
    )


@law("P6")
def new_step_has_a_request(w: Caches) -> bool:
    """A step that is put together has at least one request in it, so that nothing it reads is taken for unread."""
    return not w.forming or w.reading.total >= 1


@law("P6")
def new_step_reads_nothing_released(w: Caches, a: Adapter) -> bool:
    """While a step is put together, a loaded copy whose release is put off has no active holder left to read it."""
    return (
        not w.forming
        or w.entry[Level.DEVICE, a] != Entry.USED
        or w.deferred[Level.DEVICE, a] == 0
        or w.active_holders[a] == 0
    )


@law("S2")
def only_waiting_and_live_requests_are_chosen(w: Caches, r: Request) -> bool:
    """A request that the pass has chosen waits or is live, and is not in the step yet that is put together."""
    return not w.planned[r] or (one_of(w.phase[r], Phase.WAITING, Phase.LIVE) and (not w.forming or not w.reading[r]))


@law("P12")
def read_copy_is_used(w: Caches, a: Adapter) -> bool:
    """A device copy that a launched step reads is loaded, and nobody may evict it."""
    return not w.fenced[a] or w.entry[Level.DEVICE, a] == Entry.USED


@step_law("P12")
def copy_is_read_until_the_step_retires(before: Caches, after: Caches, a: Adapter) -> bool:
    """A device copy is read until the step has retired for everybody."""
    return not before.fenced[a] or after.fenced[a] == 1 or after.reading.total == 0


@step_law("S5")
def steps_follow_one_another(before: Caches, after: Caches, r: Request) -> bool:
    """A step is put together when nothing is read for the one before, and computes for all in it until it retires."""
    return (before.forming == 1 or after.forming == 0 or before.reading.total + before.fenced.total == 0) and (
        after.reading[r] == before.reading[r]
        or (after.forming == 1 and after.reading[r] == 1)
        or (before.forming == 0 and after.reading.total == 0)
    )
