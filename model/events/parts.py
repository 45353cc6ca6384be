"""What several events do alike: taking and giving back one kind of resource. Guards stay in the events."""

from ..language import helper
from ..sorts import NO_ADAPTER, Adapter, Pool, Request
from ..state import World


@helper
def set_pages(w: World, p: Pool, r: Request, amount: int) -> None:
    """Let the request hold exactly so many device pages of the pool."""
    w.free[p] = w.free[p] + w.held[p, r] - amount
    w.held[p, r] = amount


@helper
def set_hosted(w: World, p: Pool, r: Request, amount: int) -> None:
    """Let the request hold exactly so many host pages for the pool."""
    w.host_free = w.host_free + w.hosted[p, r] - amount
    w.hosted[p, r] = amount


@helper
def extend(w: World, r: Request, tokens: int) -> None:
    """Reserve tokens beyond the cursor, with the pages they need in each pool the request uses."""
    w.reserved[r] = tokens
    set_pages(w, Pool.TARGET, r, w.pages(w.cursor[r] + tokens))
    if w.paired[r]:
        set_pages(w, Pool.DRAFT, r, w.pages(w.cursor[r] + tokens))


@helper
def settle(w: World, r: Request, tokens: int) -> None:
    """Move the cursor over computed tokens and give back the pages of those that were not kept."""
    w.cursor[r] = w.cursor[r] + tokens
    extend(w, r, 0)


@helper
def join_batch(w: World, r: Request) -> None:
    """Take part in the step that is being planned."""
    w.batch[r] = 1


@helper
def leave_batch(w: World, r: Request) -> None:
    """Leave the step; a launched step ends with the last one to leave."""
    w.batch[r] = 0
    if w.batch.total == 0:
        w.running = 0


@helper
def take_seat(w: World, r: Request) -> None:
    """Count among those who decode or prefill."""
    w.seats_taken = w.seats_taken + 1


@helper
def leave_seat(w: World, r: Request) -> None:
    """Count no longer among those who decode or prefill; the row of the last step is lost with the seat."""
    w.seats_taken = w.seats_taken - 1
    w.row[r] = 0


@helper
def put_on_host(w: World, a: Adapter) -> None:
    """Have a pinned copy of the adapter on the host."""
    if not w.on_host[a]:
        w.on_host[a] = 1
        w.host_adapters_free = w.host_adapters_free - 1
    w.host_pinned[a] = 1


@helper
def put_on_device(w: World, a: Adapter) -> None:
    """Have a pinned copy of the adapter in a device slot."""
    if not w.on_device[a]:
        w.on_device[a] = 1
        w.device_adapters_free = w.device_adapters_free - 1
    w.device_pinned[a] = 1


@helper
def activate_adapter(w: World, r: Request) -> None:
    """Keep the request's adapter on the host and on the device, copying it there where it is missing."""
    if w.adapter[r] != NO_ADAPTER:
        put_on_host(w, w.adapter[r])
        put_on_device(w, w.adapter[r])
        w.active[r] = 1
        w.active_holders[w.adapter[r]] = w.active_holders[w.adapter[r]] + 1


@helper
def deactivate_adapter(w: World, r: Request) -> None:
    """Let go of the adapter's device slot; it may be evicted once no active holder is left."""
    if w.active[r]:
        w.active[r] = 0
        w.active_holders[w.adapter[r]] = w.active_holders[w.adapter[r]] - 1
        if w.active_holders[w.adapter[r]] == 0:
            w.device_pinned[w.adapter[r]] = 0


@helper
def unpark_adapter(w: World, r: Request) -> None:
    """Let go of a parked hold."""
    if w.parked[r]:
        w.parked[r] = 0
        w.parked_holders[w.adapter[r]] = w.parked_holders[w.adapter[r]] - 1


@helper
def unpin_host_copy(w: World, a: Adapter) -> None:
    """Let the host copy be evicted once no holder, active or parked, is left."""
    if w.active_holders[a] == 0 and w.parked_holders[a] == 0:
        w.host_pinned[a] = 0


@helper
def release_adapter(w: World, r: Request) -> None:
    """Let go of the adapter on the device and on the host."""
    if w.adapter[r] != NO_ADAPTER:
        deactivate_adapter(w, r)
        unpark_adapter(w, r)
        unpin_host_copy(w, w.adapter[r])


@helper
def release_memory(w: World, r: Request) -> None:
    """Give back every page, on the device and on the host, in both pools, and the sequence slot."""
    w.reserved[r] = 0
    w.cursor[r] = 0
    set_pages(w, Pool.TARGET, r, 0)
    set_pages(w, Pool.DRAFT, r, 0)
    set_hosted(w, Pool.TARGET, r, 0)
    set_hosted(w, Pool.DRAFT, r, 0)
    w.slots_free = w.slots_free + w.slot[r]
    w.slot[r] = 0
