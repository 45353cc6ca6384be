"""A request's way along the tree: the block where it ends, the request's own tokens, and what it keeps."""

from __future__ import annotations

from ...model.systems.prefix.state import Stage
from .block import Block, Holder, Root, Tokens


class Path(Holder):
    """What one request has of the cache, from its lookup until it leaves."""

    __slots__ = ("kept", "scope", "source", "stage", "tip", "tokens", "window")

    def __init__(self, scope: int, root: Root) -> None:
        self.stage = Stage.LOOKUP
        self.scope = scope
        """The adapter and salt that the request runs with."""
        self.tip: Block | None = root
        self.tokens: list[Tokens] = []
        """The request's own tokens, block by block, as far as its path reaches."""
        self.kept: set[Block] = set()
        self.source: Block | None = None
        """The block whose start is copied once the request is admitted."""
        self.window = 1
        """The depth at which its window starts: blocks before it are read no more."""

    @property
    def end(self) -> Block:
        """The block where the path ends, of a request that has not left."""
        assert self.tip is not None, "the request has left"
        return self.tip

    def move_to(self, block: Block) -> None:
        """Let the path end at another block."""
        if self.tip is not None:
            self.tip.visitors.discard(self)
        block.visitors.add(self)
        self.tip = block
