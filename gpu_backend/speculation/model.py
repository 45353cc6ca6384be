"""What cells hold, made such that memory tells the tokens that it was computed from.

The target's cell at a position is made from the one before it and the token there. The draft is a chain of layers: the
first reads the target's state, and each further layer one more token after the position.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import isnan
from typing import Final

PRIME: Final = 2_147_483_647
"""Values stay below it, so that products with the gains are exact."""
VOCABULARY: Final = 1000
"""Tokens of prompts are below it, sampled ones above."""
_GAIN: Final = 1_000_003
_SCOPE_GAIN: Final = 7_919
_DRAFT_GAIN: Final = 65_537
_LAYER_GAIN: Final = 131_101


class DraftedModel:
    """A target and its draft, whose layers look ahead."""

    def __init__(self, layers: int) -> None:
        self.layers = layers

    def begin(self, scope: int) -> float:
        """Return the state before the first token: that of an adapter and a salt."""
        return float(_SCOPE_GAIN * scope)

    def step(self, before: float, token: int) -> float:
        """Return the target's state one token further."""
        return (_GAIN * before + token) % PRIME

    def sample(self, state: float) -> int:
        """Return the token that the target says next, which is none of a prompt's. Poison says nothing sensible."""
        return VOCABULARY + (0 if isnan(state) else int(state) % VOCABULARY)

    def draft(self, state: float, ahead: Sequence[int]) -> list[float]:
        """Return what each draft layer makes of the target's state and the tokens after it."""
        values = [(_DRAFT_GAIN * state) % PRIME]
        for token in ahead:
            values.append((_LAYER_GAIN * values[-1] + token) % PRIME)
        return values


@lru_cache(maxsize=4096)
def target_cell(scope: int, tokens: tuple[int, ...]) -> tuple[float, ...]:
    """Return what the target's cell at the last of some tokens has to hold."""
    state = _SCOPE_GAIN * scope
    for token in tokens:
        state = (_GAIN * state + token) % PRIME
    return (float(state),)


@lru_cache(maxsize=4096)
def draft_cell(scope: int, tokens: tuple[int, ...], ahead: int) -> tuple[float, ...]:
    """Return what the draft's cell has to hold that looks ahead to the last of some tokens."""
    own = len(tokens) - ahead
    values = [_DRAFT_GAIN * int(target_cell(scope, tokens[:own])[0]) % PRIME]
    for token in tokens[own:]:
        values.append((_LAYER_GAIN * values[-1] + token) % PRIME)
    return tuple(map(float, values))
