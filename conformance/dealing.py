"""Choosing the next call of a run: mostly one that is possible, now and then one that must be refused.

Each event that the engine can be commanded comes as often as its weight says, as far as it is possible, so that rare
events get their turn, endings do not come too early, and there is always somebody who has to wait.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from random import Random
from typing import Final

from ..model.lifecycle import EVENTS
from ..model.sorts import Phase
from ..model.trace import Call
from ..model.worlds.concrete import ConcreteWorld
from .engine import SCHEDULE
from .options import impossible, possible
from .roster import requests_of

WEIGHTS: Final = {
    **dict.fromkeys(("load", "admit"), 60),
    **dict.fromkeys(("submit", "chunk", "grow", "settle_chunk", "accept"), 20),
    "evict_device": 40,
    **dict.fromkeys(("launch", "pause", "evict_host"), 12),
    **dict.fromkeys(("unpause", "force_unpause"), 4),
    **dict.fromkeys(("revoke", "preempt", "abort", "finish", "unload"), 2),
}
"""How often an event is tried; `USUAL` where it is not named."""
USUAL: Final = 8

IMPOSSIBLE: Final = 0.2
"""The share of steps that ask for what must be refused."""

COMPANY: Final = 3
"""With fewer live requests than this, a share of steps submits one more: alone, nobody has to wait."""
SUBMITS: Final = 0.3

ENDED: Final = frozenset({Phase.ABSENT, Phase.FINISHED})
"""A request in these phases gives nothing to do."""


class Mode(Enum):
    """Who decides in a run. The number is the share of steps that let the engine plan by itself."""

    COMMANDED = 0.0
    BOTH = 0.15
    PLANNED = 0.5


class Dealer:
    """Deals calls to an engine that can be commanded some events."""

    def __init__(self, commanded: Sequence[str]) -> None:
        """Look up the weights."""
        self._submits = SUBMITS if "submit" in commanded else 0.0
        self.events = [EVENTS[name] for name in commanded]
        self._weighed = [(EVENTS[name], WEIGHTS.get(name, USUAL)) for name in commanded]

    def deal(self, world: ConcreteWorld, mode: Mode, chance: Random) -> Call:
        """Return the next call."""
        living = live(world)
        share = chance.random()
        if living < COMPANY and chance.random() < self._submits:
            args = possible(world, EVENTS["submit"], chance.getrandbits(24))
            if args is not None:
                return Call("submit", args)
        if living and share < mode.value:
            return SCHEDULE
        if share >= 1 - IMPOSSIBLE:
            found = impossible(world, self.events, chance.getrandbits(32))
            if found is not None:
                return Call(found[0].name, found[1])
        pick = chance.getrandbits(24)
        order = sorted((chance.expovariate(weight), at) for at, (_, weight) in enumerate(self._weighed))
        for _, at in order:
            event = self.events[at]
            args = possible(world, event, pick)
            if args is not None:
                return Call(event.name, args)
        msg = f"none of {', '.join(event.name for event in self.events)} is possible: the model is stuck"
        raise AssertionError(msg)


def live(world: ConcreteWorld) -> int:
    """Return how many requests were submitted and have not ended."""
    return sum(world.phase[r] not in ENDED for r in requests_of(world.instance))


def all_ended(world: ConcreteWorld) -> bool:
    """Whether every request has come and gone."""
    return all(world.phase[r] == Phase.FINISHED for r in requests_of(world.instance))
