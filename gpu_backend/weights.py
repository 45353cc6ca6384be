"""The fixed random weights of the decoder, and the sizes that everything else is made to.

They are the same in every run: only the prompts are drawn from the engine's seed. So what was measured about one run
(how many drafts are accepted, how often a wrong page shows) holds for all.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Final

import torch
from torch import Tensor

from .memory import DTYPE

VOCABULARY: Final = 32
POISONED: Final = 0
"""The token that comes of reading freed memory: the best of nothing but NaN. The model never says it otherwise."""
LAYERS: Final = 2
DRAFT_LAYERS: Final = 1
HEADS: Final = 2
DIM: Final = 16
WIDTH: Final = HEADS * DIM
INNER: Final = 32
"""The width of a layer's feed-forward half."""
RANK: Final = 4
FUSED: Final = 3 * WIDTH + INNER
"""What a layer computes at once from its input: queries, keys, values, and its feed-forward half."""

_WEIGHTS_SEED: Final = 20260
_DEPTH_GAIN: Final = (4.0, 0.4)
"""How much each layer adds. The second one is what a draft cannot know: it decides how many drafts are accepted."""
_CONTEXT_GAIN: Final = 3.0
"""How much more of a layer's answer comes from the tokens before than from the token itself."""
POSITION_GAIN: Final = 1.2
_HIDDEN_GAIN: Final = 0.3
"""How much of the target's hidden state goes into the draft head."""
_SHARPNESS: Final = 0.6
"""How far attention is from an even look at all positions. Low, so that every page has its say."""


@dataclass(frozen=True, slots=True)
class Weights:
    """All weights of the decoder, on one device."""

    embedding: Tensor
    """[vocabulary, width]"""
    frequency: Tensor
    """[width]: a position is embedded as waves, far apart even for neighbours."""
    shift: Tensor
    """[width]"""
    inward: Tensor
    """[layers, width, fused]"""
    outward: Tensor
    """[layers, width + inner, width]"""
    hidden: Tensor
    """[width, width], from the target's hidden state into the draft head."""
    head: Tensor
    """[width, vocabulary]"""
    silence: Tensor
    """[vocabulary], minus infinity for the token that is never said."""


@lru_cache(maxsize=2)
def weights(device: torch.device) -> Weights:
    """Return the weights on a device."""
    draw = torch.Generator().manual_seed(_WEIGHTS_SEED)

    def normal(*shape: int, scale: float = 1.0) -> Tensor:
        return torch.randn(*shape, dtype=DTYPE, generator=draw) * scale

    inward = normal(LAYERS, WIDTH, FUSED, scale=WIDTH**-0.5)
    inward[:, :, :WIDTH] *= _SHARPNESS
    outward = normal(LAYERS, WIDTH + INNER, WIDTH, scale=(WIDTH + INNER) ** -0.5)
    outward[:, :WIDTH] *= _CONTEXT_GAIN
    for layer, gain in enumerate(_DEPTH_GAIN):
        outward[layer] *= gain
    silence = torch.zeros(VOCABULARY, dtype=DTYPE)
    silence[POISONED] = float("-inf")
    frequency = 0.5 + 2.5 * torch.rand(WIDTH, dtype=DTYPE, generator=draw)
    shift = 6.3 * torch.rand(WIDTH, dtype=DTYPE, generator=draw)
    made = (
        normal(VOCABULARY, WIDTH), frequency, shift, inward, outward,
        normal(WIDTH, WIDTH, scale=_HIDDEN_GAIN * WIDTH**-0.5), normal(WIDTH, VOCABULARY), silence,
    )  # fmt: skip
    return Weights(*(tensor.to(device) for tensor in made))
