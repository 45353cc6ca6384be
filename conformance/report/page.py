"""The page that a record is printed on: lines as they are, tables, colours where a person looks."""

from __future__ import annotations

import errno
import os
from typing import NoReturn, TextIO

from rich.console import Console
from rich.table import Table
from rich.text import Text

from ..verdict import Result, Verdict

STYLES = {Result.CONFORMS: "green", Result.VIOLATES: "red", Result.UNKNOWN: "yellow"}


class Quiet(Console):
    """A console that lets whoever called it know that nobody reads on, and does not end the process itself."""

    def on_broken_pipe(self) -> NoReturn:
        """Raise what the stream has raised."""
        raise BrokenPipeError(errno.EPIPE, os.strerror(errno.EPIPE))


class Page:
    """A console that prints lines as they are, never folded, so that commands can be copied."""

    def __init__(self, out: TextIO) -> None:
        """Colours only where a person looks."""
        self.terminal = out.isatty()
        self._console = Quiet(
            file=out, highlight=False, soft_wrap=True, markup=False, width=None if self.terminal else 160
        )

    def line(self, text: str = "", *, style: str = "") -> None:
        """Print one line."""
        self._console.print(Text(text, style=style))

    def table(self, table: Table) -> None:
        """Print a table."""
        self._console.print(table)


def table_of(*names: str, numbers: tuple[str, ...] = ()) -> Table:
    """Return an empty table with columns of words, and behind them columns of numbers."""
    table = Table(box=None, pad_edge=False, header_style="bold")
    for name in names:
        table.add_column(name, no_wrap=True)
    for name in numbers:
        table.add_column(name, justify="right", no_wrap=True)
    return table


def counted(number: int, what: str) -> str:
    """Return how many there are, e.g. `1 run` and `2 runs`."""
    return f"{number} {what}{'' if number == 1 else 's'}"


def runs_of(verdict: Verdict) -> str:
    """Return how many runs and events there were, and in how many sizes where that is told."""
    sizes = f" in {counted(len(verdict.instances), 'size')}" if verdict.instances else ""
    return f"{counted(verdict.examples, 'run')}{sizes}, {counted(verdict.events, 'event')}"
