"""The toy language that the target and the draft model both speak: each token follows from all tokens before it.

It is so small that what any request says can be worked out without the engine. So memory tells whether it holds the
keys and values of the right tokens: one that was read from a wrong row, or computed behind a wrong page, is not them.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from torch import Tensor

VOCABULARY: Final = 9973
UNKNOWN: Final = -1
"""Stands where a token is not known yet."""


def prompt_token(request: int, position: int) -> int:
    """Return a token of what a client asked; it asks the same when its request starts over."""
    return (request * 2221 + position * 797 + 1009) % VOCABULARY


def following(total: int, position: int) -> int:
    """Return the token behind a position, from the sum of the tokens up to it."""
    return (total * 31 + position * 7 + 17) % VOCABULARY


def followings(totals: Tensor, positions: Tensor) -> Tensor:
    """Return the same for a batch, on the device."""
    return (totals * 31 + positions * 7 + 17) % VOCABULARY


@lru_cache(maxsize=1024)
def text(request: int, prompt: int, length: int) -> tuple[int, ...]:
    """Return the tokens of a request whose prompt is so long, computed by itself."""
    tokens: list[int] = []
    for position in range(length):
        known = position < prompt
        tokens.append(prompt_token(request, position) if known else following(sum(tokens), position - 1))
    return tuple(tokens)
