"""Who holds what: the state of the lifecycle, one section per resource."""

from .fields import Count, Field, Ledger, PooledLedger, Schema, Tally, field, ledger, scalar, size, tally
from .sorts import Adapter, Flag, Phase, Pool, Request, Tokens

_LIVE = (Phase.WAITING, Phase.PREFILL, Phase.DECODE, Phase.SUSPENDED, Phase.PAUSED)


class World(Schema, system="lifecycle"):
    """Requests over two pools and a host tier, slots, seats, batch, rows and adapters: what engines are held to."""

    # Requests
    phase: Field[Request, int] = field((Request,), Phase, "where the request stands")
    life: Field[Request, int] = field((Request,), int, "grows each time the request starts over")
    live: Count = tally("phase", _LIVE, "requests that were submitted and have not ended")
    prompt: Field[Request, int] = field((Request,), Tokens, "tokens to compute before it decodes")
    paired: Field[Request, int] = field((Request,), Flag, "whether it keeps draft pages beside its target pages")
    cursor: Field[Request, int] = field((Request,), Tokens, "tokens computed and settled; one cursor for both pools")
    reserved: Field[Request, int] = field(
        (Request,), Tokens, "tokens it has pages for beyond the cursor, in this step only"
    )

    max_length: int = size("tokens a request may have pages for")

    # KV pages on the device, one pool for the target model and one for the draft model
    pool_size: Field[Pool, int] = size("pages in the pool", Pool)
    held: PooledLedger[Request] = ledger((Pool, Request), int, "device pages held")
    free: Field[Pool, int] = field((Pool,), int, "device pages free", starts_as="pool_size")

    # The host tier, shared by both pools; its capacity may be zero
    host_size: int = size("pages in the host tier")
    hosted: PooledLedger[Request] = ledger((Pool, Request), int, "host pages held")
    host_free: int = scalar(int, "host pages free", starts_as="host_size")

    # Sequence slots
    slots_size: int = size("sequence slots")
    slot: Ledger[Request] = ledger((Request,), Flag, "whether it holds a sequence slot")
    slots_free: int = scalar(int, "sequence slots free", starts_as="slots_size")

    # The step: its batch, and the rows of the last one, from which a request may read its newest token
    max_batch: int = size("requests in one step")
    running: int = scalar(Flag, "whether the step was launched and not yet settled")
    batch: Ledger[Request] = ledger((Request,), Flag, "whether it takes part in the step")
    row: Ledger[Request] = ledger((Request,), Flag, "whether it still owns its row of the last step")
    ran: Ledger[Request] = ledger((Request,), Flag, "whether it took part in the last step", observed=False)

    # Seats: who decodes, and who is paused in place
    pause_cap: int = size("requests paused in place at once")
    seats_taken: int = scalar(int, "admitted requests that are neither suspended nor paused")
    paused_count: int = scalar(int, "requests paused in place")
    seated: Count = tally("phase", (Phase.PREFILL, Phase.DECODE), "requests in prefill or decode")
    pausing: Count = tally("phase", (Phase.PAUSED,), "requests in the paused phase")

    # Adapters: registry, host copy, device copy, and the requests that keep them there
    adapter: Field[Request, Adapter] = field((Request,), Adapter, "the adapter it runs with, or none")
    registered: Field[Adapter, int] = field((Adapter,), Flag, "whether it can be named by a request")
    references: Field[Adapter, int] = field((Adapter,), int, "live requests that name it")
    naming: Tally[Adapter] = tally("phase", _LIVE, "live requests that name it", by="adapter", keys=(Adapter,))

    active: Field[Request, int] = field((Request,), Flag, "whether it keeps its adapter on the device")
    parked: Field[Request, int] = field((Request,), Flag, "whether it keeps its adapter on the host only")
    active_holders: Field[Adapter, int] = field((Adapter,), int, "requests that keep it on the device")
    parked_holders: Field[Adapter, int] = field((Adapter,), int, "requests that keep it on the host only")
    activating: Tally[Adapter] = tally("active", (1,), "active requests of it", by="adapter", keys=(Adapter,))
    parking: Tally[Adapter] = tally("parked", (1,), "parked requests of it", by="adapter", keys=(Adapter,))

    host_adapters_size: int = size("adapter copies on the host")
    on_host: Ledger[Adapter] = ledger((Adapter,), Flag, "whether a copy is on the host")
    host_pinned: Field[Adapter, int] = field((Adapter,), Flag, "whether its host copy may not be evicted")
    host_adapters_free: int = scalar(int, "places for adapter copies on the host", starts_as="host_adapters_size")

    device_adapters_size: int = size("adapter slots on the device")
    on_device: Ledger[Adapter] = ledger((Adapter,), Flag, "whether it occupies a device slot")
    device_pinned: Field[Adapter, int] = field((Adapter,), Flag, "whether its device slot may not be evicted")
    device_adapters_free: int = scalar(int, "device adapter slots free", starts_as="device_adapters_size")
