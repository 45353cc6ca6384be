"""A hold is forgotten, taken twice, or given up by the wrong one."""

from ....language import fault, one_of, require
from ....sorts import NO_ADAPTER, Request
from ..events.leaving import end, is_free, preempt, suspend
from ..events.loading import admit, enter, may_enter, room_for, serves
from ..events.planning import choose, fits, plan, resume
from ..parts import (
    activate,
    deactivate,
    has_adapter,
    lay_aside,
    leave_device_pages,
    let_go,
    park,
    take_up,
    unpark,
)
from ..state import NO_CONTENT, Caches, Entry, Level, Phase


@fault(of=suspend, id="F-P1", breaks=("suspended_request_is_parked",))
def suspend_keeps_the_adapter_active(w: Caches, r: Request) -> None:
    """The pages of the request move away, and its adapter stays on the device for nobody (TensorRT-LLM #18407)."""
    require(w.phase[r] == Phase.LIVE, "it is live", "P2")
    require(is_free(w, r), "it is not chosen, and no step is put together", "P6")
    w.phase[r] = Phase.SUSPENDED


@fault(of=resume, id="F-P2", breaks=("running_request_is_active",))
def resume_does_not_register(w: Caches, r: Request) -> None:
    """The request runs on, and its adapter may leave the device with the last request that shares it."""
    require(not w.forming, "no step is put together yet", "P6")
    require(w.phase[r] == Phase.SUSPENDED, "it is suspended")
    require(fits(w, w.adapter[r]), "its adapter fits the device and the step", "P5")
    w.phase[r] = Phase.LIVE
    choose(w, r)


@fault(of=suspend, id="F-P3", breaks=("only_admitted_requests_hold_adapters",))
def suspend_parks_a_request_that_never_ran(w: Caches, r: Request) -> None:
    """A request whose first chunk failed is parked, though it was never registered: the host copy stays for nobody."""
    require(one_of(w.phase[r], Phase.WAITING, Phase.LIVE), "it is waiting or live")
    require(is_free(w, r), "it is not chosen, and no step is put together", "P6")
    if w.phase[r] == Phase.LIVE:
        w.phase[r] = Phase.SUSPENDED
        park(w, r)
    elif has_adapter(w, r):
        w.parked[r] = 1
        w.parked_holders[w.adapter[r]] = w.parked_holders[w.adapter[r]] + 1


@fault(of=plan, id="F-P4", breaks=("active_holders_are_counted_once",))
def plan_registers_in_every_pass(w: Caches, r: Request) -> None:
    """A live request is registered again in each pass that chooses it."""
    require(not w.forming, "no step is put together yet", "P6")
    require(one_of(w.phase[r], Phase.WAITING, Phase.LIVE), "it waits, or is live", "G2")
    require(not w.planned[r], "it is not chosen yet")
    require(fits(w, w.adapter[r]), "its adapter fits the device and the step", "P5")
    choose(w, r)
    if w.phase[r] == Phase.LIVE and has_adapter(w, r):
        activate(w, r)


@fault(of=resume, id="F-P5", breaks=("suspended_request_is_parked",))
def resume_registers_before_the_outcome(w: Caches, r: Request) -> None:
    """The request is registered as active before its pages are had, and stays so when they are not."""
    require(not w.forming, "no step is put together yet", "P6")
    require(w.phase[r] == Phase.SUSPENDED, "it is suspended")
    require(has_adapter(w, r), "it has an adapter")
    unpark(w, r)
    activate(w, r)


@fault(of=suspend, id="F-P6", breaks=("used_entry_serves_until_the_last_holder",))
def suspend_releases_a_shared_copy(w: Caches, r: Request) -> None:
    """The device copy is released with one request, while others run with it."""
    require(w.phase[r] == Phase.LIVE, "it is live", "P2")
    require(is_free(w, r), "it is not chosen, and no step is put together", "P6")
    w.phase[r] = Phase.SUSPENDED
    if w.active[r] and w.entry[Level.DEVICE, w.adapter[r]] == Entry.USED:
        lay_aside(w, Level.DEVICE, w.adapter[r])
        leave_device_pages(w, w.adapter[r])
    park(w, r)


@fault(of=suspend, id="F-P7", breaks=("held_adapter_stays_on_host",))
def suspend_releases_the_host_copy(w: Caches, r: Request) -> None:
    """The request is parked, and the host copy that it is parked on may be evicted all the same."""
    require(w.phase[r] == Phase.LIVE, "it is live", "P2")
    require(is_free(w, r), "it is not chosen, and no step is put together", "P6")
    w.phase[r] = Phase.SUSPENDED
    if w.active[r] and w.active_holders[w.adapter[r]] == 1 and w.entry[Level.HOST, w.adapter[r]] == Entry.USED:
        lay_aside(w, Level.HOST, w.adapter[r])
    park(w, r)


@fault(of=preempt, id="F-P14", breaks=("preempted_request_can_start_over",))
def preempt_drops_what_only_the_host_has(w: Caches, r: Request) -> None:
    """The request lets go of weights that it brought itself, and cannot be admitted again."""
    require(one_of(w.phase[r], Phase.LIVE, Phase.SUSPENDED), "it is live or suspended", "G2")
    require(is_free(w, r), "it is not chosen, and no step is put together", "P6")
    w.phase[r] = Phase.WAITING
    let_go(w, r)


@fault(of=preempt, id="F-P15", breaks=("request_outside_holds_nothing",))
def preempt_does_not_release(w: Caches, r: Request) -> None:
    """The request starts over, and its first life goes on keeping the adapter on the device."""
    require(one_of(w.phase[r], Phase.LIVE, Phase.SUSPENDED), "it is live or suspended", "G2")
    require(is_free(w, r), "it is not chosen, and no step is put together", "P6")
    w.phase[r] = Phase.WAITING


@fault(of=end, id="F-P16", breaks=("request_outside_holds_nothing",))
def end_keeps_a_parked_hold(w: Caches, r: Request) -> None:
    """A suspended request that is given up stays parked: its adapter stays on the host for nobody."""
    require(w.phase[r] != Phase.ABSENT, "it is there", "P9")
    require(not w.forming, "no step is put together", "P6")
    if w.active[r]:
        let_go(w, r)
    if has_adapter(w, r):
        w.references[w.adapter[r]] = w.references[w.adapter[r]] - 1
    w.adapter[r] = NO_ADAPTER
    w.phase[r] = Phase.ABSENT
    w.started[r] = 0
    w.planned[r] = 0


@fault(of=admit, id="F-P17", breaks=("active_holders_are_counted_once",))
def admit_counts_twice(w: Caches, r: Request) -> None:
    """The registration of one request is counted twice, and taken back once."""
    require(may_enter(w, r), "it is chosen and due for its first chunk", "P2")
    require(has_adapter(w, r) and serves(w, w.adapter[r]), "the host has what the name stands for", "V1")
    require(room_for(w, Level.HOST, w.adapter[r]), "no claim counts on its pages", "P11")
    enter(w, r)
    activate(w, r)
    take_up(w, Level.HOST, w.adapter[r])


@fault(of=suspend, id="F-P20", breaks=("no_adapter_means_no_hold",))
def suspend_parks_the_base_model(w: Caches, r: Request) -> None:
    """A request without an adapter is parked as if it had one."""
    require(w.phase[r] == Phase.LIVE, "it is live", "P2")
    require(is_free(w, r), "it is not chosen, and no step is put together", "P6")
    w.phase[r] = Phase.SUSPENDED
    w.parked[r] = 1
    w.parked_holders[w.adapter[r]] = w.parked_holders[w.adapter[r]] + 1
    deactivate(w, r)


@fault(of=resume, id="F-P21", breaks=("suspended_request_is_parked",))
def failed_resume_drops_the_parked_hold(w: Caches, r: Request) -> None:
    """Where the adapter does not fit, the resume fails and takes the hold of the host copy with it."""
    require(not w.forming, "no step is put together yet", "P6")
    require(w.phase[r] == Phase.SUSPENDED, "it is suspended")
    require(not fits(w, w.adapter[r]), "its adapter does not fit the device, or the step")
    let_go(w, r)


@fault(of=resume, breaks=("active_and_parked_exclude_each_other",))
def resume_stays_parked(w: Caches, r: Request) -> None:
    """The request is registered as active, and its parked hold is never taken back."""
    require(not w.forming, "no step is put together yet", "P6")
    require(w.phase[r] == Phase.SUSPENDED, "it is suspended")
    require(has_adapter(w, r), "it has an adapter")
    require(fits(w, w.adapter[r]), "its adapter fits device and step")
    w.phase[r] = Phase.LIVE
    choose(w, r)
    activate(w, r)


@fault(of=suspend, breaks=("parked_holders_are_counted_once",))
def suspend_parks_twice(w: Caches, r: Request) -> None:
    """The parked hold of one request is counted twice."""
    require(w.phase[r] == Phase.LIVE and w.active[r], "it is live, and active")
    require(is_free(w, r), "it is not chosen, and no step is put together", "P6")
    w.phase[r] = Phase.SUSPENDED
    park(w, r)
    w.parked_holders[w.adapter[r]] = w.parked_holders[w.adapter[r]] + 1


@fault(of=suspend, breaks=("paused_request_keeps_its_hold",))
def suspend_takes_a_paused_request(w: Caches, r: Request) -> None:
    """A request that was only left out is taken for a victim, and loses its place on the device."""
    require(one_of(w.phase[r], Phase.LIVE, Phase.PAUSED), "it is live or paused")
    require(is_free(w, r), "it is not chosen, and no step is put together", "P6")
    w.phase[r] = Phase.SUSPENDED
    park(w, r)


@fault(of=admit, breaks=("running_request_has_started",))
def admit_does_not_use_up_what_was_brought(w: Caches, r: Request) -> None:
    """The request counts as one whose own weights are still there."""
    require(may_enter(w, r), "it is chosen and due for its first chunk", "P2")
    require(not has_adapter(w, r), "it has no adapter")
    w.phase[r] = Phase.LIVE


@fault(of=admit, breaks=("held_adapter_stays_on_host",))
def admit_leaves_the_release_pending(w: Caches, r: Request) -> None:
    """A release that waits for a load is not called off by the next holder, who loses the copy when it arrives."""
    require(may_enter(w, r), "it is chosen and due for its first chunk", "P2")
    require(has_adapter(w, r) and serves(w, w.adapter[r]), "the host has what the name stands for", "V1")
    require(w.entry[Level.HOST, w.adapter[r]] != Entry.DONE, "the host copy may not be evicted")
    enter(w, r)


@fault(of=preempt, breaks=("holder_runs_with_the_host_copy",))
def preempt_remembers_the_weights(w: Caches, r: Request) -> None:
    """The request is to run with weights that nobody keeps for it."""
    require(one_of(w.phase[r], Phase.LIVE, Phase.SUSPENDED), "it is live or suspended", "G2")
    require(is_free(w, r), "it is not chosen, and no step is put together", "P6")
    require(w.stored[w.adapter[r]] and w.content[r] != NO_CONTENT, "its adapter is in a file")
    w.phase[r] = Phase.WAITING
    deactivate(w, r)
    unpark(w, r)


@fault(of=admit, breaks=("only_chosen_requests_are_admitted",))
def admit_goes_by_the_queue(w: Caches, r: Request) -> None:
    """A waiting request is registered though the pass has not chosen it: it holds what it does not run with."""
    require(not w.forming and w.phase[r] == Phase.WAITING and not w.reading[r], "it waits")
    require(has_adapter(w, r) and serves(w, w.adapter[r]), "the host has what the name stands for", "V1")
    require(room_for(w, Level.HOST, w.adapter[r]), "no claim counts on its pages", "P11")
    enter(w, r)
    take_up(w, Level.HOST, w.adapter[r])


@fault(of=resume, breaks=("nobody_becomes_active_on_a_failed_load",))
def resume_waits_for_weights_that_never_come(w: Caches, r: Request) -> None:
    """A request is chosen in each pass, though the load of its adapter has failed."""
    require(not w.forming, "no step is put together yet", "P6")
    require(w.phase[r] == Phase.SUSPENDED and has_adapter(w, r), "it is suspended, with an adapter")
    require(fits(w, w.adapter[r]), "its adapter fits device and step")
    w.phase[r] = Phase.LIVE
    choose(w, r)
    unpark(w, r)
    activate(w, r)
