"""What must be possible, so that a model that forbids too much does not pass for a safe one."""

from ...language import sometimes
from ...sorts import NO_ADAPTER, Adapter, Request
from .state import NO_CONTENT, Caches, Entry, Level, Phase


@sometimes
def pass_chooses_two_of_one_adapter(w: Caches, r: Request) -> bool:
    """A pass has chosen two requests, both registered on one adapter."""
    return w.planned.total == 2 and w.planned[r] == 1 and w.active_holders[w.adapter[r]] == 2


@sometimes
def pass_fills_the_device(w: Caches) -> bool:
    """A pass has chosen as many adapters as a step may have, and counted all the pages of the device for them."""
    return w.chosen.total == w.max_adapters and w.chosen.total == 2 and w.claimed.total == w.capacity[Level.DEVICE]


@sometimes
def step_computes_for_two(w: Caches) -> bool:
    """Two requests are in one step."""
    return w.reading.total == 2


@sometimes
def parked_beside_active(w: Caches, r: Request) -> bool:
    """A request is parked on an adapter that another one runs with."""
    return w.parked[r] == 1 and w.active_holders[w.adapter[r]] >= 1


@sometimes
def base_model_runs(w: Caches, r: Request) -> bool:
    """A request without an adapter is in a launched step."""
    return w.reading[r] == 1 and w.phase[r] == Phase.LIVE and w.adapter[r] == NO_ADAPTER


@sometimes
def passes_overlap(w: Caches, r: Request) -> bool:
    """The next pass has chosen a request that the running step computes for."""
    return w.reading[r] == 1 and w.planned[r] == 1 and w.adapter[r] != NO_ADAPTER


@sometimes
def release_waits_for_the_load(w: Caches, a: Adapter) -> bool:
    """The last holder left while the weights were on their way to the host."""
    return w.deferred[Level.HOST, a] == 1 and w.entry[Level.HOST, a] == Entry.LOADING


@sometimes
def release_waits_for_the_copy(w: Caches, a: Adapter) -> bool:
    """The last holder left while the host copy was being copied to the device: both releases wait for it."""
    return w.deferred[Level.HOST, a] == 1 and w.entry[Level.HOST, a] == Entry.USED


@sometimes
def release_waits_for_the_step(w: Caches, a: Adapter) -> bool:
    """The last active holder left while a launched step reads the device copy."""
    return w.deferred[Level.DEVICE, a] == 1 and w.fenced[a] == 1


@sometimes
def request_ends_under_the_step(w: Caches, r: Request) -> bool:
    """A launched step computes for a request that has ended."""
    return w.reading[r] == 1 and w.phase[r] == Phase.ABSENT


@sometimes
def active_request_finds_its_copy_released(w: Caches, r: Request) -> bool:
    """A request is active, and its adapter may still be evicted from the device: nobody has ensured it since."""
    return w.active[r] == 1 and w.entry[Level.DEVICE, w.adapter[r]] == Entry.DONE


@sometimes
def request_outlives_a_reload(w: Caches, r: Request) -> bool:
    """A request is in a launched step with weights that its adapter's name no longer stands for."""
    return w.reading[r] == 1 and w.active[r] == 1 and w.content[r] != w.latest[w.adapter[r]]


@sometimes
def name_is_reloaded_before_admission(w: Caches, r: Request) -> bool:
    """A request waits, and the host copy of its adapter is of what the name stood for before."""
    return (
        w.phase[r] == Phase.WAITING
        and w.copy[Level.HOST, w.adapter[r]] != NO_CONTENT
        and w.copy[Level.HOST, w.adapter[r]] != w.latest[w.adapter[r]]
    )


@sometimes
def preempted_request_keeps_what_it_brought(w: Caches, r: Request) -> bool:
    """A request starts over, and keeps on the host the weights that only it had."""
    return w.phase[r] == Phase.WAITING and w.parked[r] == 1 and not w.stored[w.adapter[r]]


@sometimes
def preempted_request_lets_go(w: Caches, r: Request) -> bool:
    """A request starts over, and its adapter may be evicted from the host in the meantime."""
    return w.phase[r] == Phase.WAITING and w.started[r] == 1 and w.entry[Level.HOST, w.adapter[r]] == Entry.DONE


@sometimes
def claim_needs_an_eviction(w: Caches, at: Level, a: Adapter) -> bool:
    """A claim is let in though no page is free: a copy that nobody holds will make room."""
    return w.entry[at, a] == Entry.CLAIMING and w.free[at] == 0


@sometimes
def paused_adapter_is_counted(w: Caches, r: Request) -> bool:
    """The pass has counted the pages of a paused request's adapter."""
    return w.phase[r] == Phase.PAUSED and w.in_use[w.adapter[r]] >= 1 and w.claimed[w.adapter[r]] >= 1


@sometimes
def request_holds_a_failed_load(w: Caches, r: Request) -> bool:
    """The weights of a suspended request's adapter never came."""
    return w.parked[r] == 1 and w.entry[Level.HOST, w.adapter[r]] == Entry.FAILED
