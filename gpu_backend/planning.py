"""One pass being planned: what was done so far, what is left of the token budget, and the adapters that were moved."""

from __future__ import annotations

from ..conformance.engine import Done
from ..model.sorts import Phase, Pool
from ..model.trace import Call
from .adapters import AdapterTier
from .commands import CommandedEngine
from .requests import Request


class Plan:
    """A pass over an engine. Whatever it does is an event of the model, and is recorded."""

    def __init__(self, engine: CommandedEngine, budget: int) -> None:
        self.engine, self.budget = engine, budget
        self.calls: list[Call] = []
        self.evicted: set[int] = set()
        """Requests that were suspended or preempted in this pass: they are not scheduled in it."""

    def attempt(self, event: str, *args: int) -> bool:
        """Do an event, and record it. Where the engine refuses, nothing has changed: return False."""
        call = Call(event, args)
        done = isinstance(self.engine.command(call), Done)
        if done:
            self.calls.append(call)
        return done

    def in_phase(self, *phases: Phase) -> list[Request]:
        """Return the requests in some phases, first come first."""
        return [request for request in self.engine.requests.values() if request.phase in phases]

    def seat_is_free(self) -> bool:
        """Whether one more request may decode or prefill."""
        return self.engine.count_occupancy() < self.engine.max_batch

    def step_is_full(self) -> bool:
        """Whether the step takes nobody more."""
        return len(self.engine.batch) >= self.engine.max_batch or self.budget < 1

    def longest(self, request: Request) -> int:
        """Return how many tokens the request may have pages for when it is alone."""
        engine = self.engine
        pools = list(Pool) if request.paired else [Pool.TARGET]
        return min(engine.max_length, *(engine.pools[pool].free.size * engine.kv.page_size for pool in pools))

    def can_ever_run(self, request: Request) -> bool:
        """Whether the request fits into the engine when it is alone."""
        engine, tiers = self.engine, (self.engine.adapters.host, self.engine.adapters.device)
        return (
            request.prompt <= self.longest(request)
            and engine.max_batch >= 1
            and engine.slots.size >= 1
            and (not request.adapter or all(tier.free.size >= 1 for tier in tiers))
        )

    def find_room_for_adapter(self, request: Request) -> bool:
        """Evict adapters that nobody holds until the request's finds a place on the host and a slot on the device."""
        if not request.adapter:
            return True
        host, device = self.engine.adapters.host, self.engine.adapters.device
        return self._find_place(host, request.adapter, "evict_host") and self._find_place(
            device, request.adapter, "evict_device"
        )

    def _find_place(self, tier: AdapterTier, adapter: int, evict: str) -> bool:
        if adapter in tier.slot_of or len(tier.free):
            return True
        idle = [other for other in tier.slot_of if other not in tier.pinned]
        return bool(idle) and self.attempt(evict, idle[0])
