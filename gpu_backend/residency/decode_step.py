"""One decode step on the device: states and contexts of a batch, found by slot, take in a token each.

All of it, and the poisoning of what is freed, is on one stream, so that a slot is written to by its next owner only
after the step of its last one.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from ..memory import DTYPE
from .content import feed, sample
from .pools import ResidentPools
from .requests import ResidentRequest

NO_TOKEN = -1
"""What a row holds before the first batch."""


class DecodeStep:
    """The rows of the last batch, and how the next one is computed from them."""

    def __init__(self, pools: ResidentPools, rows: int, device: torch.device) -> None:
        self.pools, self.device = pools, device
        self.new_tokens = torch.full((rows,), NO_TOKEN, dtype=DTYPE, device=device)
        """The newest token of each row; a batch is padded to all of them."""

    def run(self, batch: Sequence[ResidentRequest]) -> None:
        """Compute one token for each request; its row is where it stands in the batch."""
        ids, tokens = [request.id for request in batch], self.inputs(batch)
        rows = self.pools.recurrent.rows(ids)
        states = feed(self.pools.recurrent.memory[rows], tokens)
        self.pools.recurrent.memory[rows] = states
        self.pools.drafter.append(ids, tokens, len(self.new_tokens))
        self.new_tokens[: len(batch)] = sample(states)

    def inputs(self, batch: Sequence[ResidentRequest]) -> Tensor:
        """Return the newest token of each request: from its row of the last batch, or from the host if it has none."""
        tokens = torch.tensor([float(request.tokens[-1]) for request in batch], dtype=DTYPE, device=self.device)
        known = [(at, request.batch_idx) for at, request in enumerate(batch) if request.batch_idx is not None]
        if known:
            to, row = torch.tensor(known, device=self.device).unbind(1)
            tokens[to] = self.new_tokens[row]
        return tokens

    def token(self, row: int) -> int:
        """Return the token that a row has come to; it waits until the device is done."""
        return int(self.new_tokens[row].item())
