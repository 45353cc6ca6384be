"""The pools of the whole engine, whose caches are paths in prefix trees: one for the target and one for the draft."""

from __future__ import annotations

import torch

from ...model.sorts import Pool
from ..memory import HostTier
from ..scheduling.config import SchedulerConfig
from ..scheduling.pools import KvCachePools
from ..scheduling.request import LlmRequest
from ..weights import DRAFT_LAYERS, LAYERS
from .config import ServingConfig
from .kv_cache_manager import TreeKvCacheManager
from .kv_memory import pool_of
from .streams import Stream
from .texts import Texts
from .tree import RecordedPrefixCache
from .tree_caches import Progress

LAYERS_OF = {Pool.TARGET: LAYERS, Pool.DRAFT: DRAFT_LAYERS}


class TreeKvCachePools(KvCachePools):
    """Both pools, grown, suspended and freed together. What is claimed of them is found in their trees."""

    tree_manager = TreeKvCacheManager
    prefix_cache = RecordedPrefixCache
    stream = Stream

    def __init__(self, config: ServingConfig, texts: Texts, progress: Progress, device: torch.device) -> None:
        self.trees = [
            self.prefix_cache(
                config,
                self.stream(pool, config, texts),
                pool_of(config.pages[pool], config.page_size, LAYERS_OF[pool], device),
            )
            for pool in config.pools
        ]
        self.host = HostTier(config.swap, [tree.tiers.pool for tree in self.trees], device)
        self.managers_of_trees = [
            self.tree_manager(tree, self.host, config.index_slots, config.blocks + 2, progress) for tree in self.trees
        ]
        self.managers = [*self.managers_of_trees]
        self.target = self.managers[Pool.TARGET]
        self.draft = self.managers[Pool.DRAFT] if len(self.managers) > 1 else None

    def claim(self, pool: Pool, request: LlmRequest, tokens: int) -> None:
        """Make the cache of a first chunk of the blocks that the pool's tree has for so many tokens, or refuse."""
        self.managers_of_trees[pool].create(request, tokens)
        if pool == Pool.DRAFT and tokens < self.target.capacity(request):
            self.cut_target(request, tokens)

    def publish(self, request: LlmRequest) -> None:
        """Let others find, in every pool, what a request is known to have computed."""
        for cache in self.managers_of_trees:
            cache.publish(request)

    def longest(self, request: LlmRequest, tokens: int) -> tuple[int, ...]:
        """Return for each pool how many of a request's first tokens its tree has, up to so many."""
        return tuple(cache.found(request.id, tokens) for cache in self.managers_of_trees)


def scheduler_config(config: ServingConfig) -> SchedulerConfig:
    """Return the sizes that the scheduler is started with."""
    return SchedulerConfig(
        max_length=config.max_length,
        max_requests=config.max_requests,
        max_tokens=config.max_tokens,
        seats=config.seats,
        index_slots=(config.index_slots,) * len(config.pages),
        recompute=config.recompute,
        stall_limit=config.stall_limit,
        multimodal=frozenset(),
        pages=config.pages,
        host_pages=config.swap,
    )
