"""What one pass may use of the device: the pages that it has counted, and the adapters that the step will read."""

from __future__ import annotations

from collections.abc import Mapping

from .errors import BudgetExceeded, TooManyAdapters


class PassBudget:
    """Begins from nothing in each pass. What is in use on the device and was not counted yet counts as well."""

    def __init__(self, pages: int, max_adapters: int) -> None:
        self.pages, self.max_adapters = pages, max_adapters
        self.begin()

    def begin(self) -> None:
        """Begin a pass."""
        self.planned: set[int] = set()
        """The requests that it has chosen for the next step."""
        self.counted: dict[int, int] = {}
        """Device pages by the adapter that they are counted for."""
        self.chosen: set[int] = set()
        """The adapters of chosen requests that are not in the step yet."""

    def check(self, task: int, weight: int, uncounted: Mapping[int, int]) -> None:
        """Refuse an adapter that fits the device or the step no more."""
        self.check_pages(task, weight, uncounted)
        self.check_adapters(task)

    def check_pages(self, task: int, weight: int, uncounted: Mapping[int, int]) -> None:
        """Refuse an adapter that finds no pages beside all that is counted, or in use."""
        needed = sum({**uncounted, **self.counted, task: weight}.values())
        if needed > self.pages:
            raise BudgetExceeded(f"{needed} device pages are needed for adapters, there are {self.pages}")

    def check_adapters(self, task: int) -> None:
        """Refuse one adapter more than a step may read."""
        if len(self.chosen | {task}) > self.max_adapters:
            raise TooManyAdapters(f"a step reads {self.max_adapters} adapters at most")

    def count(self, task: int, weight: int) -> None:
        """Count an adapter's device pages, once in a pass."""
        self.counted[task] = weight

    def choose(self, task: int) -> None:
        """Let the step read an adapter."""
        self.chosen.add(task)
