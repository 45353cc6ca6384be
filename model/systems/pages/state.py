"""Which page is whose: requests, pages by name, and the operations that read and write them."""

from enum import IntEnum

from ...fields import Count, Field, Relation, Schema, Tally, field, relation, scalar, size, tally
from ...instance import Instance
from ...sorts import Flag, Request, Sort


class Page(Sort):
    """A KV page of the device or of a lower tier, named by a number."""


class Operation(Sort):
    """Something that was handed to the device or to a peer and ends later. A retired one's name is used again."""


class Prefix(Sort):
    """The tokens of a page and all before them: what a published page is found by."""


class Stage(IntEnum):
    """Where a request stands, as far as its pages are concerned."""

    ABSENT = 0
    """Never submitted."""
    LIVE = 1
    """It may take pages and run; right after its submission, or after it was preempted, it has none."""
    SUSPENDED = 2
    """It runs no more for now and keeps its pages, all of them on the device or all of them below."""
    MOVING = 3
    """It is suspended, and its whole set is being copied to the other tier."""
    ENDED = 4
    """Finished or aborted."""


class Fill(IntEnum):
    """How much of a page is written, as far as it counts: a page that is taken is blank, whatever was in it."""

    BLANK = 0
    PARTIAL = 1
    """Its last positions are still to be written."""
    FULL = 2


class Job(IntEnum):
    """What an operation does, until the host has learned how it ended."""

    NONE = 0
    STEP = 1
    """A step of one request: it reads all that the request holds, and writes one page of its own."""
    LOAD = 2
    """It copies a published page, of any tier, into a device page that its request will hold."""
    STORE = 3
    """It copies a published page into a page of a lower tier, which is found there afterwards. It is nobody's."""
    SEND = 4
    """A peer reads a page."""
    MOVE = 5
    """It copies all that a suspended request holds to the other tier."""


class Outcome(IntEnum):
    """What became of an operation on the device; the host learns of it in a poll, or never."""

    NONE = 0
    """There is no operation of the name."""
    PENDING = 1
    DONE = 2
    FAILED = 3
    LOST = 4
    """It will never be reported, and touches nothing any more."""


_NAMED = (Outcome.PENDING, Outcome.DONE, Outcome.FAILED, Outcome.LOST)


class Memory(Schema, system="pages"):
    """Every page by its name: who holds it, what a pending operation reads or writes of it, and who finds it."""

    # `mover`, `image` and `key` are declared as numbers: a reference back to what refers to them would have no end to
    # follow in a proof, so laws about them take both ends as arguments.

    # Requests
    stage: Field[Request, int] = field((Request,), Stage, "where the request stands")
    life: Field[Request, int] = field((Request,), int, "grows each time the request starts over, and when it ends")
    born: Field[Request, int] = field((Request,), int, "the version of the weights that its pages are computed with")
    away: Field[Request, int] = field((Request,), Flag, "whether its pages lie below the device")
    mover: Field[Request, Operation] = field((Request,), int, "the operation that moves its pages")

    holds: Relation[Request, Page] = relation((Request, Page), "whether the page is in the request's table")
    spare: Relation[Request, Page] = relation((Request, Page), "whether the page is set aside for the request's move")

    # Pages
    tier: Field[Page, int] = size("how far the page lies below the device; 0 is the device", Page)
    refs: Field[Page, int] = field((Page,), int, "the cache's own count of who holds or names the page")
    fill: Field[Page, int] = field((Page,), Fill, "how much of it is written, or will be once it is moved")
    made: Field[Page, int] = field((Page,), int, "the version of the weights that its content is computed with")
    published: Field[Page, int] = field((Page,), Flag, "whether it may be shared, and is written no more")

    image: Field[Page, Page] = field((Page,), int, "the page of the table that it is set aside to be a copy of")

    # The index: the keys of a tier are dropped by counting up
    index: Field[Prefix, Page] = field((Prefix,), Page, "the device page that is found by the prefix, if its key fits")
    key: Field[Page, Prefix] = field((Page,), int, "the prefix under which the page was published on the device")
    sealed: Field[Page, int] = field((Page,), int, "the epoch of its tier when its key was made")
    epoch: int = scalar(int, "how often the keys of the device were dropped")
    below: int = scalar(int, "how often the keys of the tiers below were dropped")
    version: int = scalar(int, "how often the weights changed")

    # Operations
    job: Field[Operation, int] = field((Operation,), Job, "what it does")
    outcome: Field[Operation, int] = field((Operation,), Outcome, "what became of it")
    owner: Field[Operation, Request] = field((Operation,), Request, "the request it is for")
    term: Field[Operation, int] = field((Operation,), int, "the life of that request when it was issued")
    source: Relation[Operation, Page] = relation((Operation, Page), "whether the operation reads the page")
    target: Relation[Operation, Page] = relation((Operation, Page), "whether the operation writes the page")
    busy: Count = tally("outcome", _NAMED, "operations that were neither polled nor given up on")
    flying: Count = tally("outcome", (Outcome.PENDING,), "operations that have not ended on the device")
    stepping: Tally[Request] = tally(
        "job", (Job.STEP,), "steps of it that were not polled", by="owner", keys=(Request,)
    )


def small(requests: int) -> Instance:
    """Return a small instance: two device pages, one page below them, two operations and one prefix."""
    return Instance(
        requests,
        0,
        1,
        {},
        more={Page: 3, Operation: 2, Prefix: 1},
        schema=Memory,
        tables={"tier": (0, 0, 1)},
    )


WIDE = (
    Instance(2, 0, 1, {}, {Page: 5, Operation: 3, Prefix: 2}, Memory, {"tier": (0, 0, 0, 1, 1)}),
    Instance(2, 0, 1, {}, {Page: 5, Operation: 2, Prefix: 2}, Memory, {"tier": (0, 0, 1, 1, 2)}),
)
"""Two pages on each of two tiers, and three tiers."""
