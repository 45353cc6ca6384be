"""One pool of the whole engine: the caches of requests are paths in a prefix tree, whose pages steps read and write.

What a request computes is found by others once it is known to be whole; what nobody keeps waits in the tree to be
found or evicted, on the device or on the host. The caches of suspended requests may leave for host pages altogether.
"""

from __future__ import annotations

from ..scheduling.kv_cache import KvCache
from ..scheduling.request import LlmRequest
from .kv_cache import TreeKvCache
from .swapping import Swapping


class TreeKvCacheManager(Swapping):
    """The caches of one pool. Whoever is refused keeps what it had."""

    def create(self, request: LlmRequest, tokens: int) -> KvCache:
        """Make a suspended cache of the blocks that the tree has for so many tokens, and an index slot; or refuse."""
        self.index.check_free()
        path = self.prefix.begin(request.id)
        cache = TreeKvCache(request, capacity=tokens, path=path)
        known, size = self.progress(request.id)[0], self.pool.page_size
        for block in range(tokens // size):
            self.prefix.match(path, self.prefix.stream.key(known, block))
        if tokens % size:
            start = self.prefix.stream.key(known, tokens // size).runs[: tokens % size]
            source = self.start_of(path.end, start)
            assert source is not None, "the lookup has found it"
            self.prefix.match_start(path, source)
        self.caches[request] = self.suspended[request] = cache
        self.index.take(request)
        self.sync(cache)
        return cache

    def resume(self, request: LlmRequest) -> None:
        """Let steps read the cache, or refuse: all of it has to be on the device."""
        cache = self.of(request)
        if cache.hosted:
            self.onload(cache)
        else:
            self.fetch(cache)
        self.suspended.pop(request, None)

    def resize(self, request: LlmRequest, tokens: int) -> None:
        """Give a cache room for so many tokens, or refuse. What it no longer needs is freed."""
        cache, wanted = self.of(request), self.blocks(tokens)
        if cache.path is None:
            self.trim_host(cache, wanted)
        else:
            self.lengthen(cache, wanted)
            while len(cache.blocks) > wanted:
                self.prefix.drop_last(cache.path)
        cache.capacity = tokens
        self.sync(cache)

    def trim_host(self, cache: TreeKvCache, wanted: int) -> None:
        """Give back the host pages behind so many."""
        self.host.release(cache.hosted[wanted:])
        del cache.hosted[wanted:]

    def free(self, request: LlmRequest) -> None:
        """Give the pages of a request and its index slot back. What it published stays to be found."""
        if request in self.caches:
            cache = self.of(request)
            del self.caches[request]
            self.suspended.pop(request, None)
            self.leave_tree(cache)
            self.release_host(cache)
        self.release_slot(request)

    def leave_tree(self, cache: TreeKvCache) -> None:
        """Let a cache keep nothing of the tree any more."""
        if cache.path is not None:
            self.prefix.give_back(cache.path)

    def release_host(self, cache: TreeKvCache) -> None:
        """Give the host pages of a request back that ended while it was suspended."""
        self.host.release(cache.hosted)

    def write(self, request: LlmRequest, start: int, stop: int) -> None:
        """Leave it to the step to write what it computes."""
