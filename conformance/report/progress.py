"""Progress of long work, on stderr: a bar on a terminal, now and then a plain line elsewhere."""

from __future__ import annotations

from types import TracebackType
from typing import Self

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

PLAIN_LINES = 10
"""How many lines a whole piece of work prints where there is no terminal."""


class Steps:
    """Counts steps of known number. Use it as a context; it shows nothing that would get into results."""

    def __init__(self, console: Console, what: str, total: int) -> None:
        self.console, self.what, self.total, self.count = console, what, total, 0
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
        self.bar = Progress(*columns, console=console, transient=True) if console.is_terminal else None
        self.task = self.bar.add_task(what, total=total) if self.bar is not None else None

    def __enter__(self) -> Self:
        if self.bar is not None:
            self.bar.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, value: BaseException | None, traceback: TracebackType | None
    ) -> None:
        if self.bar is not None:
            self.bar.stop()

    def done(self, name: str = "") -> None:
        """Count one more step, and say which."""
        self.count += 1
        if self.bar is not None and self.task is not None:
            self.bar.update(self.task, advance=1, description=f"{self.what} {name}".strip())
        elif self.count % max(1, self.total // PLAIN_LINES) == 0 or self.count == self.total:
            self.console.print(f"{self.what}: {self.count} of {self.total}", highlight=False)
