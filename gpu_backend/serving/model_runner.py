"""The forward of a step over the pages of both pools, and what its cells then say that they hold."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from ...model.sorts import Phase, Pool
from ..executor import Executor
from ..memory import PagePool
from ..requests import Request
from ..step import Step
from .config import ServingConfig
from .kv_memory import pool_of, write_tags
from .lora import StepLoras
from .pools import LAYERS_OF, TreeKvCachePools


class ModelRunner:
    """Runs steps of the batch that the scheduler has decided."""

    def __init__(self, config: ServingConfig, kv: TreeKvCachePools, device: torch.device) -> None:
        self.page_size = config.page_size
        self.pools = {pool: kv.trees[pool].tiers.pool for pool in config.pools}
        pools = {Pool.DRAFT: pool_of(0, config.page_size, LAYERS_OF[Pool.DRAFT], device), **self.pools}
        nothing = StepLoras(_NO_PAGES, {}, device)
        self.executor = Executor(
            {pool: pools[pool] for pool in Pool}, nothing, rows=config.max_requests, slots=config.seats, device=device
        )

    def run(self, batch: Sequence[Request], loras: StepLoras) -> Step:
        """Compute a step with these adapters."""
        self.executor.adapters = loras
        step = self.executor.run(batch)
        for request in batch:
            self.write_tags(step, request)
        return step

    def write_tags(self, step: Step, request: Request) -> None:
        """Let the cells that a request has written say from which tokens they were computed."""
        first, count, start = step.first[request.id], request.reserved, request.cursor
        ran, said = step.tokens[first : first + count], step.verified[first : first + count]
        self.tag(self.pools[Pool.TARGET], request.cache.target.device, start, ran)
        if request.cache.draft is not None:
            known = request.tokens[start + 1 : start + 1 + count] if request.phase is Phase.PREFILL else []
            self.tag(self.pools[Pool.DRAFT], request.cache.draft.device, start, known + said[len(known) :])

    def tag(self, pool: PagePool, pages: Sequence[int], start: int, tokens: list[int]) -> None:
        """Tag the cells of positions from a start on."""
        size = self.page_size
        cells = [pages[at // size] * size + at % size for at in range(start, start + len(tokens))]
        write_tags(pool, cells, tokens)

    def keep(self, step: Step, request: Request, index: int) -> None:
        """Go on from the token of that index of a request in a step."""
        self.executor.keep(step, request, index)

    def forget(self, seat: int) -> None:
        """Poison what the drafter kept for a request that has left its seat."""
        self.executor.drafter.forget(seat)


class _NoPages:
    """Where no adapter pages are."""

    def read(self, pages: list[int]) -> torch.Tensor:
        """There is nothing to be read."""
        raise LookupError(f"there are no adapter pages {pages}")


_NO_PAGES = _NoPages()
