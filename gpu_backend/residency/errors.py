"""Why the residents' side of a scheduler says no: a type for each reason that a caller may answer in its own way."""

from __future__ import annotations

from ..refusal import OutOfRoom, Refusal


class NoFreeSlot(OutOfRoom):
    """A pool has no entry left."""


class NoFreeSeat(OutOfRoom):
    """As many requests are live, and not paused, as a batch takes."""


class AdapterBudgetExceeded(OutOfRoom):
    """The pass has no device slot left for one more adapter, or has not claimed one."""


class SlotReserved(Refusal):
    """The drafter slot is somebody's, or padding's."""


class StillNeeded(Refusal):
    """Somebody is to keep it, reads it, or has not been served before."""


class PauseRefused(Refusal):
    """Pausing is off or at its cap, would help nobody, or the request may not be paused (again)."""


class NotLearnt(Refusal):
    """A controller would leave its range, jump, or move before there is anything to learn."""


class OutOfTurn(Refusal):
    """The request or the pass is not where this begins."""


def expect(condition: object, kind: type[Refusal], reason: str) -> None:
    """Refuse in this way unless the condition holds."""
    if not condition:
        raise kind(reason)
