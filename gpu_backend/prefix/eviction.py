"""The eviction queue: device pages that nobody keeps or copies, in the order in which they were let go."""

from __future__ import annotations

from collections.abc import Iterator

from .block import Block


class EvictionQueue:
    """Blocks whose device pages admission may count on. Requests let their last block go first, so tails age first."""

    def __init__(self) -> None:
        self._blocks: dict[Block, None] = {}

    def __len__(self) -> int:
        return len(self._blocks)

    def __contains__(self, block: Block) -> bool:
        return block in self._blocks

    def __iter__(self) -> Iterator[Block]:
        """Yield the blocks, those that were let go first before all others."""
        return iter(self._blocks)

    def append(self, block: Block) -> None:
        """Queue a block as the one that was let go last; one that is queued keeps its place."""
        self._blocks.setdefault(block)

    def remove(self, block: Block) -> None:
        """Take a block out, if it is there."""
        self._blocks.pop(block, None)
