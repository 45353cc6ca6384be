"""Requests that wait to be admitted, and which of them are about to miss the queue's target."""

from __future__ import annotations

from .errors import OutOfTurn, PauseRefused, expect


class AdmissionQueue:
    """The queue in order of arrival. It aims at a time to the first token once it has seen enough."""

    def __init__(self) -> None:
        self.waiting: list[int] = []
        self.late: set[int] = set()
        self.has_target = False

    def push(self, request: int) -> None:
        """Let a request wait, behind all others."""
        self.waiting.append(request)

    def remove(self, request: int) -> None:
        """Let a request wait no more, if it does: it is admitted, or given up."""
        if request in self.waiting:
            self.waiting.remove(request)
        self.late.discard(request)

    def set_target(self) -> None:
        """Aim at a time to the first token from now on."""
        expect(not self.has_target, OutOfTurn, "the queue has a target")
        self.has_target = True

    def turn_late(self, request: int) -> None:
        """A waiting request is about to miss the target."""
        expect(request in self.waiting, OutOfTurn, f"request {request} does not wait")
        expect(request not in self.late, OutOfTurn, f"request {request} is late")
        self.check_target()
        self.late.add(request)

    def check_target(self) -> None:
        """Refuse while the queue aims at nothing."""
        expect(self.has_target, PauseRefused, "the queue has no target")
