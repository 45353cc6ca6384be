"""What the system sees: requests, the registry, who holds which copy, both caches, and the pass with its claims."""

from dataclasses import replace
from enum import IntEnum
from typing import Final, Protocol

from ...fields import Field, Ledger, Schema, Tally, Totals, field, ledger, scalar, size, tally
from ...instance import Instance
from ...sorts import Adapter, Flag, Request, Sort


class Content(Sort):
    """What the weights of an adapter are: two copies with the same content are interchangeable."""

    none = True


NO_CONTENT: Final = Content(0)
"""No weights at all."""


class Level(IntEnum):
    """A cache of adapter copies; the device is filled from the host."""

    HOST = 0
    DEVICE = 1


class Entry(IntEnum):
    """Where an adapter's entry in a cache stands."""

    ABSENT = 0
    CLAIMING = 1
    """It is promised pages that copies nobody uses still take."""
    LOADING = 2
    """It has its pages, and its weights are on their way into them."""
    USED = 3
    """Loaded, and not to be evicted."""
    DONE = 4
    """Loaded, and free to be evicted: nobody holds it."""
    FAILED = 5
    """Its weights never came (host only); it goes with its last holder."""


class Phase(IntEnum):
    """Where a request stands, as far as its adapter goes."""

    ABSENT = 0
    """Not submitted, or ended: its number may be used again."""
    WAITING = 1
    """Submitted, or preempted and to be computed again."""
    LIVE = 2
    """Admitted: in prefill or decoding, whether or not the pass takes it into the step."""
    SUSPENDED = 3
    PAUSED = 4
    COMPLETING = 5
    """Its last step is launched; it only has to be ended."""


class CacheLedger(Field[tuple[Level, Adapter], int], Protocol):
    """A ledger of pages for each cache."""

    @property
    def total(self) -> Totals:
        """The sum of all amounts in one cache."""
        ...


class Caches(Schema, system="adapters"):
    """LoRA adapters in the registry, on the host and on the device, with loads that take time and can fail."""

    # Requests
    phase: Field[Request, int] = field((Request,), Phase, "where the request stands")
    adapter: Field[Request, Adapter] = field((Request,), Adapter, "the adapter it names, or none")
    content: Field[Request, Content] = field(
        (Request,), Content, "what it has run with since it was admitted, if it has an adapter"
    )
    brings: Field[Request, int] = size("whether it comes with the weights of its adapter", Request, domain=Flag)
    started: Field[Request, int] = field((Request,), Flag, "whether it was admitted; what it came with is used up")

    # The registry
    latest: Field[Adapter, Content] = field((Adapter,), Content, "what its name stands for now; nothing: no such name")
    offered: Field[Adapter, Content] = size("the weights that it is registered with", Adapter, domain=Content)
    stored: Field[Adapter, int] = size("whether its weights can be read from a file", Adapter, domain=Flag)
    references: Field[Adapter, int] = field((Adapter,), int, "requests that name it and have not ended")
    naming: Tally[Adapter] = tally(
        "phase",
        (Phase.WAITING, Phase.LIVE, Phase.SUSPENDED, Phase.PAUSED, Phase.COMPLETING),
        "requests that name it and have not ended",
        by="adapter",
        keys=(Adapter,),
    )

    # Registrations: who keeps a copy where
    active: Field[Request, int] = field((Request,), Flag, "whether it keeps its adapter on host and device")
    parked: Field[Request, int] = field((Request,), Flag, "whether it keeps its adapter on the host only")
    active_holders: Field[Adapter, int] = field((Adapter,), int, "requests that keep it on host and device")
    parked_holders: Field[Adapter, int] = field((Adapter,), int, "requests that keep it on the host only")
    activating: Tally[Adapter] = tally("active", (1,), "active requests of it", by="adapter", keys=(Adapter,))
    parking: Tally[Adapter] = tally("parked", (1,), "parked requests of it", by="adapter", keys=(Adapter,))

    # Both caches
    weight: Field[Adapter, int] = size("pages of the adapter, the same in both caches", Adapter)
    capacity: Field[Level, int] = size("pages of the cache", Level)
    free: Field[Level, int] = field((Level,), int, "pages in no entry", starts_as="capacity")
    entry: Field[tuple[Level, Adapter], int] = field((Level, Adapter), Entry, "where its entry in the cache stands")
    copy: Field[tuple[Level, Adapter], Content] = field(
        (Level, Adapter), Content, "what the entry holds, or will hold once it is loaded"
    )
    deferred: Field[tuple[Level, Adapter], int] = field(
        (Level, Adapter), Flag, "whether the last holder left while the entry was still needed"
    )
    held: CacheLedger = ledger((Level, Adapter), int, "pages of the entry")
    idle: CacheLedger = ledger((Level, Adapter), int, "pages of the entry that a claim may evict")
    wanted: CacheLedger = ledger((Level, Adapter), int, "pages that the entry is promised")
    in_use: Ledger[Adapter] = ledger((Adapter,), int, "device pages that it has or is promised, and nobody may evict")

    # The pass
    forming: int = scalar(Flag, "whether a step is being put together; nothing is planned or copied for it any more")
    planned: Ledger[Request] = ledger((Request,), Flag, "whether the pass has chosen it for the next step")
    claimed: Ledger[Adapter] = ledger((Adapter,), int, "device pages that the pass has counted for it")
    unclaimed: Ledger[Adapter] = ledger((Adapter,), int, "device pages in use that the pass has still to count")
    spare: Ledger[Adapter] = ledger((Adapter,), int, "device pages counted for it that it does not use yet")
    max_adapters: int = size("different adapters in one step")
    chosen: Ledger[Adapter] = ledger(
        (Adapter,), Flag, "whether a request that was planned, and is not in the step, has it"
    )

    # The launched step
    reading: Ledger[Request] = ledger((Request,), Flag, "whether the step computes for it")
    fenced: Ledger[Adapter] = ledger((Adapter,), Flag, "whether the step reads its device copy")


def small(requests: int) -> Instance:
    """Return an instance with two adapters of a page, one of them in a file; the host has room for either of them.

    The device has room for both with two requests, for either with one or three. The base model has a weight that no
    cache could hold, as it needs no pages. Only the first request brings weights.
    """
    device = 2 if requests == 2 else 1
    return Instance(
        requests,
        2,
        1,
        {"capacity.HOST": 1, "capacity.DEVICE": device, "max_adapters": device},
        {Content: 2},
        Caches,
        {"weight": (9, 1, 1), "offered": (0, 1, 1), "stored": (0, 1, 0), "brings": (1, *[0] * (requests - 1))},
    )


_LARGE = {"weight": (9, 2, 1), "offered": (0, 1, 1), "stored": (0, 1, 1), "brings": (1, 0, 0)}

WIDE = tuple(
    replace(small(3), sizes={"capacity.HOST": host, "capacity.DEVICE": device, "max_adapters": 2}, tables=_LARGE)
    for host, device in ((3, 2), (3, 3), (2, 3))
)
"""An adapter of two pages beside one of one page, with room for both, or for either."""
