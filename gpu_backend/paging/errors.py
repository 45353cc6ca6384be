"""Why the memory says no: a type for each reason that a caller may answer in its own way."""

from __future__ import annotations

from ..refusal import OutOfRoom, Refusal


class OutOfPages(OutOfRoom):
    """A tier has no page that is free, or whose content nobody needs."""


class PageInUse(Refusal):
    """Somebody holds the page, an operation names it, or it is found."""


class PageNotFound(Refusal):
    """The index has no such page, or the page is not one that may be shared."""


class NotTheHolder(Refusal):
    """The request or the operation has no such page."""


class NotWritten(Refusal):
    """The page does not have the content that this needs, or has no room for more."""


class WrongTier(Refusal):
    """The page, or what the request holds, is not in the tier that this needs."""


class StillRunning(Refusal):
    """An operation is in flight that this has to wait for."""


class StaleWeights(Refusal):
    """The content was computed with other weights than the request computes with."""


class OutOfTurn(Refusal):
    """The request or the operation is not where this begins."""


def check(condition: object, kind: type[Refusal], reason: str) -> None:
    """Refuse in this way unless the condition holds."""
    if not condition:
        raise kind(reason)
