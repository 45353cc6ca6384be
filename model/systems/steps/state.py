"""Requests, their extents in two pools, the three steps of the pipeline, and the adapters that steps read."""

from __future__ import annotations

from enum import IntEnum

from ...fields import Count, Field, Ledger, PooledLedger, Schema, field, ledger, scalar, size, tally
from ...instance import Instance
from ...sorts import Adapter, Flag, Pool, Request, Tokens


class Stage(IntEnum):
    """Where a request stands. It is in prefill while its cursor is short of its prompt."""

    ABSENT = 0
    """Never submitted."""
    WAITING = 1
    """Not admitted, or given up to be computed again. It holds nothing but what late frames still write."""
    RUNNING = 2
    """Admitted: it may be planned into the next step."""
    SUSPENDED = 3
    """Its settled work is kept off the device; it holds no device page."""
    PAUSED = 4
    """Left out of the steps in place: it keeps everything it holds."""
    ENDED = 5
    """Finished or aborted."""


_LIVE = (Stage.WAITING, Stage.RUNNING, Stage.SUSPENDED, Stage.PAUSED)


class Pipeline(Schema, system="steps"):
    """A step is planned while up to two are in flight; what they reserve, and whose late output is dropped."""

    # Requests
    stage: Field[Request, int] = field((Request,), Stage, "where the request stands")
    live: Count = tally("stage", _LIVE, "requests that are submitted and have not ended")
    prompt: Field[Request, int] = field((Request,), Tokens, "tokens to compute before it decodes, in this life")
    cursor: Field[Request, int] = field((Request,), Tokens, "tokens settled; one cursor for both pools")
    published: Field[Request, int] = field((Request,), Tokens, "settled tokens that others may reuse")

    # Its extents in each pool, in tokens
    max_length: int = size("tokens a request may have places for in a pool")
    committed: Field[tuple[Pool, Request], int] = field((Pool, Request), Tokens, "tokens settled in the pool")
    allocated: Field[tuple[Pool, Request], int] = field(
        (Pool, Request), Tokens, "tokens it has places for: settled, in flight, and planned"
    )

    # The pages of those extents, and the pages that nobody may reuse before a late frame is retired
    pool_size: Field[Pool, int] = size("pages in the pool", Pool)
    free: Field[Pool, int] = field((Pool,), int, "pages free", starts_as="pool_size")
    held: PooledLedger[Request] = ledger((Pool, Request), int, "pages held")
    fenced_next: PooledLedger[Request] = ledger(
        (Pool, Request), int, "pages fenced until the earlier of its two late frames is retired"
    )
    fenced_last: PooledLedger[Request] = ledger(
        (Pool, Request), int, "pages fenced until the last of its late frames is retired"
    )

    # The step being planned. Each step records what it reserved, in tokens, in each pool
    max_batch: int = size("requests in one step")
    planned: Ledger[Request] = ledger((Request,), Flag, "whether it takes part in the step being planned")
    planned_target: Ledger[Request] = ledger((Request,), Tokens, "what that step reserved in the target pool")
    planned_draft: Ledger[Request] = ledger((Request,), Tokens, "what that step reserved in the draft pool")

    # The step launched last, while the one before it is not retired
    newest: Ledger[Request] = ledger((Request,), Flag, "whether the newer step in flight has a frame of it")
    newest_target: Ledger[Request] = ledger((Request,), Tokens, "what its frame there reserved in the target pool")
    newest_draft: Ledger[Request] = ledger((Request,), Tokens, "what its frame there reserved in the draft pool")

    # The step to retire next
    older: Ledger[Request] = ledger((Request,), Flag, "whether the older step in flight has a frame of it")
    older_target: Ledger[Request] = ledger((Request,), Tokens, "what its frame there reserved in the target pool")
    older_draft: Ledger[Request] = ledger((Request,), Tokens, "what its frame there reserved in the draft pool")
    failed: int = scalar(Flag, "whether the older step is reported as failed")

    # Frames of an earlier life come before those of this life, so that their number says which they are
    late: Field[Request, int] = field((Request,), int, "frames in flight whose output is dropped")

    # Rows of the step launched last, from which the next one may read a request's newest token
    ran: Ledger[Request] = ledger((Request,), Flag, "whether it took part in the step launched last", observed=False)
    row: Ledger[Request] = ledger((Request,), Flag, "whether it still owns its row of that step")

    # Adapters: the device slots, and which of them each step reads
    adapter: Field[Request, Adapter] = field((Request,), Adapter, "the adapter it runs with, or none")
    adapter_slots: int = size("adapter slots on the device")
    adapters_per_step: int = size("adapters that one step may read")
    on_device: Ledger[Adapter] = ledger((Adapter,), Flag, "whether it is in a device slot")
    outdated: Field[Adapter, int] = field((Adapter,), Flag, "whether newer content waits for its slot")
    planned_reads: Ledger[Adapter] = ledger((Adapter,), Flag, "whether the step being planned will read it")
    newest_reads: Ledger[Adapter] = ledger((Adapter,), Flag, "whether the newer step in flight reads it")
    older_reads: Ledger[Adapter] = ledger((Adapter,), Flag, "whether the older step in flight reads it")


def small(requests: int) -> Instance:
    """Return a small instance in which both pools, the batch and the adapter slots run out."""
    sizes = {
        "max_length": 3,
        "pool_size.TARGET": 3,
        "pool_size.DRAFT": 3,
        "max_batch": requests,
        "adapter_slots": 1,
        "adapters_per_step": 1,
    }
    return Instance(requests, 1, 1, sizes, schema=Pipeline)


WIDE = tuple(
    Instance(
        3,
        2,
        page_size,
        {**small(3).sizes, "max_length": 5, "adapter_slots": 2, "adapters_per_step": 2, "max_batch": 2},
        schema=Pipeline,
    )
    for page_size in (1, 2)
)
"""Two adapters, and tokens that share a page."""
