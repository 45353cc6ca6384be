"""What a page has to hold, so that memory tells whose it is and whether all that it was computed from was right.

The value of a token is made from the token and from those at the same place of every block in the window before it.
A wrong page that was read, or a page written to a wrong slot, shows in all that comes after.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

PRIME: Final = 100_003
"""Values stay below it, and so are exact."""
GAIN: Final = 7
"""How much of what is looked back to goes into a value."""

Block = tuple[int, ...]


@lru_cache(maxsize=4096)
def tokens(sequence: int, life: int, block: int, size: int) -> Block:
    """Return the tokens of one block of a sequence in one of its lives."""
    start = 1009 * (sequence + 1) + 6007 * life + block * size
    return tuple((31 * (start + at)) % PRIME for at in range(size))


@lru_cache(maxsize=4096)
def content(sequence: int, life: int, block: int, size: int, window: int) -> Block:
    """Return what the page of a block has to hold."""
    own = tokens(sequence, life, block, size)
    seen = [content(sequence, life, each, size, window) for each in range(max(0, block - window), block)]
    return tuple((token + GAIN * sum(each[at] for each in seen)) % PRIME for at, token in enumerate(own))
