"""Who is on the list, in which order: arrive, expect, reorder, cancel."""

from __future__ import annotations

import torch

from ..memory import DTYPE
from .core import Core
from .errors import OutOfTurn, RequestInUse, TooLong, expect
from .request import LlmRequest, RequestState


class Listing(Core):
    """What clients do, between passes."""

    def arrive(self, r: int, prompt: int) -> None:
        """List a request with its context to compute."""
        self.enlist(LlmRequest(r, prompt), self.config.max_length)

    def expect(self, r: int, prompt: int) -> None:
        """List a request whose context another worker computes."""
        state = RequestState.DISAGG_GENERATION_INIT
        self.enlist(LlmRequest(r, prompt, state, generation_only=True), self.config.max_length - 1)

    def enlist(self, request: LlmRequest, longest: int) -> None:
        """Put a request at the end of the list, with the inputs that it brings; or refuse."""
        self.check_order_is_free()
        expect(request.id not in self.queue.by_id, OutOfTurn, f"request {request.id} was listed before")
        expect(1 <= request.prompt_len <= longest, TooLong, f"{request.prompt_len} tokens are none, or too many")
        if request.id in self.config.multimodal:
            request.multimodal, request.inputs = True, torch.ones(request.prompt_len, dtype=DTYPE, device=self.device)
        self.queue.push(request)

    def reorder(self, r: int, other: int) -> None:
        """Let two requests change places."""
        self.check_order_is_free()
        expect(r != other, OutOfTurn, "a request cannot change places with itself")
        self.queue.swap(self.queue.find(r), self.queue.find(other))

    def check_order_is_free(self) -> None:
        """Refuse to change the list under a pass, which reads it from beginning to end."""
        self.check_between()

    def cancel(self, r: int) -> None:
        """End a request that its client gave up, once nothing reads what it holds."""
        self.check_between()
        request = self.queue.find(r)
        expect(request.state is not RequestState.GENERATION_COMPLETE, OutOfTurn, f"request {r} has ended")
        self.check_unread(request)
        if request in self.output.disagg_candidates:
            self.output.disagg_candidates.remove(request)
        self.conclude(request)

    def check_unread(self, request: LlmRequest) -> None:
        """Refuse to take what a step, a decided pass or a transfer needs."""
        expect(request not in self.batch, RequestInUse, f"request {request.id} is scheduled")
        self.check_landed(request)
        expect(request not in self.transfers, RequestInUse, f"a transfer holds the pages of request {request.id}")

    def check_landed(self, request: LlmRequest) -> None:
        """Refuse while a step of the request is in flight."""
        expect(request not in self.inflight, RequestInUse, f"a step of request {request.id} is in flight")
