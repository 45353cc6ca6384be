"""Leaving the pools: a request finishes, is given up, gives way, or starts over."""

from __future__ import annotations

from ...model.systems.slots.state import Phase
from .core import Core
from .errors import NotLearnt, StillNeeded, expect
from .requests import Completion, ResidentRequest


class Leaving(Core):
    """finish, abort."""

    def finish(self, r: int, missed: int, gain: int) -> None:
        """Deliver a request's answer, and learn from it. `gain` is what the controller makes of it."""
        request = self.completed(r)
        self.gain.check(gain)
        self.check_learns(gain)
        self.gain.move_to(gain)
        if self.learns():
            self.credit.settle(sacrificed=request.sacrificed, missed=bool(missed))
        self.release(request)
        self.end(request, Completion(Phase.FINISHED, bool(missed)))

    def completed(self, r: int) -> ResidentRequest:
        """Return a request whose last token is computed, or refuse."""
        return self.find(r, Phase.COMPLETING)

    def learns(self) -> bool:
        """Whether a completion teaches anything: only once the queue has a target."""
        return self.queue.has_target

    def check_learns(self, gain: int) -> None:
        """Refuse to move the gain before there is anything to learn."""
        expect(self.learns() or gain == self.gain.gain, NotLearnt, "nothing is learnt before there is a target")

    def abort(self, r: int) -> None:
        """The client gives up, in whatever phase the request is; one in the batch is aborted after it."""
        request = self.there(r)
        self.check_not_in_batch(request)
        self.release_aborted(request)
        self.unpause_aborted(request)
        self.end(request, Completion(Phase.ABORTED))

    def release_aborted(self, request: ResidentRequest) -> None:
        """Give back whatever an aborted request has."""
        self.release(request)

    def unpause_aborted(self, request: ResidentRequest) -> None:
        """Take an aborted request out of the paused set."""
        self.paused.remove(request.id)

    def end(self, request: ResidentRequest, completion: Completion) -> None:
        """Forget a request, but for how it ended."""
        self.queue.remove(request.id)
        self.ended[request.id] = completion
        del self.requests[request.id]


class GivingWay(Core):
    """suspend, preempt."""

    def suspend(self, r: int) -> None:
        """A victim's KV leaves the device; its slots stay, its drafter context is of no use any more."""
        request = self.victim(r, Phase.DECODING)
        self.release_adapter_of_suspended(request)
        self.stop_decoding_of_suspended(request)
        request.phase = Phase.SUSPENDED

    def release_adapter_of_suspended(self, request: ResidentRequest) -> None:
        """Let go of the adapter until the request is brought back."""
        self.leave_adapter(request)

    def stop_decoding_of_suspended(self, request: ResidentRequest) -> None:
        """A suspended request owns no row: its next token is read on the host."""
        self.stop_decoding(request)

    def preempt(self, r: int) -> None:
        """A victim gives everything back, and waits to start over with all its tokens as its prompt."""
        request = self.preemptible(r)
        self.release_preempted(request)
        request.phase = Phase.WAITING
        self.queue_again(request)

    def queue_again(self, request: ResidentRequest) -> None:
        """Wait behind all others."""
        self.queue.push(request.id)

    def preemptible(self, r: int) -> ResidentRequest:
        """Return a request that may start over, or refuse."""
        return self.victim(r, Phase.DECODING, Phase.SUSPENDED)

    def release_preempted(self, request: ResidentRequest) -> None:
        """Give back every place that a request has."""
        self.release(request)

    def victim(self, r: int, *phases: Phase) -> ResidentRequest:
        """Return a request that neither the batch takes nor anybody has paused, or refuse."""
        request = self.find(r, *phases)
        self.check_victim_not_paused(request)
        self.check_not_in_batch(request)
        return request

    def check_victim_not_paused(self, request: ResidentRequest) -> None:
        """Refuse a request that was promised to keep all it has."""
        expect(request.id not in self.paused, StillNeeded, f"request {request.id} is paused")
