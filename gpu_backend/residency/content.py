"""What is computed for a request, small enough that each of its states can be known again wherever it is kept.

The recurrent state takes in one token at a time; the next token is read from the state; the drafter keeps a window of
the tokens last taken in. All numbers are integers below 2**53, so that 64-bit floats are exact on every device, and in
a batch of any make-up.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import torch
from torch import Tensor

from ..memory import DTYPE, POISON

WIDTH: Final = 4
"""Numbers in a recurrent state."""

WINDOW: Final = 3
"""Tokens that the drafter has before it."""

VOCABULARY: Final = 50_021
_MODULUS: Final = 1_000_003
_MIX: Final = (3, 7, 31, 127)
_BOS: Final = 1


def prompt(request: int) -> list[int]:
    """Return the prompt of a request: no two have the same."""
    return [_BOS, 1_000 + 17 * request]


def feed(state: Tensor, tokens: Tensor) -> Tensor:
    """Return the states [rows, WIDTH] after each has taken in its token [rows]."""
    mix = torch.tensor(_MIX, dtype=DTYPE, device=state.device)
    return (state * mix + tokens.unsqueeze(1)).remainder(_MODULUS)


def sample(state: Tensor) -> Tensor:
    """Return the token that follows each state."""
    return state.sum(1).remainder(VOCABULARY)


def prefill(tokens: list[int]) -> list[float]:
    """Return the state after some tokens, on the host: as a prefill or a prefix match leaves it."""
    state = [0.0] * WIDTH
    for token in tokens:
        state = [(old * by + token) % _MODULUS for old, by in zip(state, _MIX, strict=True)]
    return state


def window(tokens: list[int]) -> list[float]:
    """Return the last tokens of some, after zeros where there are too few."""
    return [0.0] * (WINDOW - len(tokens)) + [float(token) for token in tokens[-WINDOW:]]


@lru_cache(maxsize=64)
def _alone(request: int) -> list[int]:
    return prompt(request)


def alone(request: int, count: int) -> list[int]:
    """Return the first tokens of a request as it generates them when it runs by itself, and is never interrupted."""
    tokens = _alone(request)
    while len(tokens) < count:
        tokens.append(int(sum(prefill(tokens)) % VOCABULARY))
    return tokens[:count]


@lru_cache(maxsize=4096)
def expected_state(request: int, fed: int) -> list[float]:
    """Return the recurrent state of a request that has taken in so many tokens."""
    return prefill(alone(request, fed))


@lru_cache(maxsize=4096)
def expected_window(request: int, fed: int) -> list[float]:
    """Return the drafter's window of a request that has taken in so many tokens."""
    return window(alone(request, fed))


def poisoned(rows: int, width: int, device: torch.device) -> Tensor:
    """Return memory of which nothing is fit to be read."""
    return torch.full((rows, width), POISON, dtype=DTYPE, device=device)


def is_poison(row: list[float]) -> bool:
    """Whether nothing in a row is fit to be read."""
    return all(value != value for value in row)  # noqa: PLR0124  only NaN is unlike itself
