"""Runs of a part beside its system, drawn by Hypothesis: mostly what is possible, now and then what is not."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random
from typing import Any, ClassVar, Final

from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from ...model.instance import Instance
from ...model.system import System
from ...model.trace import Call
from ...model.worlds.concrete import ConcreteWorld
from ...model.worlds.layout import layout
from ..engine import SCHEDULE
from ..machine import DRAW, scatter
from ..options import barely_impossible, possible
from ..suites import instances_of, ways_on
from .counts import Counts
from .lockstep import Lockstep
from .part import PartFactory

LED: Final = 0.5
"""The share of runs that begin like one of the suite, and go on from somewhere on it by chance."""

MOST_REQUESTS: Final = 3
"""The largest instance of a system that is drawn."""
IMPOSSIBLE: Final = 0.3
"""The share of calls that ask for what must be refused."""
PLANS: Final = 0.2
"""The share of calls that leave it to the part what to do, where it plans by itself."""
AFRESH: Final = 1 / 32
"""The share of steps that start a run over, with another instance: where most have ended, little is possible."""


class PartMachine(RuleBasedStateMachine):
    """One part after another beside the model. `machine_of` makes the subclass for a part."""

    factory: ClassVar[PartFactory]
    seed: ClassVar[int]
    faults: ClassVar[tuple[str, ...]]
    counts: ClassVar[Counts]

    def __init__(self) -> None:
        super().__init__()
        self.run: Lockstep | None = None
        self._salt = self._steps = 0
        self._often: dict[str, int] = {}
        self._led: list[Call] = []

    @initialize(draw=DRAW)
    def begin(self, draw: int) -> None:
        """Draw what all steps depend on."""
        self._salt = scatter(draw)

    @rule()
    def step(self) -> None:
        """Do the next call; start anew now and then, and where nothing is possible any more."""
        self._steps += 1
        chance = Random(scatter(self._salt + self._steps))  # noqa: S311  it keeps no secrets
        if self.run is not None and chance.random() < AFRESH:
            self.teardown()
        if self.run is None:
            self._open(chance)
        assert self.run is not None
        call = self._led.pop(0) if self._led else deal(self.factory, self.run.world, self._often, chance)
        if call is None:
            self.teardown()
            return
        done = self.run.do(call)
        self.counts.made(call, done=done)
        self._often[call.event] = self._often.get(call.event, 0) + done

    def _open(self, chance: Random) -> None:
        """Start a part, and choose whether it is led somewhere first."""
        known = ways_on(self.factory.system, self.factory.without)
        if known and chance.random() < LED:
            instance, way = chance.choice(known)
            self._led = list(way[: chance.randint(1, len(way))])
        else:
            self._led, instance = [], draw_instance(self.factory.model, chance)
        self.counts.begin(instance)
        self.run = Lockstep(self.factory, instance, seed=self.seed, faults=self.faults)

    def teardown(self) -> None:
        """Close the part."""
        if self.run is not None:
            self.run.part.close()
            self.run = None


def deal(factory: PartFactory, world: ConcreteWorld, often: dict[str, int], chance: Random) -> Call | None:
    """Return the next call, or None where nothing is possible; `often` says how often each event was done in this run.

    What was seldom done comes first more often: what lies deep in a life is possible for a moment only. What must be
    refused is, where there is such a call, refused by a single guard, each as often as the others.
    """
    events = [event for event in factory.model.events.values() if event.name not in factory.without]
    if factory.observed and chance.random() < PLANS:
        return SCHEDULE
    if chance.random() < IMPOSSIBLE:
        barely = barely_impossible(world, events, often, chance)
        if barely is not None:
            event, args, why = barely
            often[why] = often.get(why, 0) + 1
            return Call(event.name, args, factory.system)
    pick = chance.getrandbits(24)
    order = {event.name: chance.expovariate(1 / (1 + often.get(event.name, 0))) for event in events}
    for event in sorted(events, key=lambda each: order[each.name]):
        args_of = possible(world, event, pick)
        if args_of is not None:
            return Call(event.name, args_of, factory.system)
    return None


def draw_instance(system: System, chance: Random) -> Instance:
    """Return a small instance, the system's own or one of its suite, with some capacities one more or less."""
    own = system.instance(chance.randint(1, MOST_REQUESTS))
    known = [*instances_of(system.name), *system.wide, *system.wide]
    if known and chance.random() < LED:
        own = chance.choice(known)
    cells = layout(system.schema).cells
    sizes = dict(own.sizes)
    for name, amount in own.sizes.items():
        spec = cells[name].spec
        if name not in system.fixed and name not in system.tied:
            other = max(spec.low, amount + chance.choice((-1, 0, 0, 0, 1, 2)))
            sizes[name] = other if spec.high is None else min(other, spec.high)
    return replace(own, sizes={**sizes, **system.fixed})


def machine_of(factory: PartFactory, *, seed: int, faults: Sequence[str], counts: Counts) -> type[PartMachine]:
    """Make the machine of a part, which counts what it does."""
    body: dict[str, Any] = {
        "__doc__": f"Runs of {factory.name} beside {factory.system}.",
        "factory": factory,
        "seed": seed,
        "faults": tuple(faults),
        "counts": counts,
    }
    return type("MachineOfAPart", (PartMachine,), body)
