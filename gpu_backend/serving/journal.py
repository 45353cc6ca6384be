"""What a part of the whole was asked to do, in the words of its system: the model follows it."""

from __future__ import annotations

from typing import Any

from ...model.trace import Call
from ..refusal import Refusal


class Journal:
    """The calls that were done since somebody last asked."""

    def __init__(self, system: str) -> None:
        self.system = system
        self._calls: list[Call] = []

    def note(self, event: str, *args: int) -> None:
        """Note that an event was done."""
        self._calls.append(Call(event, tuple(map(int, args)), self.system))

    def drain(self) -> tuple[Call, ...]:
        """Return what was noted, and begin anew."""
        calls, self._calls = tuple(self._calls), []
        return calls


class Recorder:
    """Asks a part for events by their names, and notes those that are done."""

    def __init__(self, executor: Any, journal: Journal) -> None:
        self.executor, self.journal = executor, journal

    def do(self, event: str, *args: int) -> None:
        """Do an event, or let the part refuse it, with nothing changed and nothing noted."""
        getattr(self.executor, event)(*args)
        self.journal.note(event, *args)

    def tried(self, event: str, *args: int) -> Refusal | None:
        """Do an event; return why it was refused, or None."""
        try:
            self.do(event, *args)
        except Refusal as refusal:
            return refusal
        return None
