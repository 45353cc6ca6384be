"""Why the adapter caches say no: a type for each reason that a caller may answer in its own way.

A full host keeps one request out, a full device should never happen, a full budget makes the pass choose somebody else,
and what is asked for at the wrong moment is a mistake of the caller.
"""

from __future__ import annotations

from ..refusal import OutOfRoom, Refusal


class LoraCacheFull(OutOfRoom):
    """A cache has not enough pages, even if all copies that nobody holds were evicted."""


class HostCacheFull(LoraCacheFull):
    """The host cache is full."""


class DeviceCacheFull(LoraCacheFull):
    """The device cache is full, although the pass has counted what it needs."""


class BudgetExceeded(OutOfRoom):
    """The pass has no device pages left for one more adapter."""


class TooManyAdapters(OutOfRoom):
    """The step reads as many adapters as it may."""


class TaskNotCached(Refusal):
    """A cache does not have the adapter as it is needed: not at all, not of these weights, or not loaded."""


class WeightsMissing(Refusal):
    """The weights of the adapter are neither in a file nor with the request."""


class AdapterInUse(Refusal):
    """Somebody holds the adapter, names it, or reads it."""


class NotRegistered(Refusal):
    """The registry has no such adapter, or cannot have it."""


class OutOfTurn(Refusal):
    """The request, the entry or the step is not where this begins."""


def expect(condition: object, kind: type[Refusal], reason: str) -> None:
    """Refuse in this way unless the condition holds."""
    if not condition:
        raise kind(reason)
