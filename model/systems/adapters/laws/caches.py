"""Pages and entries of both caches: laws L1, P3, P4 and P11."""

from ....language import law, one_of, step_law
from ....sorts import Adapter
from ..state import Caches, Entry, Level


@law("L1")
def pages_are_conserved(w: Caches, at: Level) -> bool:
    """Pages in entries and pages in none make up the cache."""
    return w.held.total[at] + w.free[at] == w.capacity[at] and w.free[at] >= 0


@law("L1")
def entry_holds_what_it_says(w: Caches, at: Level, a: Adapter) -> bool:
    """An entry holds its pages from loading on; they are idle while it is done, and promised before they are held."""
    return (
        w.held[at, a]
        == (w.weight[a] if one_of(w.entry[at, a], Entry.LOADING, Entry.USED, Entry.DONE, Entry.FAILED) else 0)
        and w.idle[at, a] == (w.weight[a] if w.entry[at, a] == Entry.DONE else 0)
        and w.wanted[at, a] == (w.weight[a] if w.entry[at, a] == Entry.CLAIMING else 0)
    )


@law("L1")
def device_pages_in_use_are_known(w: Caches, a: Adapter) -> bool:
    """Device pages are in use while they are promised, loaded or used, and all others are idle or free."""
    return w.in_use[a] == (
        w.weight[a] if one_of(w.entry[Level.DEVICE, a], Entry.CLAIMING, Entry.LOADING, Entry.USED) else 0
    ) and (
        w.in_use.total + w.idle.total[Level.DEVICE] == w.held.total[Level.DEVICE] + w.wanted.total[Level.DEVICE]
        and w.entry[Level.DEVICE, a] != Entry.FAILED
    )


@law("P4")
def device_entry_in_use_has_active_holders(w: Caches, a: Adapter) -> bool:
    """A device entry that may not be evicted has an active holder, or its release is put off."""
    return (
        not one_of(w.entry[Level.DEVICE, a], Entry.CLAIMING, Entry.LOADING, Entry.USED)
        or w.deferred[Level.DEVICE, a] == 1
        or w.active_holders[a] >= 1
    )


@law("P4")
def host_entry_in_use_has_holders(w: Caches, a: Adapter) -> bool:
    """A host entry that may not be evicted has a holder, active or parked, or its release is put off."""
    return (
        not one_of(w.entry[Level.HOST, a], Entry.CLAIMING, Entry.LOADING, Entry.USED, Entry.FAILED)
        or w.deferred[Level.HOST, a] == 1
        or w.active_holders[a] + w.parked_holders[a] >= 1
    )


@law("P4")
def release_is_put_off_for_a_reason(w: Caches, a: Adapter) -> bool:
    """A release is put off only while the entry is loaded, copied to the device, or read by a launched step."""
    return (
        w.deferred[Level.DEVICE, a] == 0
        or one_of(w.entry[Level.DEVICE, a], Entry.CLAIMING, Entry.LOADING)
        or w.fenced[a] == 1
    ) and (
        w.deferred[Level.HOST, a] == 0
        or one_of(w.entry[Level.HOST, a], Entry.CLAIMING, Entry.LOADING)
        or one_of(w.entry[Level.DEVICE, a], Entry.CLAIMING, Entry.LOADING)
    )


@step_law("P4")
def used_entry_serves_until_the_last_holder(before: Caches, after: Caches, a: Adapter) -> bool:
    """A device entry is released with its last active holder, not when it is loaded, unless that holder left before."""
    return (
        not one_of(before.entry[Level.DEVICE, a], Entry.LOADING, Entry.USED)
        or after.entry[Level.DEVICE, a] != Entry.DONE
        or before.deferred[Level.DEVICE, a] == 1
        or after.active_holders[a] == 0
    )


@step_law("P3")
def used_entry_is_not_evicted(before: Caches, after: Caches, at: Level, a: Adapter) -> bool:
    """A used entry is first released; only then can it be evicted."""
    return before.entry[at, a] != Entry.USED or one_of(after.entry[at, a], Entry.USED, Entry.DONE)


@law("P11")
def promised_pages_can_be_had(w: Caches, at: Level) -> bool:
    """All pages that are promised are free or evictable: every claim that was let in succeeds."""
    return w.wanted.total[at] <= w.free[at] + w.idle.total[at]


@step_law("P11")
def free_pages_are_taken_at_once(before: Caches, after: Caches, at: Level, a: Adapter) -> bool:
    """Pages are promised only where those that are free do not suffice."""
    return (
        before.entry[at, a] == Entry.CLAIMING
        or after.entry[at, a] != Entry.CLAIMING
        or before.wanted.total[at] + before.weight[a] > before.free[at]
    )


@step_law("P11")
def claim_ends_with_its_pages(before: Caches, after: Caches, at: Level, a: Adapter) -> bool:
    """An entry that was promised pages gets them; it is never given up."""
    return before.entry[at, a] != Entry.CLAIMING or one_of(after.entry[at, a], Entry.CLAIMING, Entry.LOADING)


@step_law("P11")
def eviction_serves_a_claim(before: Caches, after: Caches, at: Level, a: Adapter) -> bool:
    """A copy is given up only while a claim lacks pages, or when it is of no use any more."""
    return (
        before.entry[at, a] != Entry.DONE
        or after.entry[at, a] != Entry.ABSENT
        or before.wanted.total[at] > before.free[at]
        or before.references[a] == 0
        or before.copy[at, a] != before.latest[a]
    )
