"""What a pass of the scheduler reads and decides."""

from dataclasses import replace

from ...fields import Field, Ledger, PooledLedger, Schema, Tally, field, ledger, scalar, size, tally
from ...instance import Instance
from ...sorts import Flag, Pool, Request, Tokens
from .kinds import Flight, Key, Residency, Rung, Stage, Stand


class Pass(Schema, system="scheduler"):
    """One scheduling pass after another: who is scheduled, evicted, recomputed, deferred, and what caches they have."""

    # The list of requests, in an order
    length: int = scalar(int, "places that were given out; who ended keeps its place")
    order: Field[Request, int] = field((Request,), int, "its place on the list")
    stand: Field[Request, int] = field((Request,), Stand, "where it stands")
    prompt: Field[Request, int] = field((Request,), Tokens, "tokens of its context")
    cursor: Field[Request, int] = field(
        (Request,), Tokens, "tokens of its context that are in its caches, or on the way"
    )
    received: Field[Request, int] = field((Request,), Flag, "whether another worker computes its context")
    multimodal: Field[Request, int] = size(
        "whether its prompt is made from inputs that are released once its context is computed", Request, domain=Flag
    )
    max_length: int = size("tokens a cache may have room for")

    # Its cache in each pool, and the index slot that goes with it
    drafts: int = size("whether there is a draft pool", domain=Flag)
    kv: Field[tuple[Pool, Request], int] = field((Pool, Request), Residency, "its cache in the pool")
    capacity: Field[tuple[Pool, Request], int] = field((Pool, Request), Tokens, "tokens its cache has room for")
    grown: Field[tuple[Pool, Request], int] = field((Pool, Request), Tokens, "the part of it that can still be revoked")
    slots_size: Field[Pool, int] = size("index slots of the pool", Pool)
    slot: PooledLedger[Request] = ledger((Pool, Request), Flag, "whether it has an index slot in the pool")
    slots_free: Field[Pool, int] = field((Pool,), int, "index slots free", starts_as="slots_size")

    # Seats in the batch's tables, from the first chunk or the transfer to the end
    seats_size: int = size("sequence slots")
    seat: Ledger[Request] = ledger((Request,), Flag, "whether it has a sequence slot")
    seats_free: int = scalar(int, "sequence slots free", starts_as="seats_size")

    # The pass: its walk over the list, and what it decides
    recompute: int = size("whether a victim may be computed anew", domain=Flag)
    stage: int = scalar(Stage, "how far the pass is")
    walk: int = scalar(int, "the place that the pass is at")
    end: int = scalar(int, "the place before which this walk ends")
    rung: int = scalar(Rung, "what is tried for the request at the walk")
    scan: int = scalar(int, "the search for a victim goes on before this place, towards the walk")
    max_requests: int = size("requests in one pass")
    max_tokens: int = size("tokens in one pass")
    scheduled: Ledger[Request] = ledger((Request,), Flag, "whether it is scheduled")
    charge: Ledger[Request] = ledger((Request,), Tokens, "tokens that it takes of the pass")
    evicted: Ledger[Request] = ledger((Request,), Flag, "whether this pass suspended it")
    recomputed: Ledger[Request] = ledger((Request,), Flag, "whether this pass took its caches, to be computed anew")
    candidate: Ledger[Request] = ledger((Request,), Flag, "whether it has room for a transfer that is not admitted yet")
    deferred: Ledger[Request] = ledger((Request,), Flag, "whether it waits a pass for another's prefix")
    left: Ledger[Request] = ledger((Request,), Flag, "whether it could have run, and the pass did nothing for it")

    # Prefixes that are being computed
    key: Field[Request, Key] = field((Request,), Key, "the first block that it adds, or waits for")
    contributes: Field[Request, int] = field((Request,), Flag, "whether it is computing that block")
    contributors: Tally[Key] = tally("contributes", (1,), "requests that compute it", by="key", keys=(Key,))

    # After the pass: the step in flight, pages on the move, and rows of the last step
    flight: Field[Request, int] = field((Request,), Flight, "whether a step of it is in flight")
    flown: Field[Request, int] = field((Request,), Tokens, "drafted tokens of that step, which may be rejected")
    moving: Ledger[Request] = ledger((Request,), Flag, "whether a load or a transfer holds its pages")
    row: Ledger[Request] = ledger((Request,), Flag, "whether it still owns its row of the last step")

    # The detector of stalls
    stall_limit: int = size("passes in a row without progress before an error is raised")
    stalled: int = scalar(int, "passes in a row without progress")
    error: int = scalar(Flag, "whether the error is raised")


def small(requests: int) -> Instance:
    """Return an instance with two tokens of room, in which one request fills a pass and one stall raises the error."""
    sizes = {
        "max_length": 2,
        "drafts": 1,
        "slots_size.TARGET": 2,
        "slots_size.DRAFT": 2,
        "seats_size": 2,
        "recompute": 1,
        "max_requests": 1,
        "max_tokens": 2,
        "stall_limit": 1,
    }
    tables = {"multimodal": tuple(int(r == 1) for r in range(requests))}
    return Instance(requests, 0, 1, sizes, {Key: 1}, Pass, tables)


_ROOM = {
    "max_length": 4, "slots_size.TARGET": 3, "slots_size.DRAFT": 3, "seats_size": 3, "max_requests": 2, "max_tokens": 4,
    "stall_limit": 2,
}  # fmt: skip

WIDE = (
    replace(small(3), sizes={**small(3).sizes, **_ROOM}, more={Key: 2}),
    replace(small(3), sizes={**small(3).sizes, **_ROOM, "drafts": 0}, more={Key: 2}, tables={"multimodal": (0, 0, 0)}),
)
"""Two requests in a pass beside a third, two prefixes to wait for, and two stalls in a row; with drafts, or without."""
