"""What a pass and a step do about adapters: who fits, whose copies are made, and which of them the step reads.

A request is chosen as it is scheduled. Before the step runs, what is in use on the device and was not counted yet is
counted, the adapters of new requests come to the host, and those of the step come to the device.
"""

from __future__ import annotations

from ...model.instance import Instance
from ...model.systems.adapters.state import Caches, Content, Entry, Level, Phase
from ..peft.executor import PeftExecutor
from ..peft.requests import LoraRequest
from ..refusal import Refusal
from .config import ServingConfig
from .journal import Journal, Recorder
from .lora import StepLoras


def adapter_instance(config: ServingConfig) -> Instance:
    """Return the instance of the system `adapters` that the adapter caches are an engine of."""
    adapters = len(config.weight) - 1
    return Instance(
        config.requests,
        adapters,
        1,
        {
            "capacity.HOST": config.adapter_host,
            "capacity.DEVICE": config.adapter_device,
            "max_adapters": config.max_adapters,
        },
        {Content: 1},
        Caches,
        {
            "weight": (config.adapter_device + config.adapter_host + 1, *config.weight[1:]),
            "offered": (0, *[1] * adapters),
            "stored": (0, *[1] * adapters),
            "brings": (0,) * config.requests,
        },
    )


class AdapterPass(Recorder):
    """The adapter caches, as the scheduler and the step ask them."""

    executor: PeftExecutor

    def __init__(self, config: ServingConfig, caches: type[PeftExecutor] = PeftExecutor) -> None:
        self.instance = adapter_instance(config)
        super().__init__(caches(self.instance), Journal("adapters"))

    def submit(self, r: int, task: int) -> None:
        """Take in a request; its adapter is registered, if it is not yet."""
        if task and not self.executor.peft.registry[task].latest:
            self.do("register", task)
        self.do("submit", r, task)

    def phase(self, r: int) -> Phase:
        """Return where a request stands."""
        request = self.executor.requests.get(r)
        return Phase.ABSENT if request is None else request.phase

    # The pass

    def fits(self, r: int) -> bool:
        """Whether the pass can take a request into the step, as far as its adapter goes."""
        request = self.executor.requests[r]
        try:
            self.executor.check_budget(request)
            if request.phase is Phase.WAITING and request.task:
                self.check_host_room(request)
        except Refusal:
            return False
        return True

    def check_host_room(self, request: LoraRequest) -> None:
        """Refuse a request whose adapter finds no room on the host: chosen, it would only be in the way of others."""
        if self.host_state(request) == Entry.ABSENT:
            self.executor.peft.host.check_room(self.executor.peft.registry[request.task].weight)

    def host_state(self, request: LoraRequest) -> Entry:
        """Return where the host entry of a request's adapter stands."""
        return self.executor.peft.host.state(request.task)

    def choose(self, r: int) -> None:
        """Take a request into the plan of the pass."""
        self.do("resume" if self.phase(r) == Phase.SUSPENDED else "plan", r)

    def suspend(self, r: int) -> None:
        """Let a request that is suspended keep its adapter on the host only."""
        if self.phase(r) == Phase.LIVE:
            self.do("suspend", r)

    def preempt(self, r: int) -> None:
        """Let a request that starts over give its adapter up."""
        if self.phase(r) in (Phase.LIVE, Phase.SUSPENDED):
            self.do("preempt", r)

    def complete(self, r: int) -> None:
        """Know that a request ends with its step in flight."""
        self.do("complete", r)

    def end(self, r: int) -> None:
        """Let a request that is over hold and name nothing."""
        self.do("end", r)

    # The step

    def retire(self) -> None:
        """The step before is read: its adapters are needed by it no longer."""
        if self.executor.step.reading:
            self.do("retire")
        for entry in self.executor.peft.fenced():
            self.do("lift", entry.task)

    def enter(self, r: int) -> bool:
        """Have the adapter of a request that runs for the first time on the host; return whether it found room."""
        if self.phase(r) != Phase.WAITING:
            return True
        request = self.executor.requests[r]
        absent = request.task and self.host_state(request) == Entry.ABSENT
        if self.tried("put" if absent else "admit", r) is not None:
            return False
        if request.task:
            self.arrive(Level.HOST, request.task)
        return True

    def arrive(self, level: Level, task: int) -> None:
        """See an entry through until its weights are there: the oldest copies that nobody holds make room for it."""
        cache = self.executor.peft.cache(level)
        if cache.state(task) == Entry.CLAIMING:
            entry = cache.find(task)
            while entry is not None and entry.weight > len(cache.pages.free):
                self.do("evict", level, next(iter(cache.done)))
            self.do("take", level, task)
        if cache.state(task) == Entry.LOADING:
            self.do("load", level, task)

    def count_the_rest(self) -> None:
        """Count what is in use on the device and was not counted yet."""
        for task in self.executor.uncounted():
            holders = sorted(self.executor.peft.active.of(task))
            if holders:
                self.do("pass_over", holders[0])
            else:
                self.do("count_leftover", task)

    def ensure(self, r: int) -> None:
        """Have the adapter of a request on the device."""
        request = self.executor.requests[r]
        if request.task:
            state = self.executor.peft.device.state(request.task)
            if state == Entry.ABSENT:
                self.do("copy_to_device", r)
                self.arrive(Level.DEVICE, request.task)
            elif state == Entry.DONE:
                self.do("reuse", r)
            else:
                self.tried("keep", r)

    def loras(self) -> StepLoras:
        """Return the weights that the step which is put together reads, from the pages of its adapters."""
        device = self.executor.peft.device
        pages = {entry.task: entry.pages for entry in self.executor.peft.fenced()}
        return StepLoras(device.pages, pages, device.pages.memory.device)

    def launch(self) -> None:
        """Run the step that was put together, or begin the next pass where there is none."""
        if self.executor.step.forming:
            self.do("launch")
        elif self.executor.budget.counted:
            self.do("cancel")
