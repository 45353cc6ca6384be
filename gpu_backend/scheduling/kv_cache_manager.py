"""One pool of pages: the caches in it, their rows of the page table, and which of them may leave the device."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

import torch

from ..memory import HostTier, PagePool
from .kv_cache import KvCache, kv_of
from .request import LlmRequest
from .slots import IndexMapper

BAD_PAGE: Final = -1
"""What a page table holds where there is no page on the device."""


class KvCacheManager:
    """Caches by request. Those that are suspended may be moved to the host, the one suspended first before others."""

    index_mapper = IndexMapper

    def __init__(self, pool: PagePool, host: HostTier, slots: int, blocks: int, layer: float) -> None:
        """`blocks` are the places in a row of the page table, `layer` is what tells the content of pools apart."""
        self.pool, self.host, self.layer = pool, host, layer
        self.index = self.index_mapper(slots)
        self.caches: dict[LlmRequest, KvCache] = {}
        self.suspended: OrderedDict[LlmRequest, KvCache] = OrderedDict()
        self.table = torch.full((slots, blocks), BAD_PAGE, dtype=torch.int64, device=pool.pages.device)

    # Questions

    def is_active(self, request: LlmRequest) -> bool:
        """Whether the request has a cache that a step may read."""
        return request in self.caches and request not in self.suspended

    def capacity(self, request: LlmRequest) -> int:
        """Return the room that a request has."""
        cache = self.caches.get(request)
        return 0 if cache is None else cache.capacity

    def revocable(self, request: LlmRequest) -> int:
        """Return the room of a request that can still be revoked."""
        cache = self.caches.get(request)
        return 0 if cache is None else cache.revocable

    def blocks(self, tokens: int) -> int:
        """Return how many pages have room for so many tokens."""
        return -(-tokens // self.pool.page_size)

    def can_take(self, count: int) -> bool:
        """Whether so many pages are free, or can be made so by moving suspended caches to the host."""
        there, on_host = len(self.pool.free), len(self.host.free)
        for cache in self.suspended.values():
            if not cache.pinned and cache.pages and len(cache.pages) <= on_host:
                there, on_host = there + len(cache.pages), on_host - len(cache.pages)
        return there >= count

    # Pages

    def take_pages(self, count: int) -> list[int]:
        """Hand out pages, moving suspended caches away if it takes that; or refuse and move none."""
        if self.can_take(count):
            for cache in self.suspended.values():
                if len(self.pool.free) >= count:
                    break
                if not cache.pinned and cache.pages and len(cache.pages) <= len(self.host.free):
                    self.offload(cache)
        return self.pool.take(count)

    def offload(self, cache: KvCache) -> None:
        """Move a suspended cache to the host."""
        cache.hosted = self.host.store(self.pool, cache.pages)
        self.pool.release(cache.pages)
        cache.pages = []
        self.write_row(cache)

    def onload(self, cache: KvCache) -> None:
        """Bring a cache back to the device, or refuse."""
        pages = self.take_pages(len(cache.hosted))
        self.host.load(self.pool, cache.hosted, pages)
        self.host.release(cache.hosted)
        cache.pages, cache.hosted = pages, []
        self.write_row(cache)

    def write_row(self, cache: KvCache) -> None:
        """Let the page table say which pages a cache has."""
        slot = self.index.slots.get(cache.request)
        if slot is not None:
            self.fill_row(slot, cache.pages)

    def fill_row(self, slot: int, pages: list[int]) -> None:
        """Write a row of the page table."""
        width = self.table.shape[1]
        self.table[slot] = torch.tensor([*pages, *[BAD_PAGE] * (width - len(pages))], dtype=torch.int64)

    # Caches

    def create(self, request: LlmRequest, tokens: int) -> KvCache:
        """Make a suspended cache with room for tokens, and an index slot; or refuse."""
        self.index.check_free()
        cache = KvCache(request, self.take_pages(self.blocks(tokens)), capacity=tokens)
        self.caches[request] = self.suspended[request] = cache
        self.index.take(request)
        self.write_row(cache)
        return cache

    def resume(self, request: LlmRequest) -> None:
        """Let steps read the cache again, or refuse."""
        cache = self.caches[request]
        if cache.hosted:
            self.onload(cache)
        self.suspended.pop(request, None)

    def suspend(self, request: LlmRequest) -> None:
        """Let the pages leave the device if others need them; no step may read the cache now."""
        if self.is_active(request):
            self.suspended[request] = self.caches[request]

    def resize(self, request: LlmRequest, tokens: int) -> None:
        """Give a cache room for so many tokens, or refuse. What it no longer needs is freed."""
        cache, wanted = self.caches[request], self.blocks(tokens)
        have = len(cache.pages) + len(cache.hosted)
        if wanted > have:
            cache.pages += self.take_pages(wanted - have)
        elif wanted < have:
            self.host.release(cache.hosted[wanted:])
            self.pool.release(cache.pages[wanted:])
            del cache.hosted[wanted:], cache.pages[wanted:]
        cache.capacity = tokens
        if wanted != have:
            self.write_row(cache)

    def extend(self, request: LlmRequest, tokens: int) -> None:
        """Give a cache on the device room that can be revoked, or refuse."""
        cache = self.caches[request]
        self.resize(request, cache.capacity + tokens)
        cache.revocable = tokens

    def revert(self, request: LlmRequest) -> None:
        """Take back the room that can be revoked."""
        cache = self.caches[request]
        self.resize(request, cache.capacity - cache.revocable)
        cache.revocable = 0

    def free(self, request: LlmRequest) -> None:
        """Give the pages of a request and its index slot back."""
        cache = self.caches.pop(request, None)
        self.suspended.pop(request, None)
        if cache is not None:
            self.pool.release(cache.pages)
            self.host.release(cache.hosted)
        self.release_slot(request)

    def release_slot(self, request: LlmRequest) -> None:
        """Give the index slot back, and poison its row."""
        slot = self.index.slots.get(request)
        if slot is not None:
            self.fill_row(slot, [])
        self.index.release(request)

    def write(self, request: LlmRequest, start: int, stop: int) -> None:
        """Put the keys and values of positions into the cache, computed here or elsewhere."""
        cache, size = self.caches[request], self.pool.page_size
        if start < stop:
            cells = [cache.cell(position, size) for position in range(start, stop)]
            content = [kv_of(request, position, self.layer) for position in range(start, stop)]
            self.pool.cells[cells] = torch.tensor(content, dtype=self.pool.cells.dtype, device=self.pool.cells.device)
