"""A request is served with weights that it was not admitted with."""

from ....language import fault, one_of, require
from ....sorts import NO_ADAPTER, Adapter, Request
from ..events.leaving import end
from ..events.loading import admit, copy_to_device, discard, enter, may_ensure, put, reuse, room_for
from ..events.registry import reload
from ..parts import claim_pages, has_adapter, lay_aside, let_go, take_up, use_device_pages
from ..state import NO_CONTENT, Caches, Content, Entry, Level, Phase


@fault(of=admit, breaks=("request_runs_with_what_it_was_admitted_with",))
def admit_serves_a_stale_copy(w: Caches, r: Request) -> None:
    """The host copy is found by its name, though the name stands for other weights since."""
    require(not w.forming and w.planned[r] == 1, "it is chosen")
    require(w.phase[r] == Phase.WAITING and not w.reading[r], "it is due for its first chunk")
    require(
        has_adapter(w, r) and one_of(w.entry[Level.HOST, w.adapter[r]], Entry.USED, Entry.DONE), "it is on the host"
    )
    require(room_for(w, Level.HOST, w.adapter[r]), "no claim counts on its pages", "P11")
    enter(w, r)
    take_up(w, Level.HOST, w.adapter[r])


@fault(of=reuse, breaks=("device_copy_is_of_the_host_copy",))
def reuse_serves_a_stale_copy(w: Caches, r: Request) -> None:
    """The device copy is found by its name, though the request was admitted with newer weights."""
    require(may_ensure(w, r), "it is chosen and registered, and all that is in use is counted", "P5")
    require(w.entry[Level.DEVICE, w.adapter[r]] == Entry.DONE, "the device has it, and nobody keeps it")
    take_up(w, Level.DEVICE, w.adapter[r])
    use_device_pages(w, w.adapter[r])


@fault(of=reload, breaks=("entry_is_not_overwritten", "holder_runs_with_the_host_copy"))
def reload_overwrites_the_host_copy(w: Caches, a: Adapter, c: Content) -> None:
    """The new weights are written over the old ones, under the requests that run with them."""
    require(w.latest[a] != NO_CONTENT and w.stored[a], "it is registered, with a file that can be read again", "A5")
    require(c != NO_CONTENT and c != w.latest[a], "there are weights, and they are other ones", "A2")
    w.latest[a] = c
    if w.entry[Level.HOST, a] != Entry.ABSENT:
        w.copy[Level.HOST, a] = c


@fault(of=copy_to_device, breaks=("device_copy_is_of_the_host_copy",))
def copy_starts_before_its_source_is_loaded(w: Caches, r: Request) -> None:
    """The host copy is copied to the device while its weights are still on their way."""
    require(may_ensure(w, r), "it is chosen and registered, and all that is in use is counted", "P5")
    require(w.entry[Level.DEVICE, w.adapter[r]] == Entry.ABSENT, "the device does not have it")
    w.copy[Level.DEVICE, w.adapter[r]] = w.copy[Level.HOST, w.adapter[r]]
    claim_pages(w, Level.DEVICE, w.adapter[r])
    use_device_pages(w, w.adapter[r])


@fault(of=discard, breaks=("only_entries_have_content",))
def discard_leaves_the_content(w: Caches, at: Level, a: Adapter) -> None:
    """The entry is gone, and its weights are still found under its name."""
    require(w.entry[at, a] == Entry.DONE, "nobody holds it", "P3")
    require(w.copy[at, a] != w.latest[a], "its name stands for other weights", "P11")
    w.idle[at, a] = 0
    w.entry[at, a] = Entry.ABSENT
    w.free[at] = w.free[at] + w.held[at, a]
    w.held[at, a] = 0


@fault(of=put, breaks=("step_reads_what_its_requests_run_with",))
def put_before_the_step_has_retired(w: Caches, r: Request) -> None:
    """A preempted request is admitted again, with newer weights, while a step still computes its first life."""
    require(not w.forming and w.planned[r] == 1, "it is chosen")
    require(w.phase[r] == Phase.WAITING and has_adapter(w, r), "it is due for its first chunk")
    require(w.entry[Level.HOST, w.adapter[r]] == Entry.ABSENT, "the host does not have it")
    require(w.stored[w.adapter[r]] or w.brings[r], "its weights can be had", "P10")
    require(room_for(w, Level.HOST, w.adapter[r]), "the host has room", "P11")
    w.copy[Level.HOST, w.adapter[r]] = w.latest[w.adapter[r]]
    claim_pages(w, Level.HOST, w.adapter[r])
    enter(w, r)


@fault(of=end, breaks=("failed_load_is_never_served",))
def end_takes_a_failed_load_for_a_copy(w: Caches, r: Request) -> None:
    """The entry of weights that never came stays with the last holder gone, for the next one to find."""
    require(w.phase[r] != Phase.ABSENT and not w.forming, "it is there, and no step is put together", "P9")
    if w.active[r] and w.active_holders[w.adapter[r]] == 1 and w.parked_holders[w.adapter[r]] == 0:
        if w.entry[Level.HOST, w.adapter[r]] == Entry.FAILED:
            lay_aside(w, Level.HOST, w.adapter[r])
    let_go(w, r)
    if has_adapter(w, r):
        w.references[w.adapter[r]] = w.references[w.adapter[r]] - 1
    w.adapter[r] = NO_ADAPTER
    w.phase[r] = Phase.ABSENT
    w.started[r] = 0
    w.planned[r] = 0
