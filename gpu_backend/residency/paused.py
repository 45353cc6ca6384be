"""Requests paused in place, the one paused first at the front, and for how many passes each has waited."""

from __future__ import annotations

from dataclasses import dataclass


class PassClock:
    """Passes so far, the same number on every rank, and what this rank's own clock makes of it."""

    def __init__(self, lead: int) -> None:
        self.now, self.lead = 0, lead

    @property
    def local_now(self) -> int:
        """The time by this rank's own clock, by which nothing may be decided."""
        return self.now + self.lead

    def tick(self) -> None:
        """A pass begins."""
        self.now += 1


@dataclass(slots=True)
class PauseRecord:
    """A pause: the pass in which it began, and the last pass in which its wait was counted."""

    since: int
    counted: int


class PausedRequests:
    """Who is paused. No more may be than the pools have headroom for."""

    def __init__(self, cap: int, longest: int) -> None:
        self.cap, self.longest = cap, longest
        self.records: dict[int, PauseRecord] = {}

    def __len__(self) -> int:
        return len(self.records)

    def __contains__(self, request: int) -> bool:
        return request in self.records

    def add(self, request: int, now: int) -> None:
        """Let a pause begin in this pass."""
        self.records[request] = PauseRecord(now, now)

    def remove(self, request: int) -> None:
        """End a pause, if there is one."""
        self.records.pop(request, None)

    def due(self, now: int) -> list[int]:
        """Return whose wait was not counted in this pass yet."""
        return [request for request, record in self.records.items() if record.counted != now]

    def count(self, request: int, now: int) -> None:
        """Count a wait in this pass."""
        self.records[request].counted = now

    def overdue(self, request: int, now: int) -> bool:
        """Whether a request would wait for too long if its wait were counted in this pass."""
        return now - 1 - self.records[request].since >= self.longest
