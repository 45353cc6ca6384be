"""Who occupies the per-resident pools, and what the pausing policy remembers of it."""

from dataclasses import replace
from enum import IntEnum
from typing import Final, Protocol

from ...fields import Count, Field, Ledger, Schema, Tally, Totals, field, ledger, scalar, size, tally
from ...instance import Instance
from ...sorts import Adapter, Flag, Request, Sort


class DrafterSlot(Sort):
    """A place for the drafter's context of one request, named by a number from 1."""

    none = True


NO_SLOT: Final = DrafterSlot(0)
"""No drafter slot."""

SCRATCH: Final = DrafterSlot(1)
"""The drafter slot that padding rows write to. It is never given to a request."""


class Slots(IntEnum):
    """A pool with one entry for each resident request."""

    SEQUENCE = 0
    """Sequence slots."""
    INDEX = 1
    """Slots of the KV index mapper."""
    RECURRENT = 2
    """Places for recurrent state; a prefix match may take one before admission."""
    DRAFTER = 3
    """Drafter slots. Which one a request has matters, since its context is kept there."""


class Phase(IntEnum):
    """Where a request stands. That it is paused in place is no phase: the policy keeps a set of the paused."""

    ABSENT = 0
    """Never submitted."""
    WAITING = 1
    """In the queue; it may keep a recurrent-state slot from a prefix match."""
    TRANSFERRING = 2
    """Admitted, while its KV is on the way: from a prefill worker, from its own prefill, or back from the host."""
    DECODING = 3
    """Live: it decodes, or would if it were not paused or displaced."""
    COMPLETING = 4
    """Its last token is computed, its answer not yet delivered; it runs no more."""
    SUSPENDED = 5
    """Its KV has left the device; its sequence, index and recurrent-state slots stay."""
    FINISHED = 6
    """Its answer is delivered."""
    ABORTED = 7
    """The client gave up."""


class Stage(IntEnum):
    """How far the scheduling pass is."""

    SETUP = 0
    """Nothing is sized yet."""
    SIZING = 1
    """Pausing is asked for and its prerequisites hold; the pools get their headroom."""
    IDLE = 2
    """Between two passes."""
    POLICY = 3
    """Waits are counted, and whoever waited for too long goes on; then the resume lane is open: paused requests take
    free seats; then at most one request is paused."""
    PLAN = 4
    """Requests are admitted and scheduled."""
    RUN = 5
    """The batch runs."""


class SlotLedger(Field[tuple[Slots, Request], int], Protocol):
    """Which request holds an entry of which pool."""

    @property
    def total(self) -> Totals:
        """How many entries of a pool are held."""
        ...


class Residents(Schema, system="slots"):
    """Requests that are resident though not in the batch, the pools that must hold them all, and the pausing policy."""

    max_batch: int = size("requests in one batch, and seats for those that are not paused")
    pause_cap: int = size("requests paused in place at once, if pausing is on")
    clock_lead: int = size("passes by which this rank's own clock is ahead of the shared one; no decision may read it")

    # Where requests and the pass stand
    stage: int = scalar(Stage, "how far the scheduling pass is")
    phase: Field[Request, int] = field((Request,), Phase, "where the request stands")
    transferring: Count = tally("phase", (Phase.TRANSFERRING,), "admitted requests whose KV is on the way")
    decoding: Count = tally("phase", (Phase.DECODING,), "requests that decode, paused and displaced ones included")
    admitted: Count = tally(
        "phase", (Phase.TRANSFERRING, Phase.DECODING, Phase.COMPLETING, Phase.SUSPENDED), "admitted requests"
    )
    finished: Count = tally("phase", (Phase.FINISHED,), "completions so far")

    # The per-resident pools, and whether they have room for paused requests
    pausing: int = scalar(Flag, "whether pausing is on")
    capacity: Field[Slots, int] = field((Slots,), int, "entries of the pool")
    free: Field[Slots, int] = field((Slots,), int, "entries free")
    holds: SlotLedger = ledger((Slots, Request), Flag, "whether it holds an entry of the pool")

    # Drafter slots by identity
    drafter: Field[Request, DrafterSlot] = field((Request,), DrafterSlot, "its drafter slot, or none")
    taken: Ledger[DrafterSlot] = ledger((DrafterSlot,), Flag, "whether the slot is given to a request")
    lapsed: Ledger[Request] = ledger((Request,), Flag, "whether it has a drafter slot and is not to keep it")

    # Adapters on the device, and what the pass has claimed of them
    adapter: Field[Request, Adapter] = size("the adapter a request runs with, or none", Request, domain=Adapter)
    device_slots: int = size("adapter slots on the device")
    on_device: Ledger[Adapter] = ledger((Adapter,), Flag, "whether a resident request keeps it on the device")
    users: Field[Adapter, int] = field((Adapter,), int, "resident requests that run with it")
    using: Tally[Adapter] = tally(
        "phase",
        (Phase.TRANSFERRING, Phase.DECODING, Phase.COMPLETING),
        "resident requests that run with it",
        by="adapter",
        keys=(Adapter,),
    )
    budget: int = scalar(int, "device slots that the pass may still claim")
    claimed: Ledger[Adapter] = ledger((Adapter,), Flag, "whether the pass has claimed a slot for it, not used yet")

    # The batch, and the rows of the last one
    batch: Ledger[Request] = ledger((Request,), Flag, "whether it takes part in the batch")
    row: Ledger[Request] = ledger((Request,), Flag, "whether it reads its newest token from its row of the last batch")
    stalled: int = scalar(Flag, "whether the pass that has just ended counts as one without progress")

    # The queue
    target: int = scalar(Flag, "whether the queue has a target for the time to the first token")
    late: Ledger[Request] = ledger((Request,), Flag, "whether it waits and is about to miss the target")
    occupancy: int = scalar(int, "seats taken, as admission sees it")

    # Pausing
    paused: Ledger[Request] = ledger((Request,), Flag, "whether it is paused in place")
    due: Ledger[Request] = ledger((Request,), Flag, "whether its wait is still to be counted in this pass")
    waited: Field[Request, int] = field((Request,), int, "passes it was paused for")
    max_pause: int = size("passes after which a paused request goes on, seat or not")
    pauses: Field[Request, int] = field((Request,), int, "how often it was paused")
    pause_limit: int = size("how often a request may be paused")
    rest: Field[Request, int] = field((Request,), int, "decode steps to make before it may be paused")
    first_rest: int = size("decode steps before a request may be paused for the first time")
    hysteresis: int = size("decode steps between a request's return from a pause and its next one")
    made_room: int = scalar(Flag, "whether a request was paused in this pass")

    # What the policy learns from completions
    gain: int = scalar(int, "how far the at-risk window is above its least", starts_as="gain_span")
    gain_span: int = size("how far the gain may be below and above where it starts")
    credit: int = scalar(int, "sacrifice credit above its floor", starts_as="credit_span")
    credit_span: int = size("how far the credit may be below and above where it starts")
    price: int = size("credit that a missed target costs; a completion earns one")
    sacrificed: Ledger[Request] = ledger((Request,), Flag, "whether it was paused at the price of its own target")
    missed: Field[Request, int] = field((Request,), Flag, "whether it finished below its own target")


def small(requests: int) -> Instance:
    """Return a small instance in which every pool, seat and slot can run out, for so many requests."""
    return Instance(
        requests,
        1,
        1,
        sizes={
            "max_batch": 1,
            "pause_cap": 1,
            "clock_lead": 1,
            "device_slots": 1,
            "max_pause": 1,
            "pause_limit": 1,
            "first_rest": 0,
            "hysteresis": 1,
            "gain_span": 1,
            "credit_span": 1,
            "price": 1,
        },
        tables={"adapter": (1, 0, 1)[:requests]},
        more={DrafterSlot: 3},
        schema=Residents,
    )


_ROOM = {
    "max_batch": 2, "device_slots": 2, "pause_limit": 2, "hysteresis": 0, "gain_span": 2, "credit_span": 4, "price": 2,
}  # fmt: skip

WIDE = (
    replace(small(3), sizes={**small(3).sizes, **_ROOM}, more={DrafterSlot: 5}),
    replace(
        small(3), adapters=2, sizes={**small(3).sizes, **_ROOM}, tables={"adapter": (1, 2, 1)}, more={DrafterSlot: 5}
    ),
)
"""Two requests in a batch beside a third, and one that is paused twice."""
