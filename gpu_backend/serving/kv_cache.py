"""One request's cache in one pool: the path in the prefix tree that its pages lie on, or the host pages it left for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from ..prefix.block import Block
from ..prefix.path import Path
from ..scheduling.kv_cache import KvCache


@dataclass(eq=False, slots=True)
class TreeKvCache(KvCache):
    """The pages of a request in the order of its tokens, those it found in the tree and those of its own."""

    path: Path | None = None
    """None while its content is on the host."""

    @property
    def blocks(self) -> list[Block]:
        """The blocks of its path, from the root on."""
        found: list[Block] = []
        block = self.path.tip if self.path is not None else None
        while block is not None and block.parent is not None:
            found.append(block)
            block = block.parent
        return found[::-1]

    def missing(self, arrived: Callable[[Block], bool]) -> list[Block]:
        """Return the blocks that it needs on the device and that are not there."""
        source = self.path.source if self.path is not None else None
        return [block for block in (*self.blocks, *([source] if source else [])) if not arrived(block)]
