"""The next step is planned while others are in flight: its growth is revocable until it is launched."""

from __future__ import annotations

from ...model.sorts import NO_ADAPTER
from ...model.systems.steps.state import Stage
from .core import Core
from .errors import AdapterUnavailable, OutOfTurn, StepFull, TooLong, expect
from .frame import Frame
from .kv_cache import Residence, Widths
from .requests import LlmRequest


class Planning(Core):
    """submit, admit, chunk, decode, revoke."""

    def submit(self, r: int) -> None:
        """A request arrives."""
        expect(r not in self.requests, OutOfTurn, f"request {r} was submitted before")
        self.requests[r] = LlmRequest(r)

    def admit(self, r: int, a: int, prompt: int, tokens: int) -> None:
        """Plan the first chunk of a waiting request."""
        request = self.find(r, Stage.WAITING)
        self.check_room()
        expect(1 <= tokens <= prompt, OutOfTurn, "the chunk is empty, or longer than the prompt")
        expect(prompt <= self.max_length, TooLong, f"the prompt is longer than {self.max_length} tokens")
        self.check_readable(a)
        residence = self.kv.open(r)
        widths = self.first_chunk(tokens)
        self.kv.grow(residence, widths)
        request.begin(a, prompt)
        request.residence = residence
        self.plan(request, residence, widths)

    def first_chunk(self, tokens: int) -> Widths:
        """Return what a first chunk of so many tokens reserves."""
        return Widths(tokens, tokens)

    def chunk(self, r: int, tokens: int) -> None:
        """Plan the next part of a prompt, behind the parts in flight."""
        request, residence = self.plannable(r)
        expect(tokens >= 1, OutOfTurn, "the chunk is empty")
        expect(residence.capacity + tokens <= request.prompt, OutOfTurn, "the chunk is longer than what is left")
        self.check_readable(request.adapter)
        self.reserve_chunk(request, residence, tokens)

    def reserve_chunk(self, request: LlmRequest, residence: Residence, tokens: int) -> None:
        """Have places for a chunk in both pools, or refuse."""
        widths = Widths(tokens, tokens)
        self.kv.grow(residence, widths)
        self.plan(request, residence, widths)

    def decode(self, r: int, drafted: int, wider: int) -> None:
        """Plan one token and some drafted ones, with still more places in the draft pool."""
        request, residence = self.plannable(r)
        expect(min(drafted, wider) >= 0, OutOfTurn, "fewer than no tokens are drafted")
        self.check_prompt_is_on_its_way(request, residence)
        self.check_newest_token(request, residence)
        widths = Widths(1 + drafted, 1 + drafted + wider)
        self.check_length(residence, widths)
        self.check_readable(request.adapter)
        self.reserve_decode(request, residence, widths)

    def check_prompt_is_on_its_way(self, request: LlmRequest, residence: Residence) -> None:
        """Refuse to decode before the whole prompt is settled or in flight."""
        expect(residence.capacity >= request.prompt, OutOfTurn, f"request {request.id} is in prefill")

    def check_newest_token(self, request: LlmRequest, residence: Residence) -> None:
        """Refuse whose newest token is neither in a row of the step launched last nor known to the host."""
        known = not self.in_flight.is_in_flight(residence)
        expect(known or request.row is not None, OutOfTurn, f"the newest token of request {request.id} is on its way")

    def check_length(self, residence: Residence, widths: Widths) -> None:
        """Refuse more places than the longest request may have, in any pool."""
        for table, width in zip(residence.tables, widths, strict=True):
            expect(table.capacity + width <= self.max_length, TooLong, f"it would have over {self.max_length} places")

    def reserve_decode(self, request: LlmRequest, residence: Residence, widths: Widths) -> None:
        """Have places for a growth in both pools, or refuse."""
        self.kv.grow(residence, widths)
        self.plan(request, residence, widths)

    def plannable(self, r: int) -> tuple[LlmRequest, Residence]:
        """Return a request that may take part in the step, with its places; or refuse."""
        request = self.find(r, Stage.RUNNING)
        expect(r not in self.planned.frames, OutOfTurn, f"request {r} is in the step")
        self.check_room()
        return request, self.residence(request)

    def check_room(self) -> None:
        """Refuse one more request than a step may take."""
        expect(len(self.planned.frames) < self.max_batch, StepFull, f"the step takes {self.max_batch} requests")

    def check_readable(self, task: int) -> None:
        """Refuse an adapter that the step may not read as it is."""
        if task == NO_ADAPTER:
            return
        expect(not self.adapters.is_outdated(task), AdapterUnavailable, f"newer weights of adapter {task} wait")
        self.check_adapters(task)

    def check_adapters(self, task: int) -> None:
        """Refuse one adapter more than a step may read."""
        many = len(self.planned.adapters | {task})
        expect(many <= self.adapters_per_step, StepFull, f"the step reads {self.adapters_per_step} adapters")

    def plan(self, request: LlmRequest, residence: Residence, widths: Widths) -> None:
        """Note a request's part in the step; the step is promised its adapter."""
        self.planned.frames[request.id] = Frame(request, residence, widths)
        if request.adapter != NO_ADAPTER:
            self.planned.adapters.add(request.adapter)

    def revoke(self, r: int) -> None:
        """No forward follows: undo the growth, and the whole admission where it was the first chunk."""
        frame = self.planned.frames.get(r)
        if frame is None:
            raise OutOfTurn(f"request {r} is not planned")
        self.unplan(frame)
        if not frame.residence.capacity:
            self.undo_admission(frame.request)

    def undo_admission(self, request: LlmRequest) -> None:
        """A request of which nothing is left waits again."""
        request.residence = None
        request.forget(Stage.WAITING)
