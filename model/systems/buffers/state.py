"""The caches of requests: their blocks, the slots that these lie in, the buffers that list them, and their scratch."""

from enum import IntEnum

from ...fields import Field, Ledger, Schema, field, ledger, scalar, size
from ...instance import Instance
from ...sorts import Flag, Request


class Stage(IntEnum):
    """Whether a request has a cache, and whether forwards may use it."""

    NONE = 0
    """There is none; the same request may come back for one."""
    SUSPENDED = 1
    """Not in use: new, or set aside. What it holds may be moved to a lower tier."""
    ACTIVE = 2
    """In use: all that it holds is on the device and stays there."""


class Work(IntEnum):
    """What a cache is filled with next."""

    PROMPT = 0
    """Its prompt is computed here, in chunks."""
    RECEIVED = 1
    """Its prompt is written by another worker."""
    DECODE = 2
    """The prompt is complete, and tokens are generated."""


class Buffers(Schema, system="buffers"):
    """Page-index buffers that describe the present pages of a cache, and scratch slots shared by blocks of a chunk."""

    # How far a cache has come, in blocks
    stage: Field[Request, int] = field((Request,), Stage, "whether its cache is in use")
    work: Field[Request, int] = field((Request,), Work, "what the cache is filled with next")
    window: int = size("blocks that the windowed layers look back over")
    max_rewind: int = size("blocks at the end that may be taken back after a forward: its drafted tokens")
    blocks: Field[Request, int] = field((Request,), int, "blocks that it has places for")
    history: Field[Request, int] = field((Request,), int, "blocks whose content is settled")
    stale: Field[Request, int] = field((Request,), int, "blocks before the window, which have no page any more")

    # Slots of the device
    slots: int = size("page slots on the device")
    free: int = scalar(int, "slots that nobody has", starts_as="slots")
    held: Ledger[Request] = ledger((Request,), int, "slots with one block each")
    below: Field[Request, int] = field((Request,), int, "blocks that were moved to a lower tier")

    # Scratch: the blocks scratch_from <= b < scratch_to have no page of their own
    scratch_from: Field[Request, int] = field((Request,), int, "the first block that shares scratch slots")
    scratch_to: Field[Request, int] = field((Request,), int, "the block after the last one that shares them")
    shared: Field[Request, int] = field((Request,), int, "scratch slots that the chunk needs")
    scratch: Ledger[Request] = ledger((Request,), int, "scratch slots that it has")

    # Page-index buffers, one set for each cache
    max_blocks: int = size("blocks that a page-index buffer has room for")
    attached: Field[Request, int] = field((Request,), Flag, "whether buffers are attached")
    table: Field[Request, int] = field((Request,), int, "grows each time that the pages of the cache change")
    described: Field[Request, int] = field((Request,), int, "the table that its buffers were last written from")


def small(requests: int) -> Instance:
    """Return a small instance in which a chunk of four blocks uses up all slots, and all of a buffer."""
    sizes = {"window": 1, "max_rewind": 1, "slots": 4, "max_blocks": 4}
    return Instance(requests, 0, 1, sizes, schema=Buffers)
