"""Why paired reuse says no: a type for each reason that a caller may answer in its own way."""

from __future__ import annotations

from ..refusal import Refusal


class OutOfTurn(Refusal):
    """The request, or the call, is not where this begins."""


class NotCached(Refusal):
    """No cell is filed under the key."""


class NothingLeft(Refusal):
    """The last token of a prompt is never claimed: its output is the first token that is generated."""


class LooksBeyond(Refusal):
    """The prompt does not have all the tokens that the cell looks ahead to."""


class PoolsDisagree(Refusal):
    """The two pools have claimed to different depths."""


class PromptSettled(Refusal):
    """The prompt of a request under way does not change, and it has one scope."""


def check(condition: object, kind: type[Refusal], reason: str) -> None:
    """Refuse in this way unless the condition holds."""
    if not condition:
        raise kind(reason)
