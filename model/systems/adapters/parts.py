"""What several events do alike to the caches, the holds and the claims. Guards stay in the events."""

from ...language import helper, one_of
from ...sorts import NO_ADAPTER, Adapter, Request
from .state import NO_CONTENT, Caches, Entry, Level


@helper
def gain_pages(w: Caches, at: Level, a: Adapter) -> None:
    """Give an entry its pages; its weights are on their way."""
    w.entry[at, a] = Entry.LOADING
    w.free[at] = w.free[at] - w.weight[a]
    w.held[at, a] = w.weight[a]


@helper
def claim_pages(w: Caches, at: Level, a: Adapter) -> None:
    """Make an entry, with free pages if they suffice, else with the promise of pages that nobody uses."""
    if w.wanted.total[at] + w.weight[a] <= w.free[at]:
        gain_pages(w, at, a)
    else:
        w.entry[at, a] = Entry.CLAIMING
        w.wanted[at, a] = w.weight[a]


@helper
def drop_entry(w: Caches, at: Level, a: Adapter) -> None:
    """Take an entry out of a cache; its pages are free."""
    w.entry[at, a] = Entry.ABSENT
    w.free[at] = w.free[at] + w.held[at, a]
    w.held[at, a] = 0
    w.copy[at, a] = NO_CONTENT


@helper
def lay_aside(w: Caches, at: Level, a: Adapter) -> None:
    """Let a loaded entry be evicted."""
    w.entry[at, a] = Entry.DONE
    w.idle[at, a] = w.weight[a]
    w.deferred[at, a] = 0


@helper
def take_up(w: Caches, at: Level, a: Adapter) -> None:
    """Keep an entry from being evicted, now and once it is loaded."""
    w.deferred[at, a] = 0
    if w.entry[at, a] == Entry.DONE:
        w.entry[at, a] = Entry.USED
        w.idle[at, a] = 0


@helper
def use_device_pages(w: Caches, a: Adapter) -> None:
    """Use the device pages that the pass has counted for the adapter."""
    w.in_use[a] = w.weight[a]
    w.spare[a] = 0


@helper
def leave_device_pages(w: Caches, a: Adapter) -> None:
    """Use the device pages no longer; if the pass has counted them, another request may use the adapter with them."""
    w.in_use[a] = 0
    w.spare[a] = w.weight[a] - w.unclaimed[a]
    w.unclaimed[a] = 0


@helper
def leaves_host_later(w: Caches, a: Adapter) -> bool:
    """Whether the host entry is still being loaded, or copied to the device."""
    return one_of(w.entry[Level.HOST, a], Entry.CLAIMING, Entry.LOADING) or one_of(
        w.entry[Level.DEVICE, a], Entry.CLAIMING, Entry.LOADING
    )


@helper
def release_host(w: Caches, a: Adapter) -> None:
    """Once nobody holds the adapter, let its host entry go: at once, or when what is under way has ended."""
    if w.active_holders[a] + w.parked_holders[a] == 0:
        if w.entry[Level.HOST, a] == Entry.FAILED:
            drop_entry(w, Level.HOST, a)
        elif leaves_host_later(w, a):
            w.deferred[Level.HOST, a] = 1
        else:
            lay_aside(w, Level.HOST, a)


@helper
def release_device(w: Caches, a: Adapter) -> None:
    """Once nobody is active on the adapter, let its device entry go: at once, or when what is under way has ended."""
    if w.active_holders[a] == 0 and one_of(w.entry[Level.DEVICE, a], Entry.CLAIMING, Entry.LOADING, Entry.USED):
        if w.entry[Level.DEVICE, a] == Entry.USED and not w.fenced[a]:
            lay_aside(w, Level.DEVICE, a)
            leave_device_pages(w, a)
        else:
            w.deferred[Level.DEVICE, a] = 1


@helper
def activate(w: Caches, r: Request) -> None:
    """Register the request as one that keeps its adapter on host and device."""
    w.active[r] = 1
    w.active_holders[w.adapter[r]] = w.active_holders[w.adapter[r]] + 1


@helper
def deactivate(w: Caches, r: Request) -> None:
    """Take back the registration, if there is one, and with the last one the device copy."""
    w.active_holders[w.adapter[r]] = w.active_holders[w.adapter[r]] - w.active[r]
    w.active[r] = 0
    release_device(w, w.adapter[r])


@helper
def park(w: Caches, r: Request) -> None:
    """Turn an active hold into one of the host copy only."""
    if w.active[r]:
        w.parked[r] = 1
        w.parked_holders[w.adapter[r]] = w.parked_holders[w.adapter[r]] + 1
        deactivate(w, r)


@helper
def unpark(w: Caches, r: Request) -> None:
    """Take back the hold of the host copy only, if there is one."""
    w.parked_holders[w.adapter[r]] = w.parked_holders[w.adapter[r]] - w.parked[r]
    w.parked[r] = 0


@helper
def let_go(w: Caches, r: Request) -> None:
    """Give up every hold of the adapter, on the device and on the host."""
    if w.active[r] + w.parked[r] >= 1:
        deactivate(w, r)
        unpark(w, r)
        release_host(w, w.adapter[r])
        w.content[r] = NO_CONTENT


@helper
def has_adapter(w: Caches, r: Request) -> bool:
    """Whether the request runs with an adapter rather than with the base model."""
    return w.adapter[r] != NO_ADAPTER
