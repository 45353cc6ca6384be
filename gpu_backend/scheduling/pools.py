"""Both pools of a request's caches, which are claimed, grown, suspended and freed together, or not at all."""

from __future__ import annotations

import torch

from ...model.sorts import Pool
from ..memory import HostTier, PagePool
from ..refusal import OutOfRoom
from .config import PAGE_SIZE, SchedulerConfig
from .kv_cache_manager import KvCacheManager
from .request import LlmRequest


class KvCachePools:
    """The managers of the target's pool and, where there is one, of the draft's."""

    kv_cache_manager = KvCacheManager

    def __init__(self, config: SchedulerConfig, device: torch.device) -> None:
        pools = [PagePool(pages, PAGE_SIZE, (), device) for pages in config.pages]
        self.host = HostTier(config.host_pages, pools, device)
        self.managers = [
            self.kv_cache_manager(pool, self.host, slots, config.blocks, layer / 2)
            for layer, (pool, slots) in enumerate(zip(pools, config.index_slots, strict=True))
        ]
        self.target = self.managers[Pool.TARGET]
        self.draft = self.managers[Pool.DRAFT] if len(self.managers) > 1 else None

    def manager(self, pool: Pool) -> KvCacheManager | None:
        """Return the manager of a pool, if there is such a pool."""
        return self.managers[pool] if pool < len(self.managers) else None

    def claim(self, pool: Pool, request: LlmRequest, tokens: int) -> None:
        """Make the cache of a first chunk with the prefix that its pool has, or refuse.

        Where the draft's pool has less, the target's claim is cut down to it.
        """
        manager = self.managers[pool]
        manager.create(request, tokens)
        manager.write(request, 0, tokens)
        if pool == Pool.DRAFT:
            self.cut_target(request, tokens)

    def cut_target(self, request: LlmRequest, tokens: int) -> None:
        """Give back what the target has found and the draft has not."""
        self.target.resize(request, tokens)

    def check_room_for_transfer(self) -> None:
        """Refuse where a pool has no index slot."""
        for manager in self.managers:
            manager.index.check_free()

    def make_room(self, request: LlmRequest) -> None:
        """Make caches on the device for a whole context that will arrive, or refuse."""
        self.check_room_for_transfer()
        made: list[KvCacheManager] = []
        try:
            for manager in self.receiving():
                manager.create(request, request.prompt_len)
                manager.resume(request)
                made.append(manager)
        except OutOfRoom:
            for manager in made:
                manager.free(request)
            raise

    def receiving(self) -> list[KvCacheManager]:
        """Return the pools that a context arrives in."""
        return self.managers

    def grow(self, request: LlmRequest, tokens: int) -> None:
        """Give a request room for tokens on the device in every pool, until it is launched or dropped; or refuse."""
        active = [manager for manager in self.managers if manager.is_active(request)]
        try:
            for manager in self.growing(tokens):
                manager.resume(request)
                manager.extend(request, tokens)
        except OutOfRoom:
            for manager in self.managers:
                self.undo_growth(manager, request)
                if manager not in active:
                    manager.suspend(request)
            raise

    def growing(self, tokens: int) -> list[KvCacheManager]:
        """Return the pools that a growth is of."""
        del tokens
        return self.managers

    def undo_growth(self, manager: KvCacheManager, request: LlmRequest) -> None:
        """Take back what one pool gave before another one refused."""
        manager.revert(request)

    def grow_in_vain(self, request: LlmRequest) -> None:
        """Go through a growth that the last pool refuses; the target's cache is on the device then."""
        self.target.resume(request)
        if self.draft is not None and self.target.can_take(1):
            self.target.extend(request, 1)
            self.undo_growth(self.target, request)

    def revert(self, request: LlmRequest) -> None:
        """Take back in every pool what no forward has used."""
        for manager in self.managers:
            manager.revert(request)

    def commit(self, request: LlmRequest) -> None:
        """Let the forward use the room: it can be revoked no more."""
        for manager in self.managers:
            manager.caches[request].revocable = 0

    def reclaim(self, request: LlmRequest, tokens: int) -> None:
        """Take back in every pool the room of tokens that a step has rejected."""
        for manager in self.managers:
            if request in manager.caches:
                manager.resize(request, manager.capacity(request) - tokens)

    def suspend(self, request: LlmRequest) -> None:
        """Let the caches of every pool leave the device."""
        for manager in self.managers:
            manager.suspend(request)

    def free(self, request: LlmRequest) -> None:
        """Give up the caches of every pool, with their index slots."""
        for manager in self.managers:
            manager.free(request)

    def release_slots(self, request: LlmRequest) -> None:
        """Give the index slots back early; the pages stay until they are read."""
        for manager in self.managers:
            manager.release_slot(request)

    def write(self, request: LlmRequest, start: int, stop: int) -> None:
        """Put positions into every pool that has room for them."""
        for manager in self.managers:
            if request in manager.caches:
                manager.write(request, start, min(stop, manager.capacity(request)))

    def pin(self, request: LlmRequest, *, pinned: bool) -> None:
        """Let the pages stay where they are, or be moved again."""
        for manager in self.managers:
            if request in manager.caches:
                manager.caches[request].pinned = pinned
