"""What the parts of the whole show of themselves, read from their memory."""

from __future__ import annotations

from collections import Counter

from ...conformance.parts.part import Shown
from ..prefix.observation import Observation
from ..scheduling.kv_cache import KvCache
from ..scheduling.kv_cache_manager import KvCacheManager
from ..scheduling.observation import PoolMemory
from ..scheduling.request import LlmRequest
from .kv_cache import TreeKvCache
from .kv_cache_manager import TreeKvCacheManager
from .kv_memory import TAGS, WRITTEN
from .tree import RecordedPrefixCache


def shown_of_tree(tree: RecordedPrefixCache) -> Shown:
    """Return every field of the system `prefix` of one pool."""
    tree.keep_numbers()
    seen = Observation(tree, tree.nodes, tree.keys, tree.paths, tree.roots)
    return seen.fields(requests=tree.instance.requests, scopes=len(tree.stream.scopes))


class TreeMemory(PoolMemory):
    """What the memory of a pool tells of the caches in it. A page may be that of several requests."""

    def __init__(self, manager: KvCacheManager) -> None:
        assert isinstance(manager, TreeKvCacheManager), "the whole's pools are made of trees"
        self.manager: KvCacheManager = manager
        self.trees = manager
        self.table: list[list[int]] = manager.table.tolist()
        self.places = Counter(manager.pool.free.view())
        self.written = [page[:, TAGS, WRITTEN, 0, 0].tolist() for page in manager.pool.pages]
        """By page and cell, the token that the cell was computed from."""

    def room(self, request: LlmRequest) -> int:
        """Return the room of a cache, as far as it has pages for it; a start that is to be copied has its own still."""
        cache, size = self.manager.caches.get(request), self.manager.pool.page_size
        if not isinstance(cache, TreeKvCache):
            return 0
        own = len(cache.hosted) + sum(not self.places[page] for page in cache.pages)
        own += cache.path is not None and cache.path.source is not None
        return cache.capacity if own == self.manager.blocks(cache.capacity) else own * size

    def valid(self, request: LlmRequest) -> int:
        """Return the cursor of a request, or how much of its cache was computed from its tokens, if that is less."""
        cursor, cache = request.context_position, self.manager.caches.get(request)
        if cache is None:
            return cursor
        known, computed = self.trees.progress(request.id)
        ahead = self.trees.prefix.stream.ahead
        for position in range(min(computed, cache.capacity)):
            if self.content(cache, position) != known[position + ahead]:
                return min(cursor, position)
        return cursor

    def content(self, cache: KvCache, position: int) -> float | None:
        """Return which token a cell was computed from; what only the host's copy of a block tells is not looked at."""
        block, at = divmod(position, self.manager.pool.page_size)
        if block < len(cache.pages):
            page = cache.pages[block]
            told: float = self.written[page][at] if page >= 0 else self.of_slot(cache, block, at)
            return told
        return self.swapped(cache.hosted[block], at) if block < len(cache.hosted) else None

    def of_slot(self, cache: KvCache, block: int, at: int) -> float:
        """Return the same of a block that only the tree's host slot has."""
        assert isinstance(cache, TreeKvCache), "the whole's pools are made of trees"
        slot = cache.blocks[block].slot
        tier = self.trees.prefix.tiers.host
        return float("nan") if slot is None else float(tier.page(slot)[at, TAGS, WRITTEN, 0, 0].item())

    def swapped(self, row: int, at: int) -> float:
        """Return the same of a host page of a suspended cache."""
        pool, host = self.manager.pool, self.manager.host
        page = host.rows[row, : pool.pages[0].numel()].view(pool.pages.shape[1:])
        return float(page[at, TAGS, WRITTEN, 0, 0].item())
