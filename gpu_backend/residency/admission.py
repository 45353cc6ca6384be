"""Waiting and becoming resident: from the queue to a seat, an entry of every pool, and the adapter on the device."""

from __future__ import annotations

from ...model.systems.slots.state import Phase
from .content import prefill, window
from .core import Core
from .errors import AdapterBudgetExceeded, NoFreeSeat, OutOfTurn, StillNeeded, expect
from .requests import ResidentRequest
from .scheduling_pass import Plan


class Queueing(Core):
    """submit, match, unmatch, set_target, turn_late."""

    def submit(self, r: int) -> None:
        """Take a request in."""
        expect(r not in self.requests and r not in self.ended, OutOfTurn, f"request {r} was submitted before")
        self.check_started()
        self.requests[r] = ResidentRequest(r, self.adapter_of[r])
        self.queue.push(r)

    def check_started(self) -> None:
        """Refuse while the pools are being sized."""
        expect(self.started, OutOfTurn, "the engine has not started")

    def match(self, r: int) -> None:
        """A prefix match takes a recurrent-state slot, and restores the state in it."""
        request = self.find(r, Phase.WAITING)
        expect(r not in self.pools.recurrent.slot_of, OutOfTurn, f"request {r} is matched")
        self.pools.recurrent.add(r)
        self.pools.recurrent.restore(r, prefill(request.tokens[:-1]))

    def unmatch(self, r: int) -> None:
        """The match comes to nothing: its slot is given back."""
        self.find(r, Phase.WAITING)
        expect(r in self.pools.recurrent.slot_of, OutOfTurn, f"request {r} is not matched")
        self.drop_match(r)

    def drop_match(self, r: int) -> None:
        """Give the slot of a match back."""
        self.pools.recurrent.remove(r)

    def set_target(self) -> None:
        """The queue has seen enough to aim at a time to the first token."""
        self.queue.set_target()

    def turn_late(self, r: int) -> None:
        """A waiting request is about to miss the target, by the clock that all ranks share."""
        self.queue.turn_late(r)


class Admission(Core):
    """claim, retry, admit, bring_back, land."""

    def claim(self, a: int) -> None:
        """Claim a device slot for an adapter that a candidate needs."""
        plan = self.planned()
        self.check_is_adapter(a)
        self.check_unclaimed(a)
        expect(plan.budget >= 1, AdapterBudgetExceeded, "the pass has no device slot left")
        plan.claims.add(a)
        self.charge_claim(plan)

    def check_is_adapter(self, a: int) -> None:
        """Refuse the base model."""
        expect(a, OutOfTurn, "the base model needs no slot")

    def check_unclaimed(self, a: int) -> None:
        """Refuse an adapter that is on the device, or claimed."""
        expect(a not in self.adapters.slot_of and a not in self.planned().claims, OutOfTurn, f"adapter {a} has a slot")

    def charge_claim(self, plan: Plan) -> None:
        """A claim costs a slot of the pass's budget."""
        plan.budget -= 1

    def retry(self) -> None:
        """The KV of a candidate was refused: forget unused claims, and count again what residents use."""
        plan = self.planned()
        expect(plan.claims, OutOfTurn, "every claim was used")
        plan.claims.clear()
        plan.budget = self.budget_for_retry()

    def budget_for_retry(self) -> int:
        """Return what the pass may claim from now on."""
        return self.unclaimed_slots(self.residents())

    def unclaimed_slots(self, residents: list[ResidentRequest]) -> int:
        """Return how many device slots are left beside the adapters of some requests."""
        return self.adapters.size - len({request.adapter for request in residents if request.adapter})

    def admit(self, r: int) -> None:
        """A waiting request that was matched takes a seat and its slots; its KV is on the way."""
        request, plan = self.find(r, Phase.WAITING), self.planned()
        self.check_seat(plan)
        self.pools.sequence.check_free()
        self.pools.index.check_free()
        expect(r in self.pools.recurrent.slot_of, OutOfTurn, f"request {r} is not matched")
        self.check_adapter(request, plan)
        self.pools.sequence.add(r)
        self.pools.index.add(r)
        self.queue.remove(r)
        self.seat(request, plan)

    def bring_back(self, r: int) -> None:
        """A suspended request takes a seat; its KV is on the way back."""
        request, plan = self.find(r, Phase.SUSPENDED), self.planned()
        expect(r not in self.pools.drafter.slot_of, StillNeeded, "its old drafter context is still to be dropped")
        self.check_seat(plan)
        self.check_adapter(request, plan)
        self.seat(request, plan)

    def check_seat(self, plan: Plan) -> None:
        """Refuse if admission was told of no free seat."""
        expect(plan.occupancy < self.max_batch, NoFreeSeat, f"{plan.occupancy} of {self.max_batch} seats are taken")

    def check_adapter(self, request: ResidentRequest, plan: Plan) -> None:
        """Refuse a request whose adapter is neither on the device nor claimed; the base model always fits."""
        fits = not request.adapter or request.adapter in self.adapters.slot_of or request.adapter in plan.claims
        expect(fits, AdapterBudgetExceeded, f"adapter {request.adapter} has no slot, and none is claimed for it")

    def seat(self, request: ResidentRequest, plan: Plan) -> None:
        """Count a seat, and bring the adapter to the device."""
        self.take_adapter(request)
        plan.claims.discard(request.adapter)
        self.count_seat(plan)
        request.phase = Phase.TRANSFERRING

    def take_adapter(self, request: ResidentRequest) -> None:
        """Register a request for its adapter."""
        self.adapters.add_user(request.adapter, request.id)

    def count_seat(self, plan: Plan) -> None:
        """Let the next candidate see one seat less."""
        plan.occupancy += 1

    def land(self, r: int, d: int) -> None:
        """The KV has arrived: the drafter's context is computed into a slot, and the request decodes."""
        request = self.find(r, Phase.TRANSFERRING)
        self.pools.drafter.add(r, d, window(request.tokens[:-1]))
        request.rest_for(self.first_rest)
        request.phase = Phase.DECODING
