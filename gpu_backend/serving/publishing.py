"""What a request has computed is published once it is known to be whole, and found by others that begin alike."""

from __future__ import annotations

from collections.abc import Sequence

from ..prefix.block import Block
from ..scheduling.request import LlmRequest
from .kv_cache import TreeKvCache
from .tree_caches import TreeCaches


class Publishing(TreeCaches):
    """What caches give to the tree, and what lookups find in it."""

    def publish(self, request: LlmRequest) -> None:
        """Let others find the blocks that are known to be whole, or take theirs where they came first."""
        cache = self.caches.get(request)
        if not isinstance(cache, TreeKvCache) or cache.path is None:
            return
        path, (known, computed) = cache.path, self.progress(request.id)
        whole = self.whole(known, computed)
        for at, block in enumerate(cache.blocks[:whole]):
            if block.computed_with is None:
                self.prefix.complete(path, block, self.prefix.stream.key(known, at))
        for block in cache.blocks[:whole]:
            if block.is_private and not self.file(cache, block):
                break
        self.sync(cache)

    def whole(self, known: Sequence[int], computed: int) -> int:
        """Return how many blocks are computed, and known by their tokens."""
        return min(computed // self.pool.page_size, self.prefix.stream.known(len(known)))

    def file(self, cache: TreeKvCache, block: Block) -> bool:
        """Publish a block, or take the one that another has published; return whether the next may be published."""
        path = cache.path
        assert path is not None, "it is on the device"
        other = block.above.children.get(block.key)
        if other is None:
            self.prefix.commit(path, block)
            return True
        if block is path.tip and other.page is not None and self.prefix.tree.is_found(other):
            self.prefix.rebase(path, block)
        return False

    # What lookups find

    def found(self, request: int, tokens: int) -> int:
        """Return how many of a request's first tokens the tree has on device or host, up to so many."""
        known, size, tree = self.progress(request)[0], self.pool.page_size, self.prefix.tree
        parent: Block | None = tree.planted.get(self.prefix.scope_of(request))
        block = 0
        while parent is not None and (block + 1) * size <= tokens and block < self.prefix.stream.known(len(known)):
            child = tree.child(parent, self.prefix.stream.key(known, block))
            if child is None or not child.has_copy:
                break
            parent, block = child, block + 1
        if parent is None:
            return 0
        return block * size + self.fitting(parent, known, block, tokens - block * size)

    def fitting(self, parent: Block, known: Sequence[int], block: int, most: int) -> int:
        """Return how many tokens of a block can be copied from another one that starts alike, behind what was found."""
        size, runs = self.pool.page_size, self.prefix.stream.key(known, block).runs
        if len(runs) < size or most < 1:
            return 0
        return size - 1 if self.start_of(parent, runs[: size - 1]) is not None and most >= size - 1 else 0

    def start_of(self, parent: Block, start: Sequence[int]) -> Block | None:
        """Return a block that lookups find behind another, and that starts with some tokens."""
        found = (block for key, block in parent.children.items() if key.runs[: len(start)] == tuple(start))
        return next((block for block in found if block.has_copy and self.prefix.tree.is_found(block)), None)
