"""Progress on stderr: a line that changes on a terminal, a line for each stage elsewhere."""

from __future__ import annotations

import re
import time
from types import TracebackType
from typing import Self

from rich.console import Console
from rich.status import Status

COUNT = re.compile(r"\b(run|mutant) \d+")
"""What changes too often to be a stage of its own."""

SECONDS = 5.0
"""How long a stage may last before another line says how far it is."""


class Progress:
    """Call it with what is going on. It never writes to stdout, where the results go."""

    def __init__(self) -> None:
        """Nothing is going on yet."""
        self._console = Console(stderr=True, highlight=False, markup=False, soft_wrap=True)
        self._status = Status("", console=self._console) if self._console.is_terminal else None
        self._stage, self._told = "", 0.0

    def __enter__(self) -> Self:
        """Use it in a `with` statement: the line is wiped at its end."""
        if self._status is not None:
            self._status.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Wipe the line."""
        if self._status is not None:
            self._status.stop()

    def __call__(self, text: str) -> None:
        """Show what is going on."""
        if self._status is not None:
            self._status.update(text)
            return
        stage, now = COUNT.sub(r"\1", text).split(":")[0], time.monotonic()
        if stage != self._stage or now - self._told >= SECONDS:
            self._stage, self._told = stage, now
            self._console.print(text)
