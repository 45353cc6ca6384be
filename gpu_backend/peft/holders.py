"""The requests that keep an adapter, in one of two ways. They are sets: who registers twice is there once."""

from __future__ import annotations

from collections.abc import Collection


class Holders:
    """For each adapter, the requests that keep it."""

    def __init__(self) -> None:
        self.by_task: dict[int, set[int]] = {}

    def of(self, task: int) -> Collection[int]:
        """Return the requests that keep an adapter."""
        return self.by_task.get(task, set())

    def add(self, task: int, request: int) -> None:
        """Register a request."""
        self.by_task.setdefault(task, set()).add(request)

    def remove(self, task: int, request: int) -> None:
        """Take a registration back, if there is one."""
        self.by_task.get(task, set()).discard(request)
