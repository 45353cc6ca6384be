"""The list of requests, in the order in which a pass comes to them."""

from __future__ import annotations

from bisect import insort

from .errors import OutOfTurn
from .request import LlmRequest


class RequestQueue:
    """Requests by rank. Nobody leaves the list: who has ended keeps its place, so that places stay what they were."""

    def __init__(self) -> None:
        self.requests: list[LlmRequest] = []
        self.by_id: dict[int, LlmRequest] = {}
        self.next_rank = 0
        """The place that is given out next."""

    def __len__(self) -> int:
        return self.next_rank

    def find(self, r: int) -> LlmRequest:
        """Return a request that is listed, or refuse."""
        request = self.by_id.get(r)
        if request is None:
            raise OutOfTurn(f"request {r} is not listed")
        return request

    def at(self, place: int) -> LlmRequest | None:
        """Return the request at a place."""
        return self.requests[place] if 0 <= place < len(self.requests) else None

    def push(self, request: LlmRequest) -> None:
        """List a request."""
        request.rank = self.draw_rank()
        insort(self.requests, request, key=lambda each: each.rank)
        self.by_id[request.id] = request

    def draw_rank(self) -> int:
        """Give a place out: the one after all others."""
        self.next_rank += 1
        return self.next_rank - 1

    def swap(self, one: LlmRequest, other: LlmRequest) -> None:
        """Let two requests change places."""
        one.rank, other.rank = other.rank, one.rank
        self.requests.sort(key=lambda each: each.rank)
