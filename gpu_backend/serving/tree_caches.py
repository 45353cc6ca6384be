"""The caches of one pool on its prefix tree: where they are, and how room is made for them."""

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


class TreeCaches(KvCacheManager):
    """The caches by request. Pages come from the tree, which evicts what nobody keeps, and from suspended caches."""

    def __init__(
        self, prefix: RecordedPrefixCache, host: HostTier, slots: int, blocks: int, progress: Progress
    ) -> None:
        """`blocks` are the places in a row of the page table."""
        self.prefix, self.host, self.progress = prefix, host, progress
        self.pool = prefix.tiers.pool
        self.index = self.index_mapper(slots)
        self.caches: dict[LlmRequest, KvCache] = {}
        self.suspended: OrderedDict[LlmRequest, KvCache] = OrderedDict()
        self.table = torch.full((slots, blocks), BAD_PAGE, dtype=torch.int64, device=self.pool.pages.device)

    def of(self, request: LlmRequest) -> TreeKvCache:
        """Return the cache of a request."""
        cache = self.caches[request]
        assert isinstance(cache, TreeKvCache), "this pool made it"
        return cache

    def sync(self, cache: TreeKvCache) -> None:
        """Let the cache and the page table say where its pages are now."""
        cache.pages = [BAD_PAGE if block.page is None else block.page for block in cache.blocks]
        self.write_row(cache)

    # Room

    def can_take(self, count: int, but: KvCache | None = None) -> bool:
        """Whether so many pages are free or can be made so: by evicting, and by moving suspended caches away."""
        return count <= self.prefix.reach + sum(len(own) for _, own in self.movable(but))

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
        return cache.path is not None and cache.path.source is None and not cache.missing(self.prefix.tiers.has_arrived)

    def make_room(self, count: int, but: KvCache | None = None) -> None:
        """Have so many pages free, or refuse and move nothing."""
        if not self.can_take(count, but):
            raise OutOfRoom(f"{count} {self.pool.free.what} are needed, and cannot be had")
        for cache, _ in self.movable(but):
            if self.prefix.reach >= count:
                break
            self.offload(cache)
        self.prefix.make_room(count)

    # Blocks on a path

    def fetch(self, cache: TreeKvCache) -> None:
        """Bring those of its blocks back to the device that only the host has, or refuse."""
        missing = cache.missing(self.prefix.tiers.has_arrived)
        if missing:
            self.make_room(len(missing), cache)
        for block in missing:
            self.prefix.onload(block)
            self.prefix.arrive(block)
        self.sync(cache)

    def lengthen(self, cache: TreeKvCache, wanted: int) -> None:
        """Put as many blocks on the path of a cache as it is to have, or refuse."""
        path, have = cache.path, len(cache.blocks)
        assert path is not None, "it is on the device"
        if wanted <= have:
            return
        self.make_room(wanted - have, cache)
        if path.stage == path.stage.LOOKUP:
            self.prefix.admit(path)
        for block in range(have, wanted):
            key = self.prefix.stream.foretold(cache.request.id, block)
            if path.source is not None:
                self.prefix.copy_start(path, key)
            else:
                self.prefix.insert(path, key)
