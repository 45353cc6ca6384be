"""The adapters that requests may name, what each name stands for now, and who names it."""

from __future__ import annotations

from dataclasses import dataclass, field

from torch import Tensor

from ...model.systems.adapters.state import NO_CONTENT
from .checkpoints import trained
from .errors import AdapterInUse, NotRegistered, OutOfTurn, WeightsMissing, expect


@dataclass(eq=False, slots=True)
class Adapter:
    """An adapter as it is offered, and as it is registered."""

    task: int
    weight: int
    """Its pages, the same on host and device."""
    offered: int
    """The version that it is registered with, if there is any."""
    stored: bool
    """Whether its weights are in a file, where they can be read again, and replaced."""
    latest: int = int(NO_CONTENT)
    """The version that its name stands for; none while it is not registered."""
    requests: set[int] = field(default_factory=set)
    """Requests that name it and have not ended."""

    def weights(self) -> Tensor:
        """Return the weights that its name stands for."""
        return trained(self.task, self.latest, self.weight)


class AdapterRegistry:
    """Every adapter by its number. The base model is none."""

    def __init__(self, adapters: list[Adapter]) -> None:
        self.adapters = {adapter.task: adapter for adapter in adapters}

    def __getitem__(self, task: int) -> Adapter:
        return self.adapters[task]

    def registered(self, task: int) -> Adapter:
        """Return an adapter that has a name, or refuse."""
        adapter = self.adapters.get(task)
        if adapter is None or adapter.latest == NO_CONTENT:
            raise NotRegistered(f"adapter {task} is not registered")
        return adapter

    def register(self, task: int) -> None:
        """Give an adapter's weights a name."""
        adapter = self.adapters.get(task)
        if adapter is None:
            raise NotRegistered("the base model is no adapter")
        expect(adapter.latest == NO_CONTENT, OutOfTurn, f"adapter {task} is registered already")
        expect(adapter.offered != NO_CONTENT, WeightsMissing, f"adapter {task} has no weights")
        expect(adapter.weight >= 1, WeightsMissing, f"adapter {task} has no pages")
        adapter.latest = adapter.offered

    def reload(self, task: int, content: int) -> None:
        """Let a name stand for other weights, which its file now holds."""
        adapter = self.registered(task)
        expect(adapter.stored, WeightsMissing, f"adapter {task} is in no file that could be read again")
        expect(content not in (NO_CONTENT, adapter.latest), WeightsMissing, "there are no other weights")
        adapter.latest = content

    def unregister(self, task: int, copies: int) -> None:
        """Take the name from an adapter that no request names and that has no copies."""
        adapter = self.registered(task)
        expect(not adapter.requests, AdapterInUse, f"requests name adapter {task}")
        self.check_copies(task, copies)
        adapter.latest = int(NO_CONTENT)

    def check_copies(self, task: int, copies: int) -> None:
        """Refuse to give up a name that copies are still found by."""
        expect(not copies, AdapterInUse, f"adapter {task} has {copies} copies")
