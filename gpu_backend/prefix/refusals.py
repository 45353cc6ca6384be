"""How the prefix cache says no. Whoever raises one of these leaves the cache and its memory as they were."""

from __future__ import annotations

from ..refusal import Refusal


class OutOfTurn(Refusal):
    """The request is not in the stage of its life in which it may ask for this."""


class NotFound(Refusal):
    """No lookup finds it: the index has nothing under that key, or the tree is outdated."""


class NotComputed(Refusal):
    """The block, or what it goes on from, has no content yet."""


class NotThere(Refusal):
    """The page is not in the tier that it is to be taken from, or has not arrived there."""


class StillNeeded(Refusal):
    """Somebody keeps it, copies it, writes to it, or goes on from it."""


class DoesNotFit(Refusal):
    """The blocks are not such that one may follow, replace or start the other."""


def check(condition: object, kind: type[Refusal], reason: str) -> None:
    """Refuse unless the condition holds."""
    if not condition:
        raise kind(reason)
