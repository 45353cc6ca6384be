"""How the reference engine plans a pass by itself: settle, end, grow the old ones, bring back, admit, launch."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ..model.sorts import Phase, Request
from ..model.trace import Call
from ..model.worlds.concrete import ConcreteWorld
from .roster import requests_of

GENERATES = 3
"""How many tokens a request generates before it finishes."""


class Pass:
    """One pass over the model's state; `do` does an event if it can."""

    def __init__(self, world: ConcreteWorld, do: Callable[[Call], bool]) -> None:
        """Nobody is evicted yet."""
        self.world, self.do = world, do
        self.evicted: set[Request] = set()

    def run(self) -> Iterator[Call]:
        """Yield what is done, in order."""
        yield from self._settle()
        yield from self._finish()
        for r in self._among(Phase.PREFILL, Phase.DECODE):
            if r not in self.evicted:
                yield from self._extend_or_evict(r)
        for r in self._among(Phase.PAUSED):
            yield from self._tried("unpause", r)
        for r in self._among(Phase.SUSPENDED):
            if r not in self.evicted:
                yield from self._tried("resume", r)
        for r in self._among(Phase.WAITING):
            yield from self._tried("admit", r, self.world.prompt[r])
        yield from self._tried("launch")

    def _tried(self, event: str, *args: int) -> Iterator[Call]:
        call = Call(event, args)
        if self.do(call):
            yield call

    def _among(self, *phases: Phase) -> list[Request]:
        return [r for r in requests_of(self.world.instance) if self.world.phase[r] in phases]

    def _settle(self) -> Iterator[Call]:
        for r in self._among(Phase.PREFILL):
            yield from self._tried("settle_chunk", r)
        for r in self._among(Phase.DECODE):
            yield from self._tried("accept", r, 0)

    def _finish(self) -> Iterator[Call]:
        for r in self._among(Phase.DECODE):
            if self.world.cursor[r] >= min(self.world.prompt[r] + GENERATES, self.world.max_length):
                yield from self._tried("finish", r)

    def _extend_or_evict(self, r: Request) -> Iterator[Call]:
        """Give the request its pages; where there are none, suspend the last one, and at last the request itself."""
        done = list(self._extend(r))
        victims = [v for v in self._among(Phase.PREFILL, Phase.DECODE) if v > r]
        while not done and victims:
            victim = victims.pop()
            self.evicted.add(victim)
            yield from self._tried("suspend", victim)
            done = list(self._extend(r))
        if not done:
            self.evicted.add(r)
            yield from self._tried("suspend", r)
        yield from done

    def _extend(self, r: Request) -> Iterator[Call]:
        if self.world.phase[r] == Phase.PREFILL:
            yield from self._tried("chunk", r, self.world.prompt[r] - self.world.cursor[r])
        else:
            yield from self._tried("grow", r, 0)
