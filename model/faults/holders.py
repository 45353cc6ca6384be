"""Requests that hold their adapter too long, too short, or twice."""

from ..events.admission import adapter_fits
from ..events.ending import abort, finish
from ..events.parts import (
    activate_adapter,
    deactivate_adapter,
    extend,
    leave_batch,
    leave_seat,
    release_adapter,
    release_memory,
    take_seat,
    unpark_adapter,
    unpin_host_copy,
)
from ..events.step import revoke
from ..events.suspension import park_adapter, preempt, resume, suspend
from ..language import fault, helper, one_of, require
from ..sorts import NO_ADAPTER, Phase, Pool, Request
from ..state import World
from .parts import go_on, move_pages_back, move_pages_out


@fault(of=suspend, id="F-P1", breaks=("suspended_request_parks_its_adapter", "active_and_parked_exclude_each_other"))
def suspend_keeps_adapter(w: World, r: Request) -> None:
    """A suspended request keeps its device slot, and a full device cache blocks the next adapter."""
    require(one_of(w.phase[r], Phase.PREFILL, Phase.DECODE), "only a request in prefill or decode is suspended", "G2")
    require(not w.batch[r], "it is not part of the step")
    w.phase[r] = Phase.SUSPENDED
    leave_seat(w, r)
    if w.adapter[r] != NO_ADAPTER:
        w.parked[r] = 1
        w.parked_holders[w.adapter[r]] = w.parked_holders[w.adapter[r]] + 1
    move_pages_out(w, r)


@fault(of=suspend, id="F-P7", breaks=("held_adapter_stays_on_host", "host_copy_is_pinned_by_holders_only"))
def suspend_releases_host_copy(w: World, r: Request) -> None:
    """A suspended request lets its host copy be evicted, which it needs for its resume."""
    require(one_of(w.phase[r], Phase.PREFILL, Phase.DECODE), "only a request in prefill or decode is suspended", "G2")
    require(not w.batch[r], "it is not part of the step")
    w.phase[r] = Phase.SUSPENDED
    leave_seat(w, r)
    if w.adapter[r] != NO_ADAPTER:
        deactivate_adapter(w, r)
        unpin_host_copy(w, w.adapter[r])
        w.parked[r] = 1
        w.parked_holders[w.adapter[r]] = w.parked_holders[w.adapter[r]] + 1
    move_pages_out(w, r)


@fault(of=suspend, id="F-P6", breaks=("device_slot_is_pinned_by_active_holders_only",))
def suspend_releases_shared_slot(w: World, r: Request) -> None:
    """One request decides alone that its adapter's slot may be evicted, and others still run with it."""
    require(one_of(w.phase[r], Phase.PREFILL, Phase.DECODE), "only a request in prefill or decode is suspended", "G2")
    require(not w.batch[r], "it is not part of the step")
    w.phase[r] = Phase.SUSPENDED
    leave_seat(w, r)
    if w.adapter[r] != NO_ADAPTER:
        park_adapter(w, r)
        w.device_pinned[w.adapter[r]] = 0
    move_pages_out(w, r)


@fault(of=suspend, id="F-P20", breaks=("no_adapter_means_no_hold",))
def suspend_parks_the_base_model(w: World, r: Request) -> None:
    """A request without an adapter is parked like one that has one."""
    require(one_of(w.phase[r], Phase.PREFILL, Phase.DECODE), "only a request in prefill or decode is suspended", "G2")
    require(not w.batch[r], "it is not part of the step")
    w.phase[r] = Phase.SUSPENDED
    leave_seat(w, r)
    deactivate_adapter(w, r)
    w.parked[r] = 1
    w.parked_holders[w.adapter[r]] = w.parked_holders[w.adapter[r]] + 1
    move_pages_out(w, r)


@fault(of=suspend, breaks=("parked_holders_are_counted_once",))
def suspend_counts_no_parked_holder(w: World, r: Request) -> None:
    """The request is marked as parked, but its adapter does not count it."""
    require(one_of(w.phase[r], Phase.PREFILL, Phase.DECODE), "only a request in prefill or decode is suspended", "G2")
    require(not w.batch[r], "it is not part of the step")
    w.phase[r] = Phase.SUSPENDED
    leave_seat(w, r)
    deactivate_adapter(w, r)
    if w.adapter[r] != NO_ADAPTER:
        w.parked[r] = 1
    move_pages_out(w, r)


@fault(of=resume, id="F-P2", breaks=("seated_request_is_active_on_its_adapter",))
def resume_forgets_adapter(w: World, r: Request) -> None:
    """A resumed request runs with its adapter without holding it: it is evicted with the last other holder."""
    require(w.phase[r] == Phase.SUSPENDED, "only a suspended request is resumed")
    require(w.seats_taken < w.max_batch, "a seat is free", "G3")
    require(w.hosted[Pool.TARGET, r] <= w.free[Pool.TARGET], "the target pool has room for its pages", "K2")
    require(w.hosted[Pool.DRAFT, r] <= w.free[Pool.DRAFT], "the draft pool has room for its pages", "K2")
    require(adapter_fits(w, r), "the adapter is resident or finds room", "P5")
    move_pages_back(w, r)
    take_seat(w, r)
    release_adapter(w, r)
    go_on(w, r)


@fault(of=resume, breaks=("active_and_parked_exclude_each_other",))
def resume_keeps_the_parked_hold(w: World, r: Request) -> None:
    """A resumed request is an active holder and is still counted as a parked one."""
    require(w.phase[r] == Phase.SUSPENDED, "only a suspended request is resumed")
    require(w.seats_taken < w.max_batch, "a seat is free", "G3")
    require(w.hosted[Pool.TARGET, r] <= w.free[Pool.TARGET], "the target pool has room for its pages", "K2")
    require(w.hosted[Pool.DRAFT, r] <= w.free[Pool.DRAFT], "the draft pool has room for its pages", "K2")
    require(adapter_fits(w, r), "the adapter is resident or finds room", "P5")
    move_pages_back(w, r)
    take_seat(w, r)
    activate_adapter(w, r)
    go_on(w, r)


@fault(of=resume, id="F-P4", breaks=("active_holders_are_counted_once",))
def resumed_request_registers_twice(w: World, r: Request) -> None:
    """A resumed request is registered at its resume and once more when it is scheduled."""
    require(w.phase[r] == Phase.SUSPENDED, "only a suspended request is resumed")
    require(w.seats_taken < w.max_batch, "a seat is free", "G3")
    require(w.hosted[Pool.TARGET, r] <= w.free[Pool.TARGET], "the target pool has room for its pages", "K2")
    require(w.hosted[Pool.DRAFT, r] <= w.free[Pool.DRAFT], "the draft pool has room for its pages", "K2")
    require(adapter_fits(w, r), "the adapter is resident or finds room", "P5")
    move_pages_back(w, r)
    take_seat(w, r)
    unpark_adapter(w, r)
    activate_adapter(w, r)
    activate_adapter(w, r)
    go_on(w, r)


@fault(of=revoke, id="F-P3", breaks=("only_admitted_requests_hold_adapters", "request_outside_holds_no_adapter"))
def failed_admission_parks_adapter(w: World, r: Request) -> None:
    """A first chunk that comes to nothing parks its adapter for a resume that never follows."""
    require(w.batch[r] and not w.running, "it was planned into a step that is not launched")
    leave_batch(w, r)
    if w.cursor[r] == 0:
        w.phase[r] = Phase.WAITING
        leave_seat(w, r)
        release_memory(w, r)
        park_adapter(w, r)
    else:
        extend(w, r, 0)


@fault(of=preempt, id="F-P15", breaks=("only_admitted_requests_hold_adapters", "request_outside_holds_no_adapter"))
def preempt_keeps_adapter(w: World, r: Request) -> None:
    """A victim gives its pages back and stays a holder of its adapter."""
    require(one_of(w.phase[r], Phase.PREFILL, Phase.DECODE, Phase.SUSPENDED), "it is admitted and not paused", "G2")
    require(not w.batch[r], "it is not part of the step")
    require(w.cursor[r] < w.max_length, "it has not reached its longest; then it finishes instead", "S11")
    if w.phase[r] != Phase.SUSPENDED:
        leave_seat(w, r)
    if w.cursor[r] >= w.prompt[r]:
        w.prompt[r] = w.cursor[r] + 1
    w.phase[r] = Phase.WAITING
    w.life[r] = w.life[r] + 1
    release_memory(w, r)


@helper
def end(w: World, r: Request) -> None:
    """End the request, with everything given back but what it holds of its adapter."""
    release_memory(w, r)
    if w.adapter[r] != NO_ADAPTER:
        w.references[w.adapter[r]] = w.references[w.adapter[r]] - 1
    w.phase[r] = Phase.FINISHED


@fault(of=finish, breaks=("device_slot_is_pinned_by_active_holders_only",))
def finish_leaves_the_device_slot_pinned(w: World, r: Request) -> None:
    """The last holder of an adapter leaves, and nobody lets the slot be evicted any more."""
    require(w.phase[r] == Phase.DECODE, "only a decoding request finishes")
    require(not w.batch[r], "it is not part of the step")
    leave_seat(w, r)
    if w.active[r]:
        w.active[r] = 0
        w.active_holders[w.adapter[r]] = w.active_holders[w.adapter[r]] - 1
        unpin_host_copy(w, w.adapter[r])
    end(w, r)


@fault(of=finish, breaks=("host_copy_is_pinned_by_holders_only",))
def finish_leaves_the_host_copy_pinned(w: World, r: Request) -> None:
    """The last holder of an adapter leaves, and its host copy can never be evicted again."""
    require(w.phase[r] == Phase.DECODE, "only a decoding request finishes")
    require(not w.batch[r], "it is not part of the step")
    leave_seat(w, r)
    deactivate_adapter(w, r)
    end(w, r)


@fault(of=abort, id="F-P16", breaks=("only_admitted_requests_hold_adapters", "request_outside_holds_no_adapter"))
def abort_leaves_adapter_parked(w: World, r: Request) -> None:
    """A request that is aborted while it is suspended stays a parked holder of its adapter."""
    require(not one_of(w.phase[r], Phase.ABSENT, Phase.FINISHED), "it is submitted and has not ended", "P9")
    require(not w.running or not w.batch[r], "the running step does not read it")
    leave_batch(w, r)
    if one_of(w.phase[r], Phase.PREFILL, Phase.DECODE):
        leave_seat(w, r)
    if w.phase[r] == Phase.PAUSED:
        w.paused_count = w.paused_count - 1
    deactivate_adapter(w, r)
    if w.adapter[r] != NO_ADAPTER:
        unpin_host_copy(w, w.adapter[r])
    end(w, r)


@fault(of=abort, breaks=("references_count_live_requests",))
def abort_keeps_the_reference(w: World, r: Request) -> None:
    """The registry does not learn of an abort, and waits for ever to unload the adapter."""
    require(not one_of(w.phase[r], Phase.ABSENT, Phase.FINISHED), "it is submitted and has not ended", "P9")
    require(not w.running or not w.batch[r], "the running step does not read it")
    leave_batch(w, r)
    if one_of(w.phase[r], Phase.PREFILL, Phase.DECODE):
        leave_seat(w, r)
    if w.phase[r] == Phase.PAUSED:
        w.paused_count = w.paused_count - 1
    release_memory(w, r)
    release_adapter(w, r)
    w.phase[r] = Phase.FINISHED
