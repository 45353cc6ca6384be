"""Who writes pages: the forward, which finds them through a page-index buffer, and the transfer, which is told them."""

from __future__ import annotations

import torch
from torch import Tensor

from ..memory import DTYPE
from .cache import SequenceCache
from .index_buffer import PageIndexBuffer
from .pages import PageStorage
from .tokens import GAIN, PRIME, content, tokens


class ModelRunner:
    """A layer that looks back over a window of blocks."""

    def __init__(self, storage: PageStorage) -> None:
        self.storage = storage

    def forward(self, cache: SequenceCache, buffer: PageIndexBuffer) -> None:
        """Write every block that is not settled. Blocks of this forward are looked back to before they reach memory."""
        window, first, end = cache.window.blocks, cache.settled, len(cache.pages)
        seen = list(self.storage.memory[buffer.entries(max(0, first - window), first)])
        before = len(seen)
        for block in range(first, end):
            value = self.embed(cache, block)
            for each in seen[-window:] if window else ():
                value = (value + GAIN * each) % PRIME
            seen.append(value)
        self.write(buffer, range(first, end), seen[before:])

    def embed(self, cache: SequenceCache, block: int) -> Tensor:
        """Return what stands for the tokens of a block."""
        own = tokens(cache.slot, cache.life, block, cache.window.tokens_per_block)
        return torch.tensor(own, dtype=DTYPE, device=self.storage.memory.device)

    def write(self, buffer: PageIndexBuffer, blocks: range, values: list[Tensor]) -> None:
        """Write blocks where the buffer says that they lie."""
        self.storage.memory[buffer.entries(blocks.start, blocks.stop)] = torch.stack(values)

    def receive(self, cache: SequenceCache) -> None:
        """Write a whole prompt that another worker has computed, page by page."""
        size, window = cache.window.tokens_per_block, cache.window.blocks
        for block, page in enumerate(cache.pages):
            if page is not None and page.slot is not None:
                value = content(cache.slot, cache.life, block, size, window)
                self.storage.memory[page.slot] = torch.tensor(value, dtype=DTYPE, device=self.storage.memory.device)
