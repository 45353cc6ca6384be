"""The states of a small instance and the calls between them, remembered from one search to the next.

A search of the system with a mistake in it goes through nearly the states that the system has without. So each state's
calls are taken once, and after that only those of the events that are changed.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from .arguments import choices
from .instance import Instance
from .language import Event
from .search import MOST_TOKENS, enabled
from .trace import Call
from .worlds.concrete import ConcreteWorld

State = tuple[int, ...]
Step = tuple[Call, State]

MOST_REMEMBERED = 50_000
"""The calls of so many states are remembered."""

MOST_SEEN = 100_000
"""No search goes on beyond so many states."""

Reached = Callable[[ConcreteWorld, Call], bool]
"""Whether a search is at its end: the world after a call, and the call."""


@dataclass(frozen=True, slots=True)
class Searched:
    """How far a search went."""

    states: int
    length: int | None
    """Every run of so many calls was taken, or every run there is if it is None."""

    def covers(self, run: Sequence[Call]) -> bool:
        """Whether every run that is as long as this one was taken."""
        return self.length is None or len(run) <= self.length


class Graph:
    """The states of one instance, each with the calls that are possible in it and the states that they lead to."""

    def __init__(self, instance: Instance, events: Iterable[Event]) -> None:
        """Nothing is known yet but the initial state."""
        self.world = ConcreteWorld(instance)
        self.start: State = self.world.state()
        self.calls = [(event, args) for event in events for args in choices(event, instance, MOST_TOKENS)]
        self.known: dict[State, tuple[Step, ...]] = {}

    def steps(self, state: State) -> tuple[Step, ...]:
        """Return every call that is possible in a state, and where it leads."""
        found = self.known.get(state)
        if found is None:
            found = tuple(self.taken(state, self.calls))
            if len(self.known) < MOST_REMEMBERED:
                self.known[state] = found
        return found

    def taken(self, state: State, calls: Sequence[tuple[Event, tuple[int, ...]]]) -> Iterator[Step]:
        """Take some calls in a state, as far as they are possible there."""
        world, system = self.world, self.world.instance.schema.system
        world.restore(state)
        for event, args in enabled(world, calls):
            event(world, *args)
            after = world.state()
            world.restore(state)
            yield Call(event.name, args, system), after

    def search(self, changed: Sequence[Event], reached: Reached, most_states: int, least_length: int = 0) -> Searched:
        """Search level by level, with some events changed, until a call ends it or the states are used up.

        Runs of the least length are all taken before that, unless that takes more states than any search may see.
        `reached` is told of a call where it leads to a new state, or is the first one of its event.
        """
        names = {event.name for event in changed}
        own = [(event, args) for event in changed for args in choices(event, self.world.instance, MOST_TOKENS)]
        world = ConcreteWorld(self.world.instance)
        seen, happened = {self.start}, set[str]()
        level, length = [self.start], 0
        while level:
            following: list[State] = []
            for state in level:
                if len(seen) > (most_states if length >= least_length else MOST_SEEN):
                    return Searched(len(seen), length)
                steps = [step for step in self.steps(state) if step[0].event not in names]
                for call, after in (*steps, *self.taken(state, own)):
                    new = after not in seen
                    if new or call.event not in happened:
                        happened.add(call.event)
                        world.restore(after)
                        if reached(world, call):
                            return Searched(len(seen), length)
                    if new:
                        seen.add(after)
                        following.append(after)
            level, length = following, length + 1
        return Searched(len(seen), None)
