"""Who keeps an adapter where: laws P1 to P9 and P13, and the registry (A)."""

from ..language import law, one_of
from ..sorts import NO_ADAPTER, Adapter, Phase, Request
from ..state import World


@law("P1")
def active_and_parked_exclude_each_other(w: World, r: Request) -> bool:
    """A request keeps its adapter on the device or parked on the host, never both."""
    return not (w.active[r] and w.parked[r])


@law("P2")
def only_admitted_requests_hold_adapters(w: World, r: Request) -> bool:
    """An active holder is admitted and not suspended; a parked holder is suspended."""
    return (not w.active[r] or one_of(w.phase[r], Phase.PREFILL, Phase.DECODE, Phase.PAUSED)) and (
        not w.parked[r] or w.phase[r] == Phase.SUSPENDED
    )


@law("P3")
def held_adapter_stays_on_host(w: World, a: Adapter) -> bool:
    """An adapter with an active or parked holder has a host copy that may not be evicted."""
    return (w.active_holders[a] == 0 and w.parked_holders[a] == 0) or (w.on_host[a] == 1 and w.host_pinned[a] == 1)


@law("P4")
def device_slot_is_pinned_by_active_holders_only(w: World, a: Adapter) -> bool:
    """A device slot is pinned exactly as long as the adapter has an active holder."""
    return (w.device_pinned[a] == 1) == (w.active_holders[a] >= 1)


@law("P4")
def host_copy_is_pinned_by_holders_only(w: World, a: Adapter) -> bool:
    """A host copy is pinned exactly as long as the adapter has a holder, active or parked."""
    return (w.host_pinned[a] == 1) == (w.active_holders[a] >= 1 or w.parked_holders[a] >= 1)


@law("P5")
def pinned_adapters_fit_the_device(w: World, a: Adapter) -> bool:
    """A pinned adapter occupies a device slot, and occupied and free slots make up the device."""
    return (
        (not w.device_pinned[a] or w.on_device[a] == 1)
        and w.on_device.total + w.device_adapters_free == w.device_adapters_size
        and w.device_adapters_free >= 0
    )


@law("P5")
def host_copies_fit_the_host(w: World) -> bool:
    """Adapter copies and free places make up the host's room for adapters."""
    return w.on_host.total + w.host_adapters_free == w.host_adapters_size and w.host_adapters_free >= 0


@law("P6")
def step_finds_its_adapters_on_device(w: World, r: Request) -> bool:
    """A request in the step holds its adapter, and the adapter is on the device."""
    return not w.batch[r] or w.adapter[r] == NO_ADAPTER or (w.active[r] == 1 and w.on_device[w.adapter[r]] == 1)


@law("P6")
def seated_request_is_active_on_its_adapter(w: World, r: Request) -> bool:
    """A request in prefill, decoding or paused in place keeps its adapter on the device."""
    return (
        not one_of(w.phase[r], Phase.PREFILL, Phase.DECODE, Phase.PAUSED)
        or w.adapter[r] == NO_ADAPTER
        or w.active[r] == 1
    )


@law("P7")
def suspended_request_parks_its_adapter(w: World, r: Request) -> bool:
    """A suspended request with an adapter has let go of the device slot and is parked on the host copy."""
    return w.phase[r] != Phase.SUSPENDED or w.adapter[r] == NO_ADAPTER or (w.active[r] == 0 and w.parked[r] == 1)


@law("P8")
def active_holders_are_counted_once(w: World, a: Adapter) -> bool:
    """The count of active holders is the number of active requests: each hold and each release takes effect once."""
    return w.active_holders[a] == w.activating[a]


@law("P8")
def parked_holders_are_counted_once(w: World, a: Adapter) -> bool:
    """The count of parked holders is the number of parked requests: each park and each resume takes effect once."""
    return w.parked_holders[a] == w.parking[a]


@law("P9")
def request_outside_holds_no_adapter(w: World, r: Request) -> bool:
    """A request that is absent, waiting or finished keeps no adapter, on whatever path it got there."""
    return not one_of(w.phase[r], Phase.ABSENT, Phase.WAITING, Phase.FINISHED) or (
        w.active[r] == 0 and w.parked[r] == 0
    )


@law("P13")
def no_adapter_means_no_hold(w: World, r: Request) -> bool:
    """A request without an adapter takes part in no adapter bookkeeping."""
    return w.adapter[r] != NO_ADAPTER or (w.active[r] == 0 and w.parked[r] == 0)


@law("A1")
def references_count_live_requests(w: World, a: Adapter) -> bool:
    """The registry's count of an adapter is the number of live requests that name it."""
    return a == NO_ADAPTER or w.references[a] == w.naming[a]


@law("A2")
def named_adapter_is_registered(w: World, a: Adapter) -> bool:
    """An adapter that a live request names is registered."""
    return w.references[a] == 0 or w.registered[a] == 1


@law("A2")
def base_model_is_not_registered(w: World) -> bool:
    """The base model is no adapter: it is never in the registry."""
    return w.registered[NO_ADAPTER] == 0


@law("A3")
def only_registered_adapters_have_copies(w: World, a: Adapter) -> bool:
    """An adapter that is on the host or on the device is registered, and is not the base model."""
    return (w.on_host[a] == 0 and w.on_device[a] == 0) or (a != NO_ADAPTER and w.registered[a] == 1)
