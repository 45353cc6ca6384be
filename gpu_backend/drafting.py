"""The draft head at work: it proposes tokens before a step, and follows the target model through the step.

Following, it writes its keys and values at the same positions as the target, each from the token behind and the
target's hidden state. What it said at the last token that was kept is the first proposal for the next step; the others
it draws from its own states, and what it writes for them is written again once the target model has spoken.
"""

from __future__ import annotations

from collections.abc import Sequence

import torch
from torch import Tensor

from ..model.sorts import Phase, Pool
from .inputs import Inputs, paging
from .memory import DTYPE, POISON, PagePool
from .requests import Request
from .transformer import Decoder, Loras
from .weights import POISONED, WIDTH


class Drafter:
    """The draft head, and what it keeps of each request by sequence slot."""

    def __init__(self, decoder: Decoder, pool: PagePool, slots: int, device: torch.device) -> None:
        self.decoder, self.pool, self.device = decoder, pool, device
        self.tokens = torch.full((slots,), POISONED, dtype=torch.int64, device=device)
        self.states = torch.full((slots, WIDTH), POISON, dtype=DTYPE, device=device)

    def keep(self, slot: int, token: Tensor, state: Tensor) -> None:
        """Keep what the next proposals of a request start from."""
        self.tokens[slot].copy_(token)
        self.states[slot].copy_(state)

    def forget(self, slot: int) -> None:
        """Poison what was kept in a slot that was given back."""
        self.tokens[slot].fill_(POISONED)
        self.states[slot].fill_(POISON)

    def follow(
        self, inputs: Inputs, which: Tensor, fed: Tensor, positions: Tensor, states: Tensor, *, loras: Loras
    ) -> Tensor:
        """Run over some tokens of a step, fed with the tokens behind them; return the draft head's hidden states."""
        owner, at = inputs.owner.index_select(0, which), inputs.at.index_select(0, which)
        fed, positions, states = (each.index_select(0, which) for each in (fed, positions, states))
        return self.decoder.drafter(fed, positions, states, paging(inputs, self.pool, Pool.DRAFT, owner, at), loras)

    def propose(self, batch: Sequence[Request], inputs: Inputs, cursor: Tensor, loras: Loras) -> None:
        """Fill in the drafted tokens of a step: the first as it was kept, the others by drafting on from there."""
        going_on = [
            (inputs.first[index], index, request.reserved - 1, request.slot)
            for index, request in enumerate(batch)
            if request.phase is Phase.DECODE and request.reserved > 1
        ]
        if not going_on:
            return
        first, owner, wanted, slots = torch.tensor(going_on, device=self.device).unbind(1)
        inputs.tokens.index_copy_(0, first + 1, self.tokens.index_select(0, slots))
        states = self.states.index_select(0, slots)
        for done in range(1, max(wanted for _, _, wanted, _ in going_on)):
            more = (wanted > done).nonzero().squeeze(1)
            first, owner, wanted, states = (each.index_select(0, more) for each in (first, owner, wanted, states))
            fed = inputs.tokens.index_select(0, first + done)
            at = inputs.cursor.index_select(0, owner) + (done - 1)
            positions = cursor.index_select(0, owner) + done
            pages = paging(inputs, self.pool, Pool.DRAFT, owner, at)
            states = self.decoder.drafter(fed, positions, states, pages, loras)
            inputs.tokens.index_copy_(0, first + done + 1, self.decoder.logits(states).argmax(1))
