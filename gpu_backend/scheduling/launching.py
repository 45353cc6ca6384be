"""What becomes of a decided pass: drop, launch."""

from __future__ import annotations

from .core import Core
from .errors import OutOfTurn, RequestInUse, expect
from .request import LlmRequest, RequestState


class Launching(Core):
    """A filter, a vote or a gate after the pass may drop who was scheduled; the others depart one by one."""

    def drop(self, r: int) -> None:
        """No forward follows for a request: take back what the pass gave it."""
        request = self.decided(r)
        expect(not self.launching, OutOfTurn, "the launch is under way")
        if request.is_first_chunk:
            self.drop_first_chunk(request)
        else:
            self.revoke(request)
        self.batch.remove(request)
        self.stop_contributing(request)

    def drop_first_chunk(self, request: LlmRequest) -> None:
        """Leave nothing of a first chunk: it could be no victim with what it holds."""
        self.abandon(request)
        self.release_seat(request)

    def revoke(self, request: LlmRequest) -> None:
        """Take the growth back."""
        self.kv.revert(request)

    def stop_contributing(self, request: LlmRequest) -> None:
        """Let nobody wait for a block that is not computed now."""
        self.prefixes.stop(request)

    def launch(self, r: int, apart: int) -> None:
        """Let a scheduled request depart with the forward; the first replaces the rows of the step before."""
        request = self.decided(r)
        self.check_read(request)
        if not self.launching:
            self.begin_launch()
        tokens = self.batch.tokens[request]
        drafted = self.drafted_in(request, tokens)
        self.forward(request, tokens)
        if request.is_context:
            self.advance(request, tokens)
        self.kv.commit(request)
        self.inflight.depart(request, drafted, apart=bool(apart))
        if not apart:
            self.prefixes.stop(request)
        self.batch.remove(request)
        self.go_on_launching()

    def decided(self, r: int) -> LlmRequest:
        """Return a request that the last pass has scheduled, or refuse."""
        self.check_between()
        request = self.queue.find(r)
        expect(request in self.batch, OutOfTurn, f"request {r} is not scheduled")
        return request

    def check_read(self, request: LlmRequest) -> None:
        """Refuse a second step in flight."""
        expect(request not in self.inflight, RequestInUse, f"the step before of request {request.id} is not read")

    def begin_launch(self) -> None:
        """Give rows to everybody who is launched."""
        self.rows.assign(self.batch.tokens)

    def drafted_in(self, request: LlmRequest, tokens: int) -> int:
        """Return how many tokens of a step are drafted: those beyond the next one, or beyond the end of the context."""
        return max(tokens - request.context_remaining, 0) if request.is_context else tokens - 1

    def forward(self, request: LlmRequest, tokens: int) -> None:
        """Compute the keys and values of the step."""
        stop = self.kv.target.capacity(request)
        self.kv.write(request, stop - tokens, stop)

    def advance(self, request: LlmRequest, tokens: int) -> None:
        """Count a chunk as computed. Behind the last one the inputs are released, and the request generates."""
        request.context_position = min(request.context_position + self.counted(tokens), request.prompt_len)
        if not request.context_remaining:
            request.state = RequestState.GENERATION_IN_PROGRESS
            request.inputs = None

    def counted(self, tokens: int) -> int:
        """Return how many tokens of a chunk count as computed."""
        return tokens

    def go_on_launching(self) -> None:
        """Be in the launch as long as somebody has not departed."""
        self.launching = bool(len(self.batch))
