"""What a step is run on: the tokens of its whole batch in one row, where they stand, and whose pages they use.

Prefill chunks and decodes are mixed: each request contributes its tokens, one behind the other, and its page tables.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import torch
from torch import Tensor

from ..model.sorts import Phase, Pool
from .memory import PagePool
from .requests import Request
from .transformer import Paging
from .weights import POISONED

SAMPLED: Final = -1
"""Stands for a next token that only the step itself will sample."""


@dataclass(frozen=True, slots=True)
class Inputs:
    """The batch as tensors on the device."""

    first: tuple[int, ...]
    """For each request of the batch, the index of its first token."""
    tokens: Tensor
    """[tokens]. The newest token of a request that has a row, and all drafted ones, are filled in on the device."""
    following: Tensor
    """[tokens]: the token behind each, where the prompt tells it, or `SAMPLED`."""
    owner: Tensor
    """[tokens]: the index of the token's request in the batch."""
    at: Tensor
    """[tokens]: the place of the token in its request, which is where its keys and values are kept."""
    offset: Tensor
    """[tokens]: how far the token is behind its request's cursor."""
    cursor: Tensor
    """[batch]"""
    slots: Tensor
    """[batch]: the device slot of each request's adapter."""
    tables: Tensor
    """[pools, batch, pages], padded."""


def gather(batch: Sequence[Request], slots: Sequence[int], pools: Sequence[PagePool], device: torch.device) -> Inputs:
    """Lay out the batch."""
    first: list[int] = []
    columns: tuple[list[int], ...] = ([], [], [], [], [])
    tokens, following, owner, at, offset = columns
    for index, request in enumerate(batch):
        start, count = request.cursor, request.reserved
        first.append(len(tokens))
        known = request.tokens[start : start + count + 1]
        if request.phase is Phase.DECODE:
            tokens += known + [POISONED] * (count - 1)
            following += [SAMPLED] * count
        else:
            tokens += known[:count]
            following += known[1:] + [SAMPLED] * (count + 1 - len(known))
        owner += [index] * count
        at += range(start, start + count)
        offset += range(count)
    per_token = torch.tensor(columns, device=device)
    per_request = torch.tensor([[request.cursor for request in batch], list(slots)], device=device)
    tables = torch.tensor(_padded(batch, pools), device=device)
    return Inputs(
        tuple(first), per_token[0], per_token[1], per_token[2], per_token[3], per_token[4],
        per_request[0], per_request[1], tables,
    )  # fmt: skip


def paging(inputs: Inputs, pool: PagePool, kind: Pool, owner: Tensor, at: Tensor) -> Paging:
    """Tell where tokens of some owners write and read in a pool."""
    size = pool.page_size
    within = torch.arange(size, device=at.device)
    cells = (inputs.tables[kind].unsqueeze(2) * size + within).flatten(1).index_select(0, owner)
    place = at.unsqueeze(1)
    visible = torch.arange(cells.shape[1], device=at.device) <= place
    read = cells.masked_fill(~visible, pool.padding * size).view(-1)
    write = cells.gather(1, place).squeeze(1)
    return Paging(pool.cells, write, read, visible[:, None, None, :], inputs.slots.index_select(0, owner))


def _padded(batch: Sequence[Request], pools: Sequence[PagePool]) -> list[list[list[int]]]:
    """Return the page tables of the batch in each pool, all of the same length."""
    span = max(len(table.device) for request in batch for table in request.cache.tables)
    padded = [[[pool.padding] * span for _ in batch] for pool in pools]
    for index, request in enumerate(batch):
        for table in request.cache.tables:
            padded[table.pool][index][: len(table.device)] = table.device
    return padded
