"""Why a sequence's cache says no: a type for each reason that a caller may answer in its own way."""

from __future__ import annotations

from ..refusal import OutOfRoom, Refusal


class BufferFull(OutOfRoom):
    """The page-index buffer of the sequence has no room for so many blocks."""


class OutOfTurn(Refusal):
    """The cache is not where this begins."""


class NotActive(OutOfTurn):
    """The cache is not in use: it was never resumed, or is set aside, or closed."""


class NotAttached(Refusal):
    """No page-index buffer is attached, so that a kernel would read through an outdated one."""


class ScratchInUse(Refusal):
    """Blocks share scratch pages, which has to end first."""


class ScratchMisplaced(Refusal):
    """These blocks may not share scratch pages."""


class HistoryKept(Refusal):
    """What is settled cannot be taken back."""


def check(condition: object, kind: type[Refusal], reason: str) -> None:
    """Refuse in this way unless the condition holds."""
    if not condition:
        raise kind(reason)
