"""Suspended caches leave for the host, whose pages they take one by one, and come back to what the tree has of them."""

from __future__ import annotations

from ..refusal import OutOfRoom
from ..scheduling.kv_cache import KvCache
from .kv_cache import TreeKvCache
from .publishing import Publishing


class Swapping(Publishing):
    """Caches that are moved to the host and back."""

    def offload(self, cache: KvCache) -> None:
        """Move a suspended cache to the host. What it published stays to be found."""
        assert isinstance(cache, TreeKvCache), "this pool made it"
        assert cache.path is not None, "it is on the device"
        cache.hosted = self.host.store(self.pool, cache.pages)
        self.prefix.give_back(cache.path)
        cache.path = None
        self.sync(cache)

    def onload(self, cache: KvCache) -> None:
        """Bring a cache back: what the tree has of it is found there, the rest is copied; or refuse."""
        assert isinstance(cache, TreeKvCache), "this pool made it"
        path = cache.path = self.prefix.begin(cache.request.id)
        try:
            self.bring_back(cache)
        except OutOfRoom:
            self.prefix.give_back(path)
            cache.path = None
            raise
        self.host.release(cache.hosted)
        cache.hosted = []
        self.sync(cache)

    def bring_back(self, cache: TreeKvCache) -> None:
        """Have every block of a cache on its path, with its content; or refuse."""
        path, (known, computed) = cache.path, self.progress(cache.request.id)
        assert path is not None, "it was looked up"
        whole = min(self.whole(known, computed), len(cache.hosted))
        for at in range(whole):
            key = self.prefix.stream.key(known, at)
            if self.prefix.tree.child(path.end, key) is None:
                break
            self.prefix.match(path, key)
        found = len(cache.blocks)
        self.make_room(len(cache.hosted) - found + len(cache.missing(self.prefix.tiers.has_arrived)), cache)
        self.fetch(cache)
        self.lengthen(cache, len(cache.hosted))
        pages = [block.page for block in cache.blocks[found:] if block.page is not None]
        self.host.load(self.pool, self.rows_behind(cache, found), pages)
        for at, block in enumerate(cache.blocks[:whole]):
            if at >= found:
                self.prefix.complete(path, block, self.prefix.stream.key(known, at))

    def rows_behind(self, cache: TreeKvCache, found: int) -> list[int]:
        """Return the host pages of the blocks that the tree did not have."""
        return cache.hosted[found:]
