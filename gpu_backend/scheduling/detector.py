"""Notices that nothing goes on any more: an error is better than passes that help nobody for ever."""

from __future__ import annotations

from .errors import Stalled, expect


class StallDetector:
    """Counts the passes in a row that helped nobody, though somebody could have run."""

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self.stalled = 0
        self.raised = False

    def check(self) -> None:
        """Refuse to go on once the error is raised."""
        expect(not self.raised, Stalled, f"{self.stalled} passes in a row have helped nobody")

    def note(self, *, progressed: bool, moving: bool, left: bool) -> None:
        """Judge a pass: whether it did something, whether pages may yet come free, and whether it left somebody."""
        if self.stalls(progressed=progressed, moving=moving, left=left):
            self.count()
        else:
            self.stalled = 0

    def stalls(self, *, progressed: bool, moving: bool, left: bool) -> bool:
        """Whether a pass is a stall."""
        return left and not progressed and not moving

    def count(self) -> None:
        """Count a stall; the last that may be raises the error."""
        self.stalled += 1
        self.raised = self.stalled >= self.limit
