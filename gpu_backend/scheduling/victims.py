"""Who may give way: by being suspended, or by giving everything up to be computed anew."""

from __future__ import annotations

from .inflight import InFlightSteps
from .pools import KvCachePools
from .request import LlmRequest
from .transfers import TransferManager


class VictimRules:
    """What makes a request a victim. `recompute` says whether one may be computed anew at all."""

    def __init__(
        self, kv: KvCachePools, inflight: InFlightSteps, transfers: TransferManager, *, recompute: bool
    ) -> None:
        self.kv, self.inflight, self.transfers, self.recompute = kv, inflight, transfers, recompute

    def left_alone(self, request: LlmRequest) -> bool:
        """Whether no pass may touch a request: another micro-batch has its step, or its pages are on the move."""
        return self.inflight.apart(request) or request in self.transfers

    def evictable(self, request: LlmRequest) -> bool:
        """Whether a request has started, and suspending it frees something that nobody reads."""
        return request.started and self.on_device(request) and not self.left_alone(request)

    def on_device(self, request: LlmRequest) -> bool:
        """Whether pages of a request are kept on the device."""
        return self.kv.target.is_active(request)

    def replayable(self, request: LlmRequest) -> bool:
        """Whether a request can give everything up and start over."""
        return (
            self.recompute_enabled()
            and self.may_start_over(request)
            and self.can_be_prompted_again(request)
            and self.computed_here(request)
            and not self.left_alone(request)
        )

    def recompute_enabled(self) -> bool:
        """Whether this worker computes victims anew."""
        return self.recompute

    def may_start_over(self, request: LlmRequest) -> bool:
        """Whether something of the request is computed, and it goes on after its step in flight."""
        return request.started

    def can_be_prompted_again(self, request: LlmRequest) -> bool:
        """Whether what the prompt is made from is still there."""
        return request.has_inputs

    def computed_here(self, request: LlmRequest) -> bool:
        """Whether this worker can compute the context."""
        return not request.generation_only
