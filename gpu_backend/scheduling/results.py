"""What a step in flight brings: settle, foresee, finish, reset."""

from __future__ import annotations

from .core import Core
from .errors import OutOfTurn, RequestInUse, TooLong, expect
from .request import LlmRequest, RequestState


class Results(Core):
    """Results are read between passes, perhaps after the next step was planned."""

    def settle(self, r: int, rejected: int) -> None:
        """Read a result: rejected drafts give their room back, and the request goes on."""
        request = self.departed(r)
        expect(request.state is not RequestState.GENERATION_TO_COMPLETE, OutOfTurn, f"request {r} ends with this step")
        self.check_rejected(request, rejected)
        self.check_can_go_on(request, rejected)
        self.reclaim(request, rejected)
        if self.contributed_in_flight(request):
            self.prefixes.stop(request)
        self.read(request)

    def check_rejected(self, request: LlmRequest, rejected: int) -> None:
        """Refuse to give back more than the step has drafted."""
        expect(rejected <= self.inflight.drafted(request), OutOfTurn, f"{rejected} tokens were not drafted")

    def check_can_go_on(self, request: LlmRequest, rejected: int) -> None:
        """Refuse a request that is at its longest: it ends."""
        left = self.kv.target.capacity(request) - self.kv.target.revocable(request) - rejected
        expect(left < self.config.max_length, TooLong, f"request {request.id} is at its longest")

    def reclaim(self, request: LlmRequest, rejected: int) -> None:
        """Take the room of rejected drafts back, in every pool, on the device or not."""
        self.kv.reclaim(request, rejected)

    def contributed_in_flight(self, request: LlmRequest) -> bool:
        """Whether what it contributes is of the step in flight, and not of one that is planned ahead."""
        return self.inflight.apart(request)

    def read(self, request: LlmRequest) -> None:
        """Have no step in flight any more."""
        self.inflight.read(request)

    def foresee(self, r: int) -> None:
        """Know before its result is read that a request ends with the step in flight."""
        self.check_between()
        request = self.queue.find(r)
        expect(request.generates, OutOfTurn, f"request {r} does not generate")
        self.check_last_step(request)
        expect(request not in self.batch, RequestInUse, f"a further step of request {r} is planned")
        request.state = RequestState.GENERATION_TO_COMPLETE

    def check_last_step(self, request: LlmRequest) -> None:
        """Refuse where no step is in flight that a pass may plan ahead of."""
        ahead = request in self.inflight and not self.inflight.apart(request)
        expect(ahead, OutOfTurn, f"no step of request {request.id} is in flight with this micro-batch")

    def finish(self, r: int) -> None:
        """Read a result that is the last: the request ends, even if it is planned again or its caches were taken."""
        request = self.answered(r)
        over = RequestState.GENERATION_TO_COMPLETE, RequestState.RECOMPUTE_PAUSED
        expect(request.generates or request.state in over, OutOfTurn, f"the context of request {r} is not computed")
        self.batch.remove(request)
        self.conclude(request)
        if self.launching:
            self.end_launch_if_empty()

    def end_launch_if_empty(self) -> None:
        """End the launch if the request was the last that it waited for."""
        self.launching = bool(len(self.batch))

    def answered(self, r: int) -> LlmRequest:
        """Return a request whose last result came, or refuse."""
        return self.departed(r)

    def departed(self, r: int) -> LlmRequest:
        """Return a request with a step in flight, or refuse."""
        self.check_between()
        request = self.queue.find(r)
        expect(request in self.inflight, OutOfTurn, f"no step of request {r} is in flight")
        return request

    def reset(self, r: int, generated: int) -> None:
        """Let a victim start over, with what it generated as a part of its context."""
        self.check_between()
        request = self.queue.find(r)
        self.check_resettable(request)
        longer = request.prompt_len + generated
        expect(longer <= self.config.max_length, TooLong, f"a context of {longer} tokens is too long")
        request.state = RequestState.CONTEXT_INIT
        self.prolong_prompt(request, generated)
        self.start_over(request)

    def check_resettable(self, request: LlmRequest) -> None:
        """Refuse anybody but a victim whose step in flight was read."""
        self.check_paused(request)
        expect(request not in self.inflight, RequestInUse, f"a step of request {request.id} is in flight")

    def check_paused(self, request: LlmRequest) -> None:
        """Refuse anybody but a victim."""
        paused = request.state is RequestState.RECOMPUTE_PAUSED
        expect(paused, OutOfTurn, f"the caches of request {request.id} were not taken")

    def prolong_prompt(self, request: LlmRequest, generated: int) -> None:
        """Let what was generated be computed as context."""
        request.prompt_len += generated

    def start_over(self, request: LlmRequest) -> None:
        """Begin as a request that was never admitted."""
        self.rewind(request)
        self.release_seat(request)
