"""The words for where a request, its caches, its step and the pass stand."""

from enum import IntEnum
from typing import Final

from ...sorts import Sort


class Key(Sort):
    """What identifies the first block that a request would add to the prefix tree, named by a number from 1."""

    none = True


NO_KEY: Final = Key(0)
"""No block: the request would add nothing that another could wait for."""


class Stand(IntEnum):
    """Where a request stands. During a pass only the victims that are to be computed anew change theirs."""

    ABSENT = 0
    """Never listed."""
    FIRST = 1
    """Its context is to be computed, and nothing of it is."""
    LATER = 2
    """Part of its context is computed, or on the way."""
    DECODES = 3
    """Its whole context is computed, or on the way; it generates."""
    COMPLETING = 4
    """Known to end with the step that is in flight; nothing of it is planned any more."""
    REWINDING = 5
    """It gave its caches up to be computed anew, and waits until its step in flight is read."""
    INIT = 6
    """Its context is computed elsewhere; it waits for room to receive it."""
    RECEIVING = 7
    """Its context is arriving."""
    SENDING = 8
    """Its context is on the way to another worker, which generates from it."""
    ENDED = 9
    """It has left the list. It holds nothing."""


class Residency(IntEnum):
    """What a request has of one pool."""

    NONE = 0
    SUSPENDED = 1
    """A cache whose pages may be moved away; no step may read it."""
    ACTIVE = 2


class Flight(IntEnum):
    """Whether a launched step of a request has not been read yet."""

    NONE = 0
    OVERLAPPED = 1
    """In flight, and the next pass may plan ahead of its result."""
    APART = 2
    """In flight with another micro-batch: a pass leaves the request alone."""


class Stage(IntEnum):
    """How far the pass is."""

    BETWEEN = 0
    """No pass is under way. What the last one decided stands, and may still be dropped."""
    GENERATIONS = 1
    """The pass walks the list for requests that generate, and for those that wait for a transfer."""
    CONTEXTS = 2
    """The pass walks the same part of the list again, for contexts."""
    LAUNCHED = 3
    """The forward runs; some of the requests that it takes are not in flight yet."""


class Rung(IntEnum):
    """What the pass is trying for the request at its walk."""

    NONE = 0
    EVICTING = 1
    """Its growth failed; victims are looked for that can be suspended."""
    RECOMPUTING = 2
    """None is left; victims are looked for that can be computed anew."""
    ADMITTING = 3
    """Its caches are being looked up and resumed for a chunk of its context."""
