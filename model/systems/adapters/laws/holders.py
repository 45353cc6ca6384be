"""Who keeps an adapter where: laws P1 to P3, P7 to P10 and P13."""

from ....language import law, one_of, post, step_law
from ....sorts import NO_ADAPTER, Adapter, Request
from ..events.loading import put
from ..state import NO_CONTENT, Caches, Entry, Level, Phase


@law("P1")
def active_and_parked_exclude_each_other(w: Caches, r: Request) -> bool:
    """A request keeps its adapter on host and device, or parked on the host, never both."""
    return not (w.active[r] and w.parked[r])


@law("P2")
def only_admitted_requests_hold_adapters(w: Caches, r: Request) -> bool:
    """An active holder is admitted and not suspended; a parked one is suspended, or was admitted and starts over."""
    return (not w.active[r] or one_of(w.phase[r], Phase.LIVE, Phase.PAUSED, Phase.COMPLETING)) and (
        not w.parked[r] or w.phase[r] == Phase.SUSPENDED or (w.phase[r] == Phase.WAITING and w.started[r] == 1)
    )


@law("P2")
def running_request_has_started(w: Caches, r: Request) -> bool:
    """A request that was never admitted is absent or waits; one that is absent was not."""
    return w.started[r] == 0 if w.phase[r] == Phase.ABSENT else w.started[r] == 1 or w.phase[r] == Phase.WAITING


@step_law("P2")
def only_chosen_requests_are_admitted(before: Caches, after: Caches, r: Request) -> bool:
    """A request is admitted only by the pass that has chosen it."""
    return not (before.phase[r] == Phase.WAITING and after.phase[r] == Phase.LIVE) or before.planned[r] == 1


@law("P3")
def held_adapter_stays_on_host(w: Caches, a: Adapter) -> bool:
    """An adapter with a holder, active or parked, has a host entry that may not be evicted, nor is about to be."""
    return w.active_holders[a] + w.parked_holders[a] == 0 or (
        one_of(w.entry[Level.HOST, a], Entry.CLAIMING, Entry.LOADING, Entry.USED, Entry.FAILED)
        and w.deferred[Level.HOST, a] == 0
    )


@law("P6")
def running_request_is_active(w: Caches, r: Request) -> bool:
    """A live, paused or completing request with an adapter is registered as active on it."""
    return (
        not one_of(w.phase[r], Phase.LIVE, Phase.PAUSED, Phase.COMPLETING)
        or w.adapter[r] == NO_ADAPTER
        or w.active[r] == 1
    )


@step_law("P6")
def nobody_becomes_active_on_a_failed_load(before: Caches, after: Caches, r: Request) -> bool:
    """A request whose adapter's weights never came is not chosen again: it can only be ended."""
    return before.active[r] == 1 or after.active[r] == 0 or after.entry[Level.HOST, after.adapter[r]] != Entry.FAILED


@law("P7")
def suspended_request_is_parked(w: Caches, r: Request) -> bool:
    """A suspended request with an adapter keeps it on the host, and not on the device."""
    return w.phase[r] != Phase.SUSPENDED or w.adapter[r] == NO_ADAPTER or (w.active[r] == 0 and w.parked[r] == 1)


@law("P8")
def active_holders_are_counted_once(w: Caches, a: Adapter) -> bool:
    """The count of active holders is the number of active requests: no registration counts twice, nor twice back."""
    return w.active_holders[a] == w.activating[a]


@law("P8")
def parked_holders_are_counted_once(w: Caches, a: Adapter) -> bool:
    """The count of parked holders is the number of parked requests."""
    return w.parked_holders[a] == w.parking[a]


@law("P9")
def request_outside_holds_nothing(w: Caches, r: Request) -> bool:
    """A request that ended, or was never admitted, holds no adapter; one that starts over is not active."""
    return (w.phase[r] != Phase.ABSENT or (w.active[r] == 0 and w.parked[r] == 0)) and (
        w.phase[r] != Phase.WAITING or w.active[r] == 0
    )


@law("P10")
def preempted_request_can_start_over(w: Caches, r: Request) -> bool:
    """Of a request that has to start over the weights are in a file, or still kept on the host for it."""
    return (
        w.phase[r] != Phase.WAITING
        or w.started[r] == 0
        or w.adapter[r] == NO_ADAPTER
        or w.stored[w.adapter[r]] == 1
        or w.parked[r] == 1
    )


@law("P10")
def weights_without_a_file_stay_current(w: Caches, a: Adapter) -> bool:
    """What only the host has is what its name stands for, so that a request that kept it is admitted with it again."""
    return w.stored[a] == 1 or w.copy[Level.HOST, a] == NO_CONTENT or w.copy[Level.HOST, a] == w.latest[a]


@post("P10", of=put)
def weights_come_from_somewhere(before: Caches, after: Caches, r: Request) -> bool:
    """Weights that are sent to the host come from a file, or with a request that is admitted the first time."""
    return after.stored[after.adapter[r]] == 1 or (after.brings[r] == 1 and before.started[r] == 0)


@law("P13")
def no_adapter_means_no_hold(w: Caches, r: Request) -> bool:
    """A request without an adapter takes part in no adapter bookkeeping."""
    return w.adapter[r] != NO_ADAPTER or (w.active[r] == 0 and w.parked[r] == 0)


@step_law("G2")
def paused_request_keeps_its_hold(before: Caches, after: Caches, r: Request) -> bool:
    """A paused request goes on as it was, or ends: it is neither suspended nor preempted."""
    return before.phase[r] != Phase.PAUSED or one_of(after.phase[r], Phase.PAUSED, Phase.LIVE, Phase.ABSENT)
