"""A cache loses pages, evicts what is used, or gives up a claim after it has evicted for it."""

from ....language import fault, require
from ....sorts import Adapter, Request
from ..events.loading import copy_to_device, enter, evict, fail_load, load, may_ensure, may_enter, put, room_for, take
from ..parts import claim_pages, drop_entry, gain_pages, has_adapter, lay_aside, leave_device_pages
from ..state import NO_CONTENT, Caches, Entry, Level


@fault(of=evict, breaks=("pages_are_conserved",))
def evict_loses_the_pages(w: Caches, at: Level, a: Adapter) -> None:
    """The pages of the evicted copy are in no entry, and not free either."""
    require(w.entry[at, a] == Entry.DONE, "nobody holds it", "P3")
    require(w.wanted.total[at] > w.free[at], "a claim still lacks pages", "P11")
    w.idle[at, a] = 0
    w.entry[at, a] = Entry.ABSENT
    w.held[at, a] = 0
    w.copy[at, a] = NO_CONTENT


@fault(of=evict, breaks=("entry_holds_what_it_says",))
def evict_counts_the_pages_on(w: Caches, at: Level, a: Adapter) -> None:
    """The pages of the evicted copy go on counting as pages that can be evicted."""
    require(w.entry[at, a] == Entry.DONE, "nobody holds it", "P3")
    require(w.wanted.total[at] > w.free[at], "a claim still lacks pages", "P11")
    drop_entry(w, at, a)


@fault(of=evict, breaks=("used_entry_is_not_evicted",))
def evict_takes_a_used_copy(w: Caches, at: Level, a: Adapter) -> None:
    """A claim evicts a copy that requests run with (vLLM #47724)."""
    require(w.entry[at, a] == Entry.USED or w.entry[at, a] == Entry.DONE, "it is loaded")
    require(w.wanted.total[at] > w.free[at], "a claim still lacks pages", "P11")
    w.idle[at, a] = 0
    drop_entry(w, at, a)


@fault(of=evict, breaks=("eviction_serves_a_claim",))
def evict_without_a_claim(w: Caches, at: Level, a: Adapter) -> None:
    """A copy is evicted though no claim lacks pages."""
    require(w.entry[at, a] == Entry.DONE, "nobody holds it", "P3")
    w.idle[at, a] = 0
    drop_entry(w, at, a)


@fault(of=put, id="F-P11", breaks=("promised_pages_can_be_had",))
def put_claims_more_than_can_be_evicted(w: Caches, r: Request) -> None:
    """A claim is let in as soon as something can be evicted, whether or not it is enough."""
    require(may_enter(w, r), "it is chosen and due for its first chunk", "P2")
    require(has_adapter(w, r), "it has an adapter", "P13")
    require(w.entry[Level.HOST, w.adapter[r]] == Entry.ABSENT, "the host does not have it")
    require(w.stored[w.adapter[r]] or w.brings[r], "its weights can be had", "P10")
    require(w.free[Level.HOST] + w.idle.total[Level.HOST] >= 1, "a page is free, or can be evicted")
    w.copy[Level.HOST, w.adapter[r]] = w.latest[w.adapter[r]]
    claim_pages(w, Level.HOST, w.adapter[r])
    enter(w, r)


@fault(of=take, id="F-P11", breaks=("claim_ends_with_its_pages",))
def take_gives_up_after_evicting(w: Caches, at: Level, a: Adapter) -> None:
    """Where what was evicted does not suffice, the claim fails, and what was evicted is gone."""
    require(w.entry[at, a] == Entry.CLAIMING, "it is promised pages")
    w.wanted[at, a] = 0
    if w.weight[a] <= w.free[at]:
        gain_pages(w, at, a)
    else:
        drop_entry(w, at, a)


@fault(of=copy_to_device, breaks=("device_pages_in_use_are_known",))
def copy_is_not_counted_as_use(w: Caches, r: Request) -> None:
    """The pages of a copy under way do not count as in use."""
    require(may_ensure(w, r), "it is chosen and registered, and all that is in use is counted", "P5")
    require(w.entry[Level.DEVICE, w.adapter[r]] == Entry.ABSENT, "the device does not have it")
    require(w.entry[Level.HOST, w.adapter[r]] == Entry.USED, "the host copy is loaded", "V2")
    w.copy[Level.DEVICE, w.adapter[r]] = w.copy[Level.HOST, w.adapter[r]]
    claim_pages(w, Level.DEVICE, w.adapter[r])


@fault(of=load, breaks=("device_entry_in_use_has_active_holders", "host_entry_in_use_has_holders"))
def load_forgets_the_release(w: Caches, at: Level, a: Adapter) -> None:
    """All holders ended while the weights were on their way, which stay for good: nobody remembers the release."""
    require(w.entry[at, a] == Entry.LOADING, "the weights are on their way")
    w.entry[at, a] = Entry.USED
    w.deferred[at, a] = 0


@fault(of=load, breaks=("release_is_put_off_for_a_reason",))
def load_keeps_the_source(w: Caches, at: Level, a: Adapter) -> None:
    """The copy to the device has ended, and its source on the host still waits to be released."""
    require(w.entry[at, a] == Entry.LOADING, "the weights are on their way")
    w.entry[at, a] = Entry.USED
    if w.deferred[at, a]:
        lay_aside(w, at, a)
        if at == Level.DEVICE:
            leave_device_pages(w, a)


@fault(of=fail_load, breaks=("host_entry_in_use_has_holders",))
def failed_load_stays_for_nobody(w: Caches, at: Level, a: Adapter) -> None:
    """All holders ended while the weights were on their way; they never arrive, and their pages stay taken."""
    require(w.entry[at, a] == Entry.LOADING and at == Level.HOST, "the weights are on their way to the host")
    w.deferred[at, a] = 0
    w.entry[at, a] = Entry.FAILED


@fault(of=put, breaks=("weights_come_from_somewhere",))
def put_without_weights(w: Caches, r: Request) -> None:
    """A request that brought nothing, or has used it up, is admitted with an adapter that is in no file."""
    require(may_enter(w, r), "it is chosen and due for its first chunk", "P2")
    require(has_adapter(w, r), "it has an adapter", "P13")
    require(w.entry[Level.HOST, w.adapter[r]] == Entry.ABSENT, "the host does not have it")
    require(room_for(w, Level.HOST, w.adapter[r]), "the host has room", "P11")
    w.copy[Level.HOST, w.adapter[r]] = w.latest[w.adapter[r]]
    claim_pages(w, Level.HOST, w.adapter[r])
    enter(w, r)


@fault(of=put, breaks=("free_pages_are_taken_at_once",))
def put_never_takes_free_pages(w: Caches, r: Request) -> None:
    """A claim waits for an eviction even where free pages suffice."""
    require(may_enter(w, r), "it is chosen and due for its first chunk", "P2")
    require(has_adapter(w, r), "it has an adapter", "P13")
    require(w.entry[Level.HOST, w.adapter[r]] == Entry.ABSENT, "the host does not have it")
    require(w.stored[w.adapter[r]] or w.brings[r], "its weights can be had", "P10")
    require(room_for(w, Level.HOST, w.adapter[r]), "the host has room", "P11")
    w.copy[Level.HOST, w.adapter[r]] = w.latest[w.adapter[r]]
    w.entry[Level.HOST, w.adapter[r]] = Entry.CLAIMING
    w.wanted[Level.HOST, w.adapter[r]] = w.weight[w.adapter[r]]
    enter(w, r)
