"""One pool of the whole engine: the caches of requests are paths in a prefix tree, whose pages steps read and write.

What a request computes is found by others once it is known to be whole; what nobody keeps waits in the tree to be
found or evicted, on the device or on the host. The caches of suspended requests may leave for host pages altogether.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Sequence

import torch

from ..memory import HostTier
from ..prefix.block import Block, Holder
from ..refusal import OutOfRoom
from ..scheduling.kv_cache import KvCache
from ..scheduling.kv_cache_manager import BAD_PAGE, KvCacheManager
from ..scheduling.request import LlmRequest
from .kv_cache import TreeKvCache
from .tree import RecordedPrefixCache

Progress = Callable[[int], tuple[Sequence[int], int]]
"""For a request, the tokens that are known of it, and how many of them are computed."""


class TreeKvCacheManager(KvCacheManager):
    """The caches of one pool. Whoever is refused keeps what it had."""

    def __init__(self, cache: RecordedPrefixCache, host: HostTier, slots: int, blocks: int, progress: Progress) -> None:
        """`blocks` are the places in a row of the page table."""
        self.cache, self.host, self.progress = cache, host, progress
        self.pool = cache.tiers.pool
        self.index = self.index_mapper(slots)
        self.caches: dict[LlmRequest, KvCache] = {}
        self.suspended: OrderedDict[LlmRequest, KvCache] = OrderedDict()
        self.table = torch.full((slots, blocks), BAD_PAGE, dtype=torch.int64, device=self.pool.pages.device)

    # Room

    def can_take(self, count: int, but: KvCache | None = None) -> bool:
        """Whether so many pages are free or can be made so: by evicting, and by moving suspended caches away."""
        return count <= self.cache.reach + sum(len(own) for _, own in self.movable(but))

    def movable(self, but: KvCache | None = None) -> list[tuple[TreeKvCache, set[Block]]]:
        """Return the suspended caches that would find room on the host, each with the pages that only it keeps."""
        on_host, gone = len(self.host.free), set[Holder]()
        found: list[tuple[TreeKvCache, set[Block]]] = []
        told: set[Block] = set()
        for cache in self.suspended.values():
            assert isinstance(cache, TreeKvCache), "this pool made it"
            blocks = cache.blocks
            if cache is but or cache.pinned or cache.path is None or not self.is_whole(cache):
                continue
            if 0 < len(blocks) <= on_host:
                on_host -= len(blocks)
                gone.add(cache.path)
                own = {block for block in blocks if block.holders <= gone} - told
                told |= own
                found.append((cache, own))
        return found

    def is_whole(self, cache: TreeKvCache) -> bool:
        """Whether all of a cache is on the device, and nothing is to be copied to it first."""
        return cache.path is not None and cache.path.source is None and not cache.missing(self.cache.tiers.has_arrived)

    def make_room(self, count: int, but: KvCache | None = None) -> None:
        """Have so many pages free, or refuse and move nothing."""
        if not self.can_take(count, but):
            raise OutOfRoom(f"{count} {self.pool.free.what} are needed, and cannot be had")
        for cache, _ in self.movable(but):
            if self.cache.reach >= count:
                break
            self.offload(cache)
        self.cache.make_room(count)

    # Caches

    def create(self, request: LlmRequest, tokens: int) -> KvCache:
        """Make a suspended cache of the blocks that the tree has for so many tokens, and an index slot; or refuse."""
        self.index.check_free()
        path = self.cache.begin(request.id)
        cache = TreeKvCache(request, capacity=tokens, path=path)
        known, size = self.progress(request.id)[0], self.pool.page_size
        for block in range(tokens // size):
            self.cache.match(path, self.cache.stream.key(known, block))
        if tokens % size:
            start = self.cache.stream.key(known, tokens // size).runs[: tokens % size]
            source = self.start_of(path.end, start)
            assert source is not None, "the lookup has found it"
            self.cache.match_start(path, source)
        self.caches[request] = self.suspended[request] = cache
        self.index.take(request)
        self.sync(cache)
        return cache

    def start_of(self, parent: Block, start: Sequence[int]) -> Block | None:
        """Return a block that lookups find behind another, and that starts with some tokens."""
        found = (block for key, block in parent.children.items() if key.runs[: len(start)] == tuple(start))
        return next((block for block in found if block.has_copy and self.cache.tree.is_found(block)), None)

    def resume(self, request: LlmRequest) -> None:
        """Let steps read the cache, or refuse: all of it has to be on the device."""
        cache = self.of(request)
        if cache.hosted:
            self.onload(cache)
        else:
            self.fetch(cache)
        self.suspended.pop(request, None)

    def fetch(self, cache: TreeKvCache) -> None:
        """Bring those of its blocks back to the device that only the host has, or refuse."""
        missing = cache.missing(self.cache.tiers.has_arrived)
        if missing:
            self.make_room(len(missing), cache)
        for block in missing:
            self.cache.onload(block)
            self.cache.arrive(block)
        self.sync(cache)

    def resize(self, request: LlmRequest, tokens: int) -> None:
        """Give a cache room for so many tokens, or refuse. What it no longer needs is freed."""
        cache, wanted = self.of(request), self.blocks(tokens)
        if cache.path is None:
            self.host.release(cache.hosted[wanted:])
            del cache.hosted[wanted:]
        else:
            self.lengthen(cache, wanted)
            while len(cache.blocks) > wanted:
                self.cache.drop_last(cache.path)
        cache.capacity = tokens
        self.sync(cache)

    def lengthen(self, cache: TreeKvCache, wanted: int) -> None:
        """Put as many blocks on the path of a cache as it is to have, or refuse."""
        path, have = cache.path, len(cache.blocks)
        assert path is not None, "it is on the device"
        if wanted <= have:
            return
        self.make_room(wanted - have, cache)
        if path.stage == path.stage.LOOKUP:
            self.cache.admit(path)
        for block in range(have, wanted):
            key = self.cache.stream.foretold(cache.request.id, block)
            if path.source is not None:
                self.cache.copy_start(path, key)
            else:
                self.cache.insert(path, key)

    def free(self, request: LlmRequest) -> None:
        """Give the pages of a request and its index slot back. What it published stays to be found."""
        if request in self.caches:
            cache = self.of(request)
            del self.caches[request]
            self.suspended.pop(request, None)
            if cache.path is not None:
                self.cache.give_back(cache.path)
            self.release_host(cache)
        self.release_slot(request)

    def release_host(self, cache: TreeKvCache) -> None:
        """Give the host pages of a request back that ended while it was suspended."""
        self.host.release(cache.hosted)

    def write(self, request: LlmRequest, start: int, stop: int) -> None:
        """Leave it to the step to write what it computes."""

    # To the host and back

    def offload(self, cache: KvCache) -> None:
        """Move a suspended cache to the host. What it published stays to be found."""
        assert isinstance(cache, TreeKvCache), "this pool made it"
        assert cache.path is not None, "it is on the device"
        cache.hosted = self.host.store(self.pool, cache.pages)
        self.cache.give_back(cache.path)
        cache.path = None
        self.sync(cache)

    def onload(self, cache: KvCache) -> None:
        """Bring a cache back: what the tree has of it is found there, the rest is copied; or refuse."""
        assert isinstance(cache, TreeKvCache), "this pool made it"
        path = cache.path = self.cache.begin(cache.request.id)
        try:
            self.bring_back(cache)
        except OutOfRoom:
            self.cache.give_back(path)
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
            key = self.cache.stream.key(known, at)
            if self.cache.tree.child(path.end, key) is None:
                break
            self.cache.match(path, key)
        found = len(cache.blocks)
        self.make_room(len(cache.hosted) - found + len(cache.missing(self.cache.tiers.has_arrived)), cache)
        self.fetch(cache)
        self.lengthen(cache, len(cache.hosted))
        pages = [block.page for block in cache.blocks[found:] if block.page is not None]
        self.host.load(self.pool, self.rows_behind(cache, found), pages)
        for at, block in enumerate(cache.blocks[:whole]):
            if at >= found:
                self.cache.complete(path, block, self.cache.stream.key(known, at))

    def rows_behind(self, cache: TreeKvCache, found: int) -> list[int]:
        """Return the host pages of the blocks that the tree did not have."""
        return cache.hosted[found:]

    # What is known to be computed

    def publish(self, request: LlmRequest) -> None:
        """Let others find the blocks that are known to be whole, or take theirs where they came first."""
        cache = self.caches.get(request)
        if not isinstance(cache, TreeKvCache) or cache.path is None:
            return
        path, (known, computed) = cache.path, self.progress(request.id)
        whole = self.whole(known, computed)
        for at, block in enumerate(cache.blocks[:whole]):
            if block.computed_with is None:
                self.cache.complete(path, block, self.cache.stream.key(known, at))
        for block in cache.blocks[:whole]:
            if block.is_private and not self.file(cache, block):
                break
        self.sync(cache)

    def whole(self, known: Sequence[int], computed: int) -> int:
        """Return how many blocks are computed, and known by their tokens."""
        return min(computed // self.pool.page_size, self.cache.stream.known(len(known)))

    def file(self, cache: TreeKvCache, block: Block) -> bool:
        """Publish a block, or take the one that another has published; return whether the next may be published."""
        path = cache.path
        assert path is not None, "it is on the device"
        other = block.above.children.get(block.key)
        if other is None:
            self.cache.commit(path, block)
            return True
        if block is path.tip and other.page is not None and self.cache.tree.is_found(other):
            self.cache.rebase(path, block)
        return False

    def of(self, request: LlmRequest) -> TreeKvCache:
        """Return the cache of a request."""
        cache = self.caches[request]
        assert isinstance(cache, TreeKvCache), "this pool made it"
        return cache

    def sync(self, cache: TreeKvCache) -> None:
        """Let the cache and the page table say where its pages are now."""
        cache.pages = [BAD_PAGE if block.page is None else block.page for block in cache.blocks]
        self.write_row(cache)

    def found(self, request: int, tokens: int) -> int:
        """Return how many of a request's first tokens the tree has on device or host, up to so many."""
        known, size, tree = self.progress(request)[0], self.pool.page_size, self.cache.tree
        parent: Block | None = tree.planted.get(self.cache.scope_of(request))
        block = 0
        while parent is not None and (block + 1) * size <= tokens and block < self.cache.stream.known(len(known)):
            child = tree.child(parent, self.cache.stream.key(known, block))
            if child is None or not child.has_copy:
                break
            parent, block = child, block + 1
        if parent is None:
            return 0
        return block * size + self.fitting(parent, known, block, tokens - block * size)

    def fitting(self, parent: Block, known: Sequence[int], block: int, most: int) -> int:
        """Return how many tokens of a block can be copied from another one that starts alike, behind what was found."""
        size, runs = self.pool.page_size, self.cache.stream.key(known, block).runs
        if len(runs) < size or most < 1:
            return 0
        return size - 1 if self.start_of(parent, runs[: size - 1]) is not None and most >= size - 1 else 0
