"""The forward of a step: drafting, verifying and drafting on, for the whole batch at once.

Two things outlive a step on the device: by row, the newest token and its position, which a request reads only if it
took part in the step before; by sequence slot, the drafter's state, which a request keeps for as long as its slot.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Protocol

import torch
from torch import Tensor

from ..model.sorts import Phase, Pool
from .drafting import Drafter
from .inputs import SAMPLED, Inputs, gather, paging
from .memory import PagePool
from .requests import Request
from .step import Step
from .transformer import Decoder, Loras


class AdapterSlots(Protocol):
    """Where a step finds the weights of each adapter."""

    @property
    def weights(self) -> Loras:
        """The weights in all slots."""
        ...

    def slot(self, adapter: int) -> int:
        """Return the slot of an adapter, or the empty one for the base model."""
        ...


class Executor:
    """Runs steps, and keeps what outlives them on the device."""

    def __init__(
        self, pools: Mapping[Pool, PagePool], adapters: AdapterSlots, *, rows: int, slots: int, device: torch.device
    ) -> None:
        self.pools, self.adapters, self.device = pools, adapters, device
        self.decoder = Decoder(device)
        self.drafter = Drafter(self.decoder, pools[Pool.DRAFT], slots, device)
        self.newest = torch.zeros((rows, 2), dtype=torch.int64, device=device)
        self.margin = math.inf
        """The smallest gap between the two best logits so far."""

    def run(self, batch: Sequence[Request]) -> Step:
        """Compute a step: the drafted tokens, the target's answer to all tokens, and the draft head's to that."""
        slots = [self.adapters.slot(request.adapter) for request in batch]
        inputs = gather(batch, slots, list(self.pools.values()), self.device)
        loras, tokens = self.adapters.weights, inputs.tokens
        cursor = self.read_rows(batch, inputs)
        self.drafter.propose(batch, inputs, cursor, loras)
        positions = cursor.index_select(0, inputs.owner) + inputs.offset
        pages = paging(inputs, self.pools[Pool.TARGET], Pool.TARGET, inputs.owner, inputs.at)
        states = self.decoder.target(tokens, positions, pages, loras)
        verified = self.best(states)
        newest = torch.stack([verified, positions + 1], 1)
        draft_first, paired = _paired(batch, inputs)
        features, proposals = states[:0], verified[:0]
        if paired:
            which = torch.tensor(paired, device=self.device)
            fed = self.next_tokens(inputs, verified)
            features = self.drafter.follow(inputs, which, fed, positions + 1, states, loras=loras)
            proposals = self.best(features)
        count = len(tokens)
        answers: list[int] = torch.cat([tokens, verified, proposals]).tolist()
        first = {request.id: start for request, start in zip(batch, inputs.first, strict=True)}
        return Step(
            first, answers[:count], answers[count : 2 * count], newest,
            draft_first, answers[2 * count :], proposals, features,
        )  # fmt: skip

    def keep(self, step: Step, request: Request, index: int) -> None:
        """Settle a request on its token of that index in the step: what was said there is where it goes on from."""
        first = step.first[request.id]
        said = step.verified[first : first + index + 1]
        request.tokens += said if request.phase is Phase.DECODE else said[-1:]
        if request.row is not None:
            self.newest[request.row].copy_(step.newest[first + index])
        if request.paired and request.slot is not None:
            at = step.draft_first[request.id] + index
            request.draft = step.proposed[at]
            self.drafter.keep(request.slot, step.proposals[at], step.states[at])

    def read_rows(self, batch: Sequence[Request], inputs: Inputs) -> Tensor:
        """Fill in the newest token of each decoding request that has a row; return where each goes on."""
        having = [
            (request.row, index, inputs.first[index])
            for index, request in enumerate(batch)
            if request.row is not None and request.phase is Phase.DECODE
        ]
        if not having:
            return inputs.cursor
        where = torch.tensor(having, device=self.device)
        read = self.newest.index_select(0, where[:, 0])
        inputs.tokens.index_copy_(0, where[:, 2], read[:, 0])
        return inputs.cursor.index_copy(0, where[:, 1], read[:, 1])

    def next_tokens(self, inputs: Inputs, verified: Tensor) -> Tensor:
        """Return the token behind each of the batch: the prompt's where it is known, else the sampled one."""
        return torch.where(inputs.following == SAMPLED, verified, inputs.following)

    def best(self, states: Tensor) -> Tensor:
        """Return the best next tokens, and note how close the second best came."""
        logits = self.decoder.logits(states)
        two = logits.topk(2, 1).values
        self.margin = min(self.margin, (two[:, 0] - two[:, 1]).min().item())
        return logits.argmax(1)


def _paired(batch: Sequence[Request], inputs: Inputs) -> tuple[dict[int, int], list[int]]:
    """Return the tokens of requests with a draft pool, and where each such request begins among them."""
    first: dict[int, int] = {}
    chosen: list[int] = []
    for request, start in zip(batch, inputs.first, strict=True):
        if request.paired:
            first[request.id] = len(chosen)
            chosen += range(start, start + request.reserved)
    return first, chosen
