"""The pass: requests that generate come first, then contexts, each first come first served, until a budget is used up.

Where a growth finds no pages, the last in line gives way: suspended if that frees something, else computed anew.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from ...model.sorts import Pool
from ..refusal import OutOfRoom
from ..scheduling.executor import SchedulingExecutor
from ..scheduling.request import LlmRequest
from ..scheduling.walk import SchedulingPass
from .adapter_pass import AdapterPass
from .journal import Journal, Recorder
from .pools import TreeKvCachePools
from .progress import ServedRequest

DRAFTS: Final = 2
"""Tokens drafted in one step, where there is room for them."""


class Planner(Recorder):
    """Plans one pass after another."""

    executor: SchedulingExecutor

    def __init__(
        self,
        executor: SchedulingExecutor,
        kv: TreeKvCachePools,
        adapters: AdapterPass,
        served: dict[int, ServedRequest],
    ) -> None:
        super().__init__(executor, Journal("scheduler"))
        self.kv, self.adapters, self.served = kv, adapters, served

    @property
    def walk(self) -> SchedulingPass:
        """The pass that is under way."""
        return self.executor.planning()

    def plan(self) -> None:
        """Plan a pass."""
        self.do("begin_pass")
        self.visit_all(self.visit_generation)
        self.do("begin_contexts")
        self.visit_all(self.visit_context)
        self.do("close_pass")

    def visit_all(self, visit: Callable[[LlmRequest], None]) -> None:
        """Come to one request after the other, until the walk ends."""
        while self.executor.walk_goes_on(self.walk):
            request = self.executor.queue.at(self.walk.position)
            assert request is not None, "every place on the list was given out"
            if not self.executor.could_run(request):
                self.do("pass_over", request.id)
            elif not self.executor.batch.requests_left or not self.executor.batch.tokens_left:
                self.do("stop", request.id)
            elif not self.adapters.fits(request.id):
                self.do("pass_over", request.id)
            else:
                visit(request)

    # Requests that generate

    def visit_generation(self, request: LlmRequest) -> None:
        """Schedule the next token of a request, with drafts where there is room for them."""
        room = self.executor.config.max_length - self.kv.target.capacity(request)
        if room < 1:
            self.do("pass_over", request.id)  # what it has in flight may be rejected, or be its last
            return
        wanted = self.served[request.id].wanted(self.executor.inflight.drafted(request))
        most = min(DRAFTS, room - 1, self.executor.batch.tokens_left - 1, wanted - 1) if self.kv.draft else 0
        if not self.grow(request, max(most, 0)) and not self.grow(request, 0):
            self.climb(request)

    def grow(self, request: LlmRequest, drafted: int) -> bool:
        """Schedule a request with so many drafts; return whether it found pages."""
        refusal = self.tried("grow", request.id, drafted)
        if refusal is None:
            self.adapters.choose(request.id)
        elif not isinstance(refusal, OutOfRoom):
            raise refusal
        return refusal is None

    def climb(self, request: LlmRequest) -> None:
        """Make room for a growth: suspend the last in line, then take the caches of the last, then give way itself."""
        self.do("fail", request.id, 0)
        if self.search(request, "evict"):
            return
        self.do("look_further")
        if self.search(request, "recompute_victim"):
            return
        active = self.kv.target.is_active(request)
        self.do("evict_itself", request.id)
        if active:
            self.adapters.suspend(request.id)

    def search(self, request: LlmRequest, event: str) -> bool:
        """Go through the victims behind a request, from the end on; return whether one was enough for it to grow."""
        victims, evicting = self.executor.victims, event == "evict"
        while self.walk.frontier > self.walk.position + 1:
            victim = self.executor.queue.at(self.walk.frontier - 1)
            assert victim is not None, "every place on the list was given out"
            if not (victims.evictable(victim) if evicting else victims.replayable(victim)):
                self.do("overlook", victim.id)
                continue
            self.do(event, victim.id)
            if evicting:
                self.adapters.suspend(victim.id)
            else:
                self.adapters.preempt(victim.id)
            if self.grow(request, 0):
                return True
        return False

    # Contexts

    def visit_context(self, request: LlmRequest) -> None:
        """Schedule a chunk of a context."""
        served = self.served[request.id]
        if not request.is_first_chunk:
            if self.tried("prepare", request.id) is None:
                self.chunk(request)
            else:
                self.do("pass_over", request.id)
            return
        found = self.find(request)
        key = served.block_key(found // served.page_size, request.prompt_len)
        if self.executor.prefixes.contributed(key):
            self.do("defer", request.id, key)
        elif self.claim(request, found):
            self.chunk(request)

    def find(self, request: LlmRequest) -> int:
        """Return how many tokens of a context the trees of all pools have."""
        served, size = self.served[request.id], self.served[request.id].page_size
        found = min(self.kv.longest(request, request.prompt_len - 1))
        return found // size * size if served.cautious else found

    def claim(self, request: LlmRequest, found: int) -> bool:
        """Make the caches of a context with what was found; return whether there were index slots."""
        size = self.served[request.id].page_size
        mine = self.kv.longest(request, request.prompt_len - 1)[Pool.TARGET]
        first = found if found % size or mine < found + size else mine // size * size
        if self.tried("claim", Pool.TARGET, request.id, first) is not None:
            self.do("pass_over", request.id)
            return False
        if self.kv.draft and self.tried("claim", Pool.DRAFT, request.id, found) is not None:
            self.do("give_up", request.id)
            return False
        return True

    def chunk(self, request: LlmRequest) -> None:
        """Give the context a chunk, or undo the attempt; the last in line gives way for it if it can."""
        served = self.served[request.id]
        tokens = min(self.executor.batch.tokens_left, request.context_remaining)
        key = served.block_key(request.context_position // served.page_size, request.prompt_len)
        refusal = self.tried("chunk", request.id, tokens, key)
        if refusal is None:
            self.adapters.choose(request.id)
            return
        later = request.is_later_chunk
        victim = self.victim_behind(request) if isinstance(refusal, OutOfRoom) else None
        if victim is None:
            self.do("give_up", request.id)
            served.cautious = True
        else:
            self.do("preempt_for_pages", request.id, victim.id)
            self.adapters.preempt(victim.id)
        if later:
            self.adapters.suspend(request.id)

    def victim_behind(self, request: LlmRequest) -> LlmRequest | None:
        """Return the last in line behind a request that can be computed anew, if there is one."""
        behind = (each for each in reversed(self.executor.queue.requests) if each.rank > request.rank)
        batch = self.executor.batch
        return next((each for each in behind if each not in batch and self.executor.victims.replayable(each)), None)
