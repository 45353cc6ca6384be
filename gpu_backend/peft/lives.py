"""A request's life: it is submitted and admitted, steps back, and ends."""

from __future__ import annotations

from ...model.systems.adapters.state import Phase
from .cache import CacheEntry
from .errors import OutOfTurn, WeightsMissing, expect
from .requests import Core, LoraRequest


class Admission(Core):
    """submit, admit, put."""

    def submit(self, r: int, a: int) -> None:
        """Take a request in; it may bring the weights of its adapter."""
        expect(r not in self.requests, OutOfTurn, f"request {r} is there")
        expect(r not in self.step.reading, OutOfTurn, f"a step computes for a request {r} that has ended")
        request = LoraRequest(r, a)
        if a:
            adapter = self.peft.registry.registered(a)
            adapter.requests.add(r)
            request.weights = adapter.weights() if self.brings[r] else None
        self.requests[r] = request

    def admit(self, r: int) -> None:
        """Prepare the first chunk of a request whose adapter is on the host, or on its way there."""
        request = self.due(r)
        self.enter(request, self.peft.take_up(request.task, r) if request.task else None)

    def put(self, r: int) -> None:
        """Prepare the first chunk of a request, and send its adapter's weights to the host."""
        request = self.due(r)
        expect(request.task, OutOfTurn, f"request {r} has no adapter")
        adapter = self.peft.registry[request.task]
        weights = adapter.weights() if adapter.stored else request.weights
        if weights is None:
            raise WeightsMissing(f"the weights of adapter {request.task} are in no file, and did not come along")
        self.enter(request, self.peft.put(request.task, r, weights))

    def due(self, r: int) -> LoraRequest:
        """Return a request that is chosen for its first chunk and in no running step, or refuse."""
        self.check_not_forming()
        self.check_chosen(r)
        request = self.find(r, Phase.WAITING)
        expect(r not in self.step.reading, OutOfTurn, f"a step still computes for request {r}")
        return request

    def check_chosen(self, r: int) -> None:
        """Refuse a request that the pass has not chosen."""
        expect(r in self.budget.planned, OutOfTurn, f"request {r} is not chosen")

    def enter(self, request: LoraRequest, entry: CacheEntry | None) -> None:
        """Let a request run; it keeps the version of its adapter that the host has now. What it brought is used up."""
        request.phase = Phase.LIVE
        request.started = True
        request.weights = None
        if entry is not None:
            request.content = entry.content


class Leaving(Core):
    """suspend, preempt, pause, unpause, complete, end."""

    def suspend(self, r: int) -> None:
        """A live request gives way; its adapter stays on the host for it."""
        request = self.victim(r, Phase.LIVE)
        request.phase = Phase.SUSPENDED
        self.park(request)

    def park(self, request: LoraRequest) -> None:
        """Let the device copy go, and keep the host copy."""
        if request.task:
            self.peft.mark_request_done(request.task, request.id, pause=True)

    def preempt(self, r: int) -> None:
        """A request starts over; it lets go of its adapter, unless nobody could get the weights a second time."""
        request = self.victim(r, Phase.LIVE, Phase.SUSPENDED)
        request.phase = Phase.WAITING
        self.release_victim(request)

    def release_victim(self, request: LoraRequest) -> None:
        """Let go of what can be had again."""
        if request.task and self.peft.registry[request.task].stored:
            self.let_go(request)
        else:
            self.park(request)

    def let_go(self, request: LoraRequest) -> None:
        """Give up every registration, and forget what the request ran with."""
        if request.task:
            self.peft.mark_request_done(request.task, request.id)
            request.content = None

    def pause(self, r: int) -> None:
        """Leave a live request out, with all that it has."""
        self.victim(r, Phase.LIVE).phase = Phase.PAUSED

    def unpause(self, r: int) -> None:
        """Let a paused request go on."""
        self.find(r, Phase.PAUSED).phase = Phase.LIVE

    def complete(self, r: int) -> None:
        """The request's last step is launched."""
        self.victim(r, Phase.LIVE).phase = Phase.COMPLETING

    def end(self, r: int) -> None:
        """The request is over, in whatever phase: it holds and names nothing any more."""
        request = self.there(r)
        self.check_not_forming()
        self.release_ended(request)
        if request.task:
            self.drop_reference(request)
        self.budget.planned.discard(r)
        del self.requests[r]

    def release_ended(self, request: LoraRequest) -> None:
        """Give up whatever an ending request holds."""
        self.let_go(request)

    def drop_reference(self, request: LoraRequest) -> None:
        """Name the adapter no longer."""
        self.peft.registry[request.task].requests.discard(request.id)

    def victim(self, r: int, *phases: Phase) -> LoraRequest:
        """Return a request that is not chosen, while no step is put together, or refuse."""
        self.check_not_forming()
        request = self.find(r, *phases)
        expect(r not in self.budget.planned, OutOfTurn, f"request {r} is chosen")
        return request
