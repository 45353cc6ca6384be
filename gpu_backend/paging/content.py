"""What is written in a position of a page: the weights that computed it, whose step it was, and a number of its own."""

from __future__ import annotations

from typing import Final

POSITIONS: Final = 3
"""The positions of a page."""

WEIGHTS, WRITER, TOKEN = 0, 1, 2
"""The columns of a position."""
COLUMNS: Final = 3

BLANK: Final = -1
"""Nothing was written there since the page was taken."""
POISON: Final = -2
"""Something was there before the page was freed, or a step computed from what it should not have read."""
AWAITED: Final = -3
"""A copy is to write there. Like the others it cannot be read."""

_LIVES: Final = 1 << 20
_STORAGE: Final = 1 << 40

Row = list[list[int]]
"""The content of a page by position."""


def mark_of_life(request: int, life: int) -> int:
    """Return the mark of what a request computes in one of its lives."""
    return request * _LIVES + life


def mark_of_storage(prefix: int) -> int:
    """Return the mark of what arrives from a storage for a prefix."""
    return _STORAGE + prefix


def written(row: Row) -> int:
    """Return how many positions have something in them, be it readable or not."""
    return sum(position[WRITER] != BLANK for position in row)
