"""The caches of all sequences, over one storage: what an engine calls, by the slot of a sequence."""

from __future__ import annotations

from typing import ClassVar

import torch

from ...model.systems.buffers.state import Work
from .cache import SequenceCache
from .index_buffer import PageIndexBuffer
from .pages import PageStorage
from .runner import ModelRunner
from .window import AttentionWindow, ScratchPlan


class SequenceManager:
    """A cache and a page-index buffer for each sequence slot, both made once."""

    page_storage: ClassVar[type[PageStorage]] = PageStorage
    sequence_cache: ClassVar[type[SequenceCache]] = SequenceCache
    index_buffer: ClassVar[type[PageIndexBuffer]] = PageIndexBuffer
    model_runner: ClassVar[type[ModelRunner]] = ModelRunner

    def __init__(
        self, sequences: int, *, slots: int, max_blocks: int, window: AttentionWindow, device: torch.device
    ) -> None:
        self.window = window
        self.storage = self.page_storage(slots, window.tokens_per_block, device)
        self.runner = self.model_runner(self.storage)
        self.caches = [self.sequence_cache(slot, self.storage, window, max_blocks) for slot in range(sequences)]
        self.buffers = [self.index_buffer(max_blocks, self.storage.padding, device) for _ in range(sequences)]

    def create(self, r: int, received: int) -> None:
        """Make a cache, whose prompt is computed here or received."""
        self.caches[r].open(received=bool(received))

    def resume(self, r: int) -> None:
        """Bring a cache into use."""
        self.caches[r].resume()

    def attach(self, r: int) -> None:
        """Attach the buffer of the slot."""
        self.caches[r].attach(self.buffers[r])

    def extend(self, r: int, more: int, far: int, shared: int) -> None:
        """Grow by so many blocks; the first of those that the chunk writes may share scratch pages."""
        cache = self.caches[r]
        cache.grow(cache.capacity + self.tokens(more), ScratchPlan(far, shared))

    def shrink(self, r: int, fewer: int) -> None:
        """Give so many blocks up."""
        cache = self.caches[r]
        cache.shrink(cache.capacity - self.tokens(fewer))

    def forward(self, r: int, rewind: int) -> None:
        """Run a forward over what is not settled, of which so many blocks are then taken back."""
        cache, back = self.caches[r], self.tokens(rewind)
        cache.check_forward(back)
        self.runner.forward(cache, self.buffers[r])
        cache.settle(back)

    def begin_decoding(self, r: int) -> None:
        """Let the prompt be complete. The transfer of a received one has written all its pages by then."""
        cache = self.caches[r]
        cache.check_may_decode()
        if cache.work is Work.RECEIVED:
            self.runner.receive(cache)
        cache.begin_decoding()

    def suspend(self, r: int) -> None:
        """Set a cache aside."""
        self.caches[r].suspend()

    def offload(self, r: int) -> None:
        """Move a suspended cache down."""
        self.caches[r].offload()

    def close(self, r: int) -> None:
        """End a cache."""
        self.caches[r].close()

    def tokens(self, blocks: int) -> int:
        """Return the tokens of whole blocks."""
        return blocks * self.window.tokens_per_block
