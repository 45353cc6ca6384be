"""The states of a small instance and the calls between them, remembered from one search to the next.

A search of the system with a mistake in it goes through nearly the states that the system has without. So each state's
calls are taken once, and after that only those of the events that are changed.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence

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

Reached = Callable[[ConcreteWorld, Call], bool]
"""Whether a search is at its end: the world after a call, and the call."""


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

    def search(self, changed: Sequence[Event], reached: Reached, most_states: int) -> None:
        """Search level by level, with some events changed, until a call ends it or the states are used up."""
        names = {event.name for event in changed}
        own = [(event, args) for event in changed for args in choices(event, self.world.instance, MOST_TOKENS)]
        world = ConcreteWorld(self.world.instance)
        seen = {self.start}
        queue = deque([self.start])
        while queue and len(seen) <= most_states:
            state = queue.popleft()
            steps = [step for step in self.steps(state) if step[0].event not in names]
            for call, after in (*steps, *self.taken(state, own)):
                world.restore(after)
                if reached(world, call):
                    return
                if after not in seen:
                    seen.add(after)
                    queue.append(after)
