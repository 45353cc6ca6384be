"""What the executor has, and what several of its events do alike."""

from __future__ import annotations

import torch

from ...model.instance import Instance
from ...model.sorts import Pool
from ...model.systems.steps.state import Stage
from .adapters import AdapterSlots
from .errors import OutOfTurn, expect
from .frame import Frame
from .in_flight import StepsInFlight
from .kv_cache import Residence
from .manager import KVCacheManager
from .model_runner import ModelRunner
from .requests import LlmRequest
from .step import Step


class Core:
    """Requests, both pools, adapter slots, the step that is planned and those in flight."""

    kv_cache_manager = KVCacheManager
    adapter_slots = AdapterSlots
    model_runner = ModelRunner
    steps_in_flight = StepsInFlight

    def __init__(self, instance: Instance) -> None:
        device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        sizes = {pool: instance.size(f"pool_size.{pool.name}") for pool in Pool}
        self.kv = self.kv_cache_manager(sizes, instance.page_size, device)
        self.adapters = self.adapter_slots(instance.size("adapter_slots"), device)
        self.runner = self.model_runner(self.kv.pools, self.adapters.weights)
        self.in_flight = self.steps_in_flight(self.runner, self.adapters)
        self.max_length = instance.size("max_length")
        self.max_batch = instance.size("max_batch")
        self.adapters_per_step = instance.size("adapters_per_step")
        self.requests: dict[int, LlmRequest] = {}
        self.planned = Step()

    def find(self, r: int, *stages: Stage) -> LlmRequest:
        """Return a request that is in one of some stages, or refuse."""
        request = self.requests.get(r)
        if request is None:
            raise OutOfTurn(f"request {r} was never submitted")
        said = " or ".join(stage.name.lower() for stage in stages)
        expect(request.stage in stages, OutOfTurn, f"request {r} is {request.stage.name.lower()}, not {said}")
        return request

    def residence(self, request: LlmRequest) -> Residence:
        """Return the places of a request that runs: it has some on the device."""
        assert request.residence is not None, f"request {request.id} runs without a place"
        return request.residence

    def withdraw(self, request: LlmRequest, tokens: int = 0) -> None:
        """Take a request out of the plan and of its stay. Its frames in flight become late, and keep their pages."""
        frame = self.planned.frames.get(request.id)
        if frame is not None:
            self.unplan(frame)
        self.clear_row(request)
        if request.residence is not None:
            self.leave(request, request.residence, tokens)

    def clear_row(self, request: LlmRequest) -> None:
        """Let a request read no row any more."""
        request.row = None

    def leave(self, request: LlmRequest, residence: Residence, tokens: int) -> None:
        """End a stay, or go back in it; with settled tokens to be kept, the next stay begins with them."""
        in_flight = self.is_fenced(residence)
        if tokens:
            request.residence = self.kv.rewind(residence, tokens, in_flight=in_flight)
        else:
            request.residence = None
            self.kv.close(residence, in_flight=in_flight)

    def is_fenced(self, residence: Residence) -> bool:
        """Whether a frame in flight may still write the pages of a stay."""
        return self.in_flight.is_in_flight(residence)

    def unplan(self, frame: Frame) -> None:
        """Take a request out of the step that is planned, with the growth for it. An empty plan begins anew."""
        self.undo_growth(frame)
        del self.planned.frames[frame.request.id]
        if not self.planned.frames:
            self.drop_claims()

    def undo_growth(self, frame: Frame) -> None:
        """Take back, in both pools, what was reserved for a frame that will not run."""
        self.kv.shrink(frame.residence, frame.widths)

    def drop_claims(self) -> None:
        """Nobody is planned: no adapter is promised to the step."""
        self.planned.adapters.clear()
