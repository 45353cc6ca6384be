"""How the engine says no: an exception that carries the reason, raised before anything is left changed."""

from __future__ import annotations


class Refusal(Exception):
    """The event cannot be done now. Whoever raises it leaves everything as it was."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


class OutOfRoom(Refusal):
    """A pool, a tier or a cache has not enough free places."""


def require(condition: object, reason: str) -> None:
    """Refuse unless the condition holds."""
    if not condition:
        raise Refusal(reason)
