"""A request as far as its adapter goes, and what all that is done to one shares."""

from __future__ import annotations

from dataclasses import dataclass, field

import torch
from torch import Tensor

from ...model.instance import Instance
from ...model.systems.adapters.state import Level, Phase
from .budget import PassBudget
from .errors import OutOfTurn, expect
from .manager import PeftCacheManager
from .registry import Adapter


@dataclass(eq=False, slots=True)
class LoraRequest:
    """A request between its submission and its end."""

    id: int
    task: int
    """The adapter that it names; 0 is the base model."""
    weights: Tensor | None = None
    """The adapter's weights, where it came with them and was not admitted yet."""
    phase: Phase = Phase.WAITING
    started: bool = False
    content: int | None = None
    """The version of the adapter that it has run with since it was admitted."""


@dataclass(slots=True)
class Step:
    """The step that is put together, or was launched last."""

    forming: bool = False
    reading: set[int] = field(default_factory=set)
    """The requests that it computes for."""


class Core:
    """The requests, the caches, the pass and the step. Subclasses add what is done with them."""

    peft_cache_manager = PeftCacheManager
    pass_budget = PassBudget

    def __init__(self, instance: Instance) -> None:
        tables = instance.tables
        adapters = [
            Adapter(task, tables["weight"][task], tables["offered"][task], bool(tables["stored"][task]))
            for task in range(1, instance.adapters + 1)
        ]
        pages = {level: instance.size(f"capacity.{level.name}") for level in Level}
        device = torch.device("cuda" if torch.cuda.is_available() else "cpu")
        self.peft = self.peft_cache_manager(adapters, pages[Level.HOST], pages[Level.DEVICE], device)
        self.budget = self.pass_budget(pages[Level.DEVICE], instance.size("max_adapters"))
        self.brings = tables["brings"]
        """Whether each request comes with the weights of its adapter."""
        self.requests: dict[int, LoraRequest] = {}
        self.step = Step()

    def find(self, r: int, *phases: Phase) -> LoraRequest:
        """Return a request that is in one of some phases, or refuse."""
        request = self.there(r)
        said = " or ".join(phase.name.lower() for phase in phases)
        expect(request.phase in phases, OutOfTurn, f"request {r} is {request.phase.name.lower()}, not {said}")
        return request

    def there(self, r: int) -> LoraRequest:
        """Return a request that was submitted and has not ended, or refuse."""
        if r not in self.requests:
            raise OutOfTurn(f"there is no request {r}")
        return self.requests[r]

    def check_not_forming(self) -> None:
        """Refuse while a step is put together: it needs what it was promised."""
        expect(not self.step.forming, OutOfTurn, "a step is put together")

    def in_use(self) -> dict[int, int]:
        """Return the device pages that nobody may evict, by the adapter that has them or is promised them."""
        return {entry.task: entry.weight for entry in self.peft.device.in_progress.values()}

    def uncounted(self) -> dict[int, int]:
        """Return the device pages in use that the pass has still to count."""
        counted = self.budget.counted
        return {task: pages for task, pages in self.in_use().items() if task not in counted}
