"""Two engines of one kind, each on a device of its own, that are told the same and must answer the same."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, fields

import torch

from tenure.conformance.content import NEAR_TIE
from tenure.conformance.engine import Engine, FaultInfo, Instance, Outcome, Snapshot
from tenure.gpu_backend.engine import TorchEngine, TorchFactory
from tenure.model.trace import Call


class Differs(Exception):
    """The two answered, or show, different things."""


@dataclass
class Compared:
    """What was compared in all runs. Where nothing was, nothing can be said."""

    snapshots: int = 0
    tokens: int = 0
    """How many tokens the requests of all snapshots have, the same ones counted anew in each snapshot."""
    ties: int = 0
    """How many runs were left alone from where two logits were too close for rounding to leave them in order."""


class Twin:
    """Both engines. `other` is the one that is answered from."""

    def __init__(self, one: Engine, other: Engine, compared: Compared) -> None:
        self.one, self.other, self.compared = one, other, compared
        self.tied = False

    def apply(self, call: Call) -> Outcome:
        """Tell both; raise if they answer differently."""
        if self.tied:
            return self.other.apply(call)
        first, second = self.one.apply(call), self.other.apply(call)
        self.judge(f"answer to {call}: {first} and {second}" if first != second else None)
        return second

    def observe(self) -> Snapshot:
        """Look at both; raise if they show different things."""
        shown = self.other.observe()
        if not self.tied:
            first = self.one.observe()
            self.compared.snapshots += 1
            self.compared.tokens += sum(len(view.tokens) for view in shown.requests.values())
            self.judge(unlike(first, shown))
        return shown

    def judge(self, differs: str | None) -> None:
        """Raise if something differs that rounding does not explain."""
        if differs is None:
            return
        if min(self.one.observe().margin, self.other.observe().margin) >= NEAR_TIE:
            raise Differs(differs)
        self.tied = True
        self.compared.ties += 1

    def close(self) -> None:
        """Close both."""
        self.one.close()
        self.other.close()


def unlike(one: Snapshot, other: Snapshot) -> str | None:
    """Return what differs first, tokens before all else. The margin may: it is of rounding, and says how much."""
    for r in one.requests.keys() & other.requests.keys():
        first, second = one.requests[r].tokens, other.requests[r].tokens
        if first != second:
            return f"tokens of request {r}: {list(first)} and {list(second)}"
    for each in fields(Snapshot):
        first, second = getattr(one, each.name), getattr(other, each.name)
        if each.name != "margin" and first != second:
            return f"{each.name}: {first} and {second}"
    return None


@dataclass
class TwinFactory:
    """Makes both engines, each from a factory of its own."""

    one: TorchFactory
    other: TorchFactory
    compared: Compared = field(default_factory=Compared)
    name: str = TorchFactory.name
    events: frozenset[str] = TorchFactory.events
    observed: bool = TorchFactory.observed

    def __call__(self, instance: Instance, *, seed: int, faults: Sequence[str] = ()) -> Engine:
        """Start both."""
        del faults
        return Twin(self.one(instance, seed=seed), self.other(instance, seed=seed), self.compared)

    def faults(self) -> Mapping[str, FaultInfo]:
        """Return none: they are built into single engines."""
        return {}


def factory_on(device: str, engine: type[TorchEngine] = TorchEngine) -> TorchFactory:
    """Return a factory of engines that run on a device."""
    made = TorchFactory()
    made.engine = type(engine.__name__, (engine,), {"runs_on": torch.device(device)})
    return made
