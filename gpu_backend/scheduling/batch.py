"""What a pass decides: who is scheduled with how many tokens, and what became of others for it."""

from __future__ import annotations

from dataclasses import dataclass, field

from .errors import BudgetExceeded, expect
from .request import LlmRequest


class ScheduledBatch:
    """The requests of the next step, each with its tokens, within the budgets of a pass."""

    def __init__(self, max_requests: int, max_tokens: int) -> None:
        self.max_requests, self.max_tokens = max_requests, max_tokens
        self.tokens: dict[LlmRequest, int] = {}

    def __contains__(self, request: LlmRequest) -> bool:
        return request in self.tokens

    def __len__(self) -> int:
        return len(self.tokens)

    @property
    def tokens_left(self) -> int:
        """Tokens that the pass may still take."""
        return self.max_tokens - sum(self.tokens.values())

    @property
    def requests_left(self) -> int:
        """Requests that the pass may still take."""
        return self.max_requests - len(self.tokens)

    def check(self, tokens: int) -> None:
        """Refuse a request more, or so many tokens more, than the pass takes."""
        expect(self.requests_left >= 1, BudgetExceeded, f"the pass has {len(self)} requests")
        expect(tokens <= self.tokens_left, BudgetExceeded, f"{tokens} tokens are more than the pass takes")

    def add(self, request: LlmRequest, tokens: int) -> None:
        """Schedule a request."""
        self.tokens[request] = tokens

    def remove(self, request: LlmRequest) -> None:
        """Schedule it no more."""
        self.tokens.pop(request, None)


@dataclass(slots=True)
class SchedulerOutput:
    """What a pass did beside scheduling, in the order in which it did it."""

    evicted: list[LlmRequest] = field(default_factory=list)
    """Suspended."""
    recompute_paused: list[LlmRequest] = field(default_factory=list)
    """Their caches were taken, to be computed anew."""
    disagg_candidates: list[LlmRequest] = field(default_factory=list)
    """They have room for a transfer that is not admitted yet."""
    deferred: list[LlmRequest] = field(default_factory=list)
    """They wait a pass for another's prefix."""

    @property
    def progressed(self) -> bool:
        """Whether anything was done for anybody."""
        return bool(self.evicted or self.recompute_paused or self.disagg_candidates or self.deferred)

    def spare(self, request: LlmRequest) -> None:
        """Note no longer that a request was suspended, or has room for a transfer."""
        for some in (self.evicted, self.disagg_candidates):
            if request in some:
                some.remove(request)
