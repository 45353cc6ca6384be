"""Progress on stderr: one line that changes on a terminal, a line for each stage elsewhere."""

from __future__ import annotations

import re
import sys
import time
from types import TracebackType
from typing import Self

INTERVAL = 0.1
"""Seconds between two changes of the line."""


class Progress:
    """Call it with what is going on."""

    def __init__(self) -> None:
        """Nothing is going on yet."""
        self._live = sys.stderr.isatty()
        self._stage = ""
        self._shown_at = 0.0

    def __enter__(self) -> Self:
        """Use it in a `with` statement: the line is wiped at its end."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Wipe the line."""
        if self._live:
            sys.stderr.write("\r\x1b[K")
            sys.stderr.flush()

    def __call__(self, text: str) -> None:
        """Show what is going on."""
        if self._live:
            now = time.monotonic()
            if now - self._shown_at >= INTERVAL:
                self._shown_at = now
                sys.stderr.write(f"\r\x1b[K{text}")
                sys.stderr.flush()
            return
        stage = re.sub(r"run \d+", "", text)
        if stage != self._stage:
            self._stage = stage
            sys.stderr.write(f"{text}\n")
