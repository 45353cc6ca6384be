"""Why the pipeline says no: a type for each reason that a scheduler may answer in its own way."""

from __future__ import annotations

from ..refusal import OutOfRoom, Refusal


class StepFull(OutOfRoom):
    """The step takes no more requests, or reads no more adapters."""


class TooLong(Refusal):
    """The request would have more places than the longest may have."""


class AdapterUnavailable(Refusal):
    """The adapter's slot is missing, or does not hold what its name stands for."""


class StillRead(Refusal):
    """A step reads the slot: one that is put together, or one in flight."""


class OutOfTurn(Refusal):
    """The request, its frame or the step is not where this begins."""


def expect(condition: object, kind: type[Refusal], reason: str) -> None:
    """Refuse in this way unless the condition holds."""
    if not condition:
        raise kind(reason)
