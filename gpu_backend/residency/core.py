"""Requests, pools, the pass and the batch, and what all that is done to them shares."""

from __future__ import annotations

import torch

from ...model.instance import Instance
from ...model.systems.slots.state import DrafterSlot, Phase, Stage
from .adapter_slots import AdapterSlots
from .decode_step import DecodeStep
from .errors import OutOfTurn, StillNeeded, expect
from .learning import GainController, SacrificeCredit
from .paused import PassClock, PausedRequests
from .pools import ResidentPools
from .queue import AdmissionQueue
from .requests import RESIDENT, SEATED, Completion, ResidentRequest
from .scheduling_pass import Plan, SchedulingPass


class Core:
    """Who is resident, who is paused, and how far the pass is. Subclasses add what is done with them."""

    resident_pools = ResidentPools
    adapter_slots = AdapterSlots
    admission_queue = AdmissionQueue
    paused_requests = PausedRequests
    gain_controller = GainController
    sacrifice_credit = SacrificeCredit
    decode_step = DecodeStep

    def __init__(self, instance: Instance) -> None:
        size = instance.size
        device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.adapter_of = instance.tables["adapter"]
        self.max_batch, self.pause_cap = size("max_batch"), size("pause_cap")
        self.pause_limit = size("pause_limit")
        self.first_rest, self.hysteresis = size("first_rest"), size("hysteresis")
        self.pools = self.resident_pools(instance.count(DrafterSlot), device)
        self.adapters = self.adapter_slots(size("device_slots"))
        self.queue = self.admission_queue()
        self.clock = PassClock(size("clock_lead"))
        self.paused = self.paused_requests(self.pause_cap, size("max_pause"))
        self.gain = self.gain_controller(size("gain_span"))
        self.credit = self.sacrifice_credit(size("credit_span"), size("price"))
        self.step = self.decode_step(self.pools, self.max_batch, device)
        self.requests: dict[int, ResidentRequest] = {}
        self.ended: dict[int, Completion] = {}
        self.wants_pausing = self.started = self.pausing = False
        self.scheduling: SchedulingPass | None = None
        self.running: list[ResidentRequest] = []
        """The requests whose tokens the running batch has still to come to."""
        self.stalled = False
        """Whether the stall detector counts the pass that has just ended."""

    # Where the pass is

    @property
    def stage(self) -> Stage:
        """How far the engine and its pass are."""
        if not self.started:
            return Stage.SIZING if self.wants_pausing else Stage.SETUP
        if self.scheduling is not None:
            return Stage.POLICY if self.scheduling.plan is None else Stage.PLAN
        return Stage.RUN if self.running else Stage.IDLE

    @property
    def plan(self) -> Plan | None:
        """What is planned, if the pass is that far."""
        return None if self.scheduling is None else self.scheduling.plan

    def planned(self) -> Plan:
        """Return the plan of the pass, or refuse."""
        if self.plan is None:
            raise OutOfTurn("no pass is planned")
        return self.plan

    def batch(self) -> list[ResidentRequest]:
        """Return who takes part in the batch that is planned, or that runs."""
        return [*self.running, *(self.plan.scheduled if self.plan is not None else ())]

    def seats_in_use(self) -> int:
        """Return how many seats are taken: paused requests take none."""
        return sum(request.phase in SEATED and request.id not in self.paused for request in self.requests.values())

    def lane_is_open(self) -> bool:
        """Whether every wait is counted in this pass and admission is not told of the seats yet."""
        return self.stage == Stage.POLICY and not self.due()

    def due(self) -> list[int]:
        """Return the paused requests whose wait is still to be counted in this pass."""
        return self.paused.due(self.clock.now)

    # Requests

    def there(self, r: int) -> ResidentRequest:
        """Return a request that was submitted and has not ended, or refuse."""
        if r not in self.requests:
            raise OutOfTurn(f"there is no request {r}")
        return self.requests[r]

    def find(self, r: int, *phases: Phase) -> ResidentRequest:
        """Return a request that is in one of some phases, or refuse."""
        request = self.there(r)
        said = " or ".join(phase.name.lower() for phase in phases)
        expect(request.phase in phases, OutOfTurn, f"request {r} is {request.phase.name.lower()}, not {said}")
        return request

    def live(self) -> list[ResidentRequest]:
        """Return the requests that decode, or would if they were not paused or displaced."""
        return [request for request in self.requests.values() if request.phase is Phase.DECODING]

    def displaced(self) -> list[ResidentRequest]:
        """Return the live requests that are not paused, and that the batch does not take."""
        batch = self.batch()
        return [request for request in self.live() if request.id not in self.paused and request not in batch]

    def residents(self) -> list[ResidentRequest]:
        """Return the requests that keep their adapters on the device, paused and displaced ones included."""
        return [request for request in self.requests.values() if request.phase in RESIDENT]

    def retained(self) -> set[int]:
        """Return whose drafter contexts are kept: of the batch, of the paused and of the displaced."""
        batch = {request.id for request in self.batch()}
        return batch | set(self.paused.records) | {request.id for request in self.displaced()}

    def lapsed(self) -> list[int]:
        """Return who has a drafter context and is not to keep it."""
        return self.pools.drafter.lapsed(self.retained())

    def check_not_in_batch(self, request: ResidentRequest) -> None:
        """Refuse a request that the batch takes, or computes for."""
        expect(request not in self.batch(), StillNeeded, f"request {request.id} is in the batch")

    # Giving places up

    def clear_row(self, request: ResidentRequest) -> None:
        """Let a request read from no row: it was not in the last batch, or will not go on from it."""
        request.batch_idx = None

    def stop_decoding(self, request: ResidentRequest) -> None:
        """Read from no row any more, and have no rest to make."""
        self.clear_row(request)
        request.rest_for(0)

    def leave_adapter(self, request: ResidentRequest) -> None:
        """Run with the adapter no more."""
        self.adapters.remove_user(request.adapter, request.id)

    def release(self, request: ResidentRequest) -> None:
        """Give back every place that a request has, in whatever phase it is."""
        self.leave_adapter(request)
        self.pools.release(request.id)
        self.stop_decoding(request)
