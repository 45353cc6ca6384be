"""The pages of one pool as a prefix tree has them: device pages that steps read and write, and slots on the host.

A cell of the pool has one layer more than the model: in it stand the token that the cell was computed from, as the
step wrote it, and the same once the block was found to be whole. What a page holds is told from there, and it moves
with the keys and values wherever they go.
"""

from __future__ import annotations

from typing import Final

import torch
from torch import Tensor

from ...model.systems.prefix.state import Transfer
from ..memory import DTYPE, POISON, PagePool
from ..prefix.block import Block
from ..prefix.tiers import Tier, Tiers
from ..weights import DIM, HEADS

TAGS: Final = -1
"""The layer of a cell in which it says what it holds."""
WRITTEN, WHOLE = 0, 1
"""Where in that layer stand the token that a step computed, and the token of a whole block."""


def pool_of(pages: int, page_size: int, layers: int, device: torch.device) -> PagePool:
    """Make a pool of pages for so many layers, and for what tells what they hold."""
    return PagePool(pages, page_size, (layers + 1, 2, HEADS, DIM), device)


class PageTier(Tier):
    """Rows of memory for one page each. Free ones are poisoned, tags and all."""

    def __init__(self, size: int, pool: PagePool, what: str, device: torch.device) -> None:
        super().__init__(size, pool.pages[0].numel(), what, device)
        self.shape = pool.pages.shape[1:]

    def page(self, row: int) -> Tensor:
        """Return a row as a page: [page_size, layers + 1, 2, heads, dim]."""
        return self.rows[row].view(self.shape)

    def read(self, row: int) -> tuple[float, ...]:
        """Return the tokens of the block in a row, as far as it is known to hold a block, or the start of one."""
        told: list[float] = self.page(row)[:, TAGS, WHOLE, 0, 0].tolist()
        return tuple(token for token in told if token == token)  # noqa: PLR0124  poison is unlike itself


class PoolTier(PageTier):
    """The device pages: they are those of the pool that steps read and write through page tables."""

    def __init__(self, pool: PagePool) -> None:
        self.pool = pool
        self.free, self.shape = pool.free, pool.pages.shape[1:]
        self.rows = pool.pages[: pool.free.size].view(pool.free.size, -1)

    def release(self, row: int) -> None:
        """Take a page back and poison it."""
        self.pool.release([row])


class KvTiers(Tiers):
    """Device pages and host slots of real keys and values."""

    device: PageTier
    host: PageTier

    def __init__(self, pool: PagePool, host_size: int) -> None:
        self.pool = pool
        self.device = PoolTier(pool)
        self.host = PageTier(host_size, pool, "host slots", torch.device("cpu"))
        self.moving: dict[Block, Transfer] = {}

    def compute(self, block: Block) -> None:
        """Let a page that steps have filled say that it is whole: its tokens are those that the steps wrote."""
        assert block.page is not None, "a private block is on the device"
        tags = self.device.page(block.page)[:, TAGS, :, 0, 0]
        tags[:, WHOLE] = tags[:, WRITTEN]

    def copy_start(self, source: Block, target: Block, cells: int) -> None:
        """Copy so many cells from one device page to another, with what they say."""
        assert source.page is not None, "both pages are on the device"
        assert target.page is not None, "both pages are on the device"
        self.device.page(target.page)[:cells].copy_(self.device.page(source.page)[:cells])


def write_tags(pool: PagePool, cells: list[int], tokens: list[int]) -> None:
    """Let cells say which tokens a step computed them from; what stood there before is no block any more."""
    where = torch.tensor(cells, device=pool.cells.device)
    pool.cells[where, TAGS, WRITTEN, 0, 0] = torch.tensor(tokens, dtype=DTYPE, device=pool.cells.device)
    pool.cells[where, TAGS, WHOLE, 0, 0] = POISON
