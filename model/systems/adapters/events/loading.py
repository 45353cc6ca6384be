"""Copies come and go.

Events: admit, put, copy_to_device, reuse, keep, take, evict, discard, unload, load, fail_load.
"""

from ....language import event, helper, require
from ....sorts import Adapter, Request
from ..parts import (
    activate,
    claim_pages,
    drop_entry,
    gain_pages,
    has_adapter,
    lay_aside,
    leave_device_pages,
    take_up,
    unpark,
    use_device_pages,
)
from ..state import Caches, Entry, Level, Phase


@helper
def may_enter(w: Caches, r: Request) -> bool:
    """Whether a waiting request is due: it was chosen, and no step computes for it any more."""
    return not w.forming and w.planned[r] == 1 and w.phase[r] == Phase.WAITING and not w.reading[r]


@helper
def enter(w: Caches, r: Request) -> None:
    """Admit the request; if it has an adapter, it is active on it, with the content of the host entry."""
    w.phase[r] = Phase.LIVE
    w.started[r] = 1
    if has_adapter(w, r):
        w.content[r] = w.copy[Level.HOST, w.adapter[r]]
        unpark(w, r)
        activate(w, r)


@helper
def room_for(w: Caches, at: Level, a: Adapter) -> bool:
    """Whether the pages of the adapter are there, free or evictable, beside those promised to others."""
    return w.wanted.total[at] + w.weight[a] <= w.free[at] + w.idle.total[at]


@helper
def serves(w: Caches, a: Adapter) -> bool:
    """Whether the host entry will do: it is of what the name stands for, and its weights came or may still come."""
    return w.copy[Level.HOST, a] == w.latest[a] and w.entry[Level.HOST, a] != Entry.FAILED


@event
def admit(w: Caches, r: Request) -> None:
    """The first chunk is prepared; the adapter, if there is one, is on the host or on its way there."""
    require(may_enter(w, r), "it is chosen and due for its first chunk", "P2")
    require(serves(w, w.adapter[r]), "the host has what the name stands for: nothing, for the base model", "V1")
    require(
        w.wanted.total[Level.HOST] + w.idle[Level.HOST, w.adapter[r]] <= w.free[Level.HOST] + w.idle.total[Level.HOST],
        "no claim counts on its pages",
        "P11",
    )
    enter(w, r)
    take_up(w, Level.HOST, w.adapter[r])


@event
def put(w: Caches, r: Request) -> None:
    """The first chunk is prepared; the adapter's weights are sent to the host, from its file or from the request."""
    require(may_enter(w, r), "it is chosen and due for its first chunk", "P2")
    require(has_adapter(w, r), "it has an adapter", "P13")
    require(w.entry[Level.HOST, w.adapter[r]] == Entry.ABSENT, "the host does not have it")
    require(w.stored[w.adapter[r]] or w.brings[r], "its weights can be had", "P10")
    require(room_for(w, Level.HOST, w.adapter[r]), "the host has room", "P11")
    w.copy[Level.HOST, w.adapter[r]] = w.latest[w.adapter[r]]
    claim_pages(w, Level.HOST, w.adapter[r])
    enter(w, r)


@helper
def may_ensure(w: Caches, r: Request) -> bool:
    """Whether the request is chosen and registered, and the pass has counted all that is in use on the device."""
    return not w.forming and w.unclaimed.total == 0 and w.planned[r] == 1 and w.active[r] == 1


@event
def copy_to_device(w: Caches, r: Request) -> None:
    """The adapter of a chosen request is copied to the device. There is room: the pass has counted its pages."""
    require(may_ensure(w, r), "it is chosen and registered, and all that is in use is counted", "P5")
    require(w.entry[Level.DEVICE, w.adapter[r]] == Entry.ABSENT, "the device does not have it")
    require(w.entry[Level.HOST, w.adapter[r]] == Entry.USED, "the host copy is loaded", "V2")
    w.copy[Level.DEVICE, w.adapter[r]] = w.copy[Level.HOST, w.adapter[r]]
    claim_pages(w, Level.DEVICE, w.adapter[r])
    use_device_pages(w, w.adapter[r])


@event
def reuse(w: Caches, r: Request) -> None:
    """A device copy that could be evicted is used again."""
    require(may_ensure(w, r), "it is chosen and registered, and all that is in use is counted", "P5")
    require(w.entry[Level.DEVICE, w.adapter[r]] == Entry.DONE, "the device has it, and nobody keeps it")
    require(w.copy[Level.DEVICE, w.adapter[r]] == w.content[r], "its content is what the request runs with", "V2")
    take_up(w, Level.DEVICE, w.adapter[r])
    use_device_pages(w, w.adapter[r])


@event
def keep(w: Caches, r: Request) -> None:
    """A device copy whose release waits for a load or for a step is kept after all."""
    require(may_ensure(w, r), "it is chosen and registered, and all that is in use is counted", "P5")
    require(w.deferred[Level.DEVICE, w.adapter[r]], "its release is put off")
    require(w.copy[Level.DEVICE, w.adapter[r]] == w.content[r], "its content is what the request runs with", "V2")
    take_up(w, Level.DEVICE, w.adapter[r])


@event
def take(w: Caches, at: Level, a: Adapter) -> None:
    """A claim has found its pages; the weights are on their way."""
    require(w.entry[at, a] == Entry.CLAIMING, "it is promised pages")
    require(w.weight[a] <= w.free[at], "they are free", "L1")
    w.wanted[at, a] = 0
    gain_pages(w, at, a)


@event
def evict(w: Caches, at: Level, a: Adapter) -> None:
    """A copy that nobody holds makes room for a claim that will succeed."""
    require(w.entry[at, a] == Entry.DONE, "nobody holds it", "P3")
    require(w.wanted.total[at] > w.free[at], "a claim still lacks pages", "P11")
    w.idle[at, a] = 0
    drop_entry(w, at, a)


@event
def discard(w: Caches, at: Level, a: Adapter) -> None:
    """A copy of what its name no longer stands for is given up."""
    require(w.entry[at, a] == Entry.DONE, "nobody holds it", "P3")
    require(w.copy[at, a] != w.latest[a], "its name stands for other weights", "P11")
    w.idle[at, a] = 0
    drop_entry(w, at, a)


@event
def unload(w: Caches, at: Level, a: Adapter) -> None:
    """A copy of an adapter that no request names is given up, before the name is."""
    require(w.entry[at, a] == Entry.DONE, "nobody holds it", "P3")
    require(w.references[a] == 0, "no request names it", "P11")
    w.idle[at, a] = 0
    drop_entry(w, at, a)


@event
def load(w: Caches, at: Level, a: Adapter) -> None:
    """The weights have arrived; a release that was put off until now takes effect, of the source of the copy too."""
    require(w.entry[at, a] == Entry.LOADING, "the weights are on their way")
    w.entry[at, a] = Entry.USED
    if at == Level.DEVICE and w.deferred[Level.DEVICE, a]:
        lay_aside(w, Level.DEVICE, a)
        leave_device_pages(w, a)
    if w.deferred[Level.HOST, a]:
        lay_aside(w, Level.HOST, a)


@event
def fail_load(w: Caches, at: Level, a: Adapter) -> None:
    """The weights do not arrive: a device entry goes, to be tried again; a host entry goes with its last holder."""
    require(w.entry[at, a] == Entry.LOADING, "the weights are on their way")
    if at == Level.DEVICE:
        drop_entry(w, at, a)
        w.deferred[at, a] = 0
        leave_device_pages(w, a)
        if w.deferred[Level.HOST, a]:
            lay_aside(w, Level.HOST, a)
    elif w.deferred[at, a]:
        w.deferred[at, a] = 0
        drop_entry(w, at, a)
    else:
        w.entry[at, a] = Entry.FAILED
