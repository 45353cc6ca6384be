"""A small real decoder, and the draft head that sits on top of it.

Keys and values are read through page tables only, adapters from their device slots only. So a wrong page, a wrong
slot or a wrong position gives another token.

The draft head is an early exit: the target's first layer and its output head, on the next token and on the target's
hidden state. Its keys and values at position `i` are a function of the tokens up to `i + 1`.
"""

from __future__ import annotations

from dataclasses import dataclass

import torch
from torch import Tensor
from torch.nn.functional import gelu, rms_norm, scaled_dot_product_attention

from .memory import DTYPE
from .weights import DIM, HEADS, LAYERS, POSITION_GAIN, WIDTH, weights


@dataclass(frozen=True, slots=True)
class Paging:
    """Where the tokens of a step write and read in one pool, and whose adapter each uses."""

    cells: Tensor
    """[cells, layers, 2 (key, value), heads, dim]: the memory of the pool."""
    write: Tensor
    """[tokens]: the cell of each token."""
    read: Tensor
    """[tokens * span]: the cells that each token looks at, padded with cells of zeros."""
    visible: Tensor
    """[tokens, 1, 1, span]: whether the cell is that of the token or of one before it, and no padding."""
    slots: Tensor
    """[tokens]: the device slot of each token's adapter."""


@dataclass(frozen=True, slots=True)
class Loras:
    """The device slots of the adapters: what each adds to a layer is its input times `down` times `up`."""

    down: Tensor
    """[slots, layers, width, rank]"""
    up: Tensor
    """[slots, layers, rank, fused]"""


class Decoder:
    """The decoder on one device."""

    def __init__(self, device: torch.device) -> None:
        self.weights = weights(device)

    def embed(self, tokens: Tensor, positions: Tensor) -> Tensor:
        """Return what stands for tokens at positions: [tokens, width]."""
        w = self.weights
        waves = (positions.to(DTYPE).unsqueeze(1) * w.frequency).add_(w.shift).sin_().mul_(POSITION_GAIN)
        return waves.add_(w.embedding[tokens])

    def layer(self, depth: int, x: Tensor, paging: Paging, loras: Loras) -> Tensor:
        """Run one layer: write the tokens' keys and values into their cells, then look at those up to each token."""
        w, cells, count = self.weights, paging.cells[:, depth], x.shape[0]
        normed = rms_norm(x, (WIDTH,))
        adapted = torch.bmm(normed.unsqueeze(1), loras.down[:, depth].index_select(0, paging.slots))
        adapted = torch.bmm(adapted, loras.up[:, depth].index_select(0, paging.slots)).squeeze(1)
        fused = adapted.addmm_(normed, w.inward[depth])
        query = fused[:, :WIDTH].view(count, HEADS, 1, DIM)
        cells.index_copy_(0, paging.write, fused[:, WIDTH : 3 * WIDTH].view(count, 2, HEADS, DIM))
        seen = cells.index_select(0, paging.read).view(count, -1, 2, HEADS, DIM).permute(2, 0, 3, 1, 4)
        looked = scaled_dot_product_attention(query, seen[0], seen[1], attn_mask=paging.visible).reshape(count, WIDTH)
        thought = torch.cat([looked, gelu(fused[:, 3 * WIDTH :])], 1)
        return torch.addmm(x, thought, w.outward[depth])

    def target(self, tokens: Tensor, positions: Tensor, paging: Paging, loras: Loras) -> Tensor:
        """Run the target model and return its hidden states: [tokens, width]."""
        x = self.embed(tokens, positions)
        for depth in range(LAYERS):
            x = self.layer(depth, x, paging, loras)
        return x

    def drafter(self, tokens: Tensor, positions: Tensor, states: Tensor, paging: Paging, loras: Loras) -> Tensor:
        """Run the draft head on the next tokens and on hidden states (the target's, or its own while it drafts on)."""
        x = self.embed(tokens, positions).addmm_(rms_norm(states, (WIDTH,)), self.weights.hidden)
        return self.layer(0, x, paging, loras)

    def logits(self, states: Tensor) -> Tensor:
        """Return the logits of the tokens that follow: [tokens, vocabulary]."""
        return torch.addmm(self.weights.silence, rms_norm(states, (WIDTH,)), self.weights.head)
