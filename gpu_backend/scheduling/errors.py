"""Why the pass says no: a type for each reason that a policy answers in its own way.

Missing pages send a generation up the ladder, a missing slot makes a request wait, a used budget ends the walk, and
what is asked for at the wrong moment is a mistake of the caller.
"""

from __future__ import annotations

from ..refusal import OutOfRoom, Refusal


class NoIndexSlot(OutOfRoom):
    """A pool has no index slot for one more cache."""


class NoSequenceSlot(OutOfRoom):
    """The tables of the batch have no place for one more request."""


class BudgetExceeded(Refusal):
    """The pass takes no more requests, or not so many tokens."""


class TooLong(Refusal):
    """The request would be longer than the longest request may be."""


class NoVictim(Refusal):
    """The request cannot give way, or it is not its turn to."""


class RequestInUse(Refusal):
    """A step, a transfer or the decided pass needs what the request holds."""


class OutOfTurn(Refusal):
    """The request, the pass or the step is not where this begins."""


class Stalled(Refusal):
    """Too many passes in a row have helped nobody."""


def expect(condition: object, kind: type[Refusal], reason: str) -> None:
    """Refuse in this way unless the condition holds."""
    if not condition:
        raise kind(reason)
