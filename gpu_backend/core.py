"""What the whole engine shares: its memory, adapters, requests and step, and what several events do alike."""

from __future__ import annotations

from typing import ClassVar

import torch

from ..model.instance import Instance
from ..model.sorts import Phase, Pool
from .adapters import AdapterCache, AdapterTier
from .executor import Executor
from .kv_cache import KVCacheManager
from .memory import FreeList, HostTier, PagePool
from .refusal import Refusal, require
from .requests import NO_DRAFT, Request
from .step import Step
from .weights import DIM, DRAFT_LAYERS, HEADS, LAYERS


class Core:
    """The state of the engine. The events, each in the file of its stage of life, are mixed in by `TorchEngine`."""

    memory_manager: ClassVar[type[KVCacheManager]] = KVCacheManager
    adapter_cache: ClassVar[type[AdapterCache]] = AdapterCache
    step_executor: ClassVar[type[Executor]] = Executor
    runs_on: ClassVar[torch.device | None] = None
    """The device to run on. Where it is none, that is a GPU if there is one, else the CPU."""

    def __init__(self, instance: Instance, seed: int) -> None:
        self.instance, self.seed = instance, seed
        self.device = self.runs_on or torch.device("cuda" if torch.cuda.is_available() else "cpu")
        size, device = instance.size, self.device
        self.max_length, self.max_batch, self.pause_cap = size("max_length"), size("max_batch"), size("pause_cap")
        self.pools = {
            pool: PagePool(size(f"pool_size.{pool.name}"), instance.page_size, (layers, 2, HEADS, DIM), device)
            for pool, layers in ((Pool.TARGET, LAYERS), (Pool.DRAFT, DRAFT_LAYERS))
        }
        self.host = HostTier(size("host_size"), list(self.pools.values()), device)
        self.kv = self.memory_manager(self.pools, self.host, instance.page_size)
        pinned = device.type == "cuda"
        self.adapters = self.adapter_cache(
            AdapterTier(size("host_adapters_size"), "adapter places on the host", torch.device("cpu"), pinned=pinned),
            AdapterTier(size("device_adapters_size"), "adapter slots on the device", device),
        )
        self.slots = FreeList(size("slots_size"), "sequence slots")
        self.executor = self.step_executor(
            self.pools, self.adapters, rows=self.max_batch, slots=self.slots.size, device=device
        )
        self.requests: dict[int, Request] = {}
        self.batch: list[Request] = []
        """The requests of the step that is planned or running, in the order of their rows."""
        self.step: Step | None = None
        """What the running step computed, until the last of its requests is settled."""

    @property
    def running(self) -> bool:
        """Whether the step was launched and not yet settled."""
        return self.step is not None

    def find(self, r: int) -> Request:
        """Return a request that was submitted, or refuse."""
        request = self.requests.get(r)
        if request is None:
            raise Refusal(f"request {r} was never submitted")
        return request

    def running_step(self, request: Request) -> Step:
        """Return the running step that a request takes part in, or refuse."""
        if self.step is None or request not in self.batch:
            raise Refusal(f"request {request.id} takes part in no running step")
        return self.step

    def require_room_in_step(self) -> None:
        """Refuse unless the step is still being planned and takes one more request."""
        require(not self.running, "a step is running")
        require(len(self.batch) < self.max_batch, "the step is full")

    def require_seat(self) -> None:
        """Refuse unless a seat is free."""
        require(self.count_occupancy() < self.max_batch, "all seats are taken")

    def count_occupancy(self) -> int:
        """Return how many seats are taken: by requests in prefill and decode, and by nobody else."""
        return sum(request.seated for request in self.requests.values())

    def count_paused(self) -> int:
        """Return how many requests are paused in place."""
        return sum(request.phase is Phase.PAUSED for request in self.requests.values())

    def reserve(self, request: Request, tokens: int) -> None:
        """Let the request have so many tokens beyond its cursor in the step, for which it has pages."""
        request.reserved = tokens
        self.batch.append(request)

    def leave_batch(self, request: Request) -> None:
        """Leave the step; a running step ends with the last one to leave."""
        if request in self.batch:
            self.batch.remove(request)
        if not self.batch:
            self.step = None

    def clear_row(self, request: Request) -> None:
        """Forget the row of the last step: the request reads its newest token from the host when it runs again."""
        request.row = None

    def return_slot(self, request: Request) -> None:
        """Give back the sequence slot and what the drafter kept there."""
        if request.slot is not None:
            self.executor.drafter.forget(request.slot)
            self.slots.give_back([request.slot])
            request.slot = None
        request.draft = NO_DRAFT

    def drop_work(self, request: Request) -> None:
        """Give back every page and the sequence slot; nothing is computed any more."""
        self.kv.release(request.cache)
        self.return_slot(request)
        request.cursor = request.reserved = 0

    def activate_adapter(self, request: Request) -> None:
        """Keep the request's adapter on the device, or refuse where it finds no room."""
        if request.adapter:
            self.adapters.activate(request.adapter, request.id)

    def release_adapter(self, request: Request) -> None:
        """Let go of the request's adapter, however it is held."""
        if request.adapter:
            self.adapters.release(request.adapter, request.id)
