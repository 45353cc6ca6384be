"""Breadth-first search over the concrete world of a small instance: the shortest run to a goal.

The requests of the lifecycle are interchangeable, so request k is submitted only after request k - 1: any run can be
renumbered to meet that, and no shortest run is lost.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field

from .arguments import choices
from .instance import Instance
from .language import Event
from .sorts import Phase, Request
from .state import World
from .trace import Call
from .worlds.concrete import ConcreteWorld

MOST_TOKENS = 2
"""The largest number of tokens that one event is tried with."""

Goal = Callable[[ConcreteWorld, tuple[int, ...], Call], bool]
"""Whether the goal is reached: the world after the call, the state before it, and the call."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a search came to: the shortest run to the goal, or None, and how many states were seen."""

    run: tuple[Call, ...] | None
    states: int
    exhausted: bool


def small(requests: int, *, adapters: int = 1) -> Instance:
    """Return a small instance in which every resource can run out, for so many requests."""
    return Instance(
        requests,
        adapters,
        1,
        {
            "max_length": 3,
            "pool_size.TARGET": requests + 2,
            "pool_size.DRAFT": requests + 1,
            "host_size": 2,
            "slots_size": requests,
            "max_batch": max(1, requests - 1),
            "pause_cap": 1,
            "host_adapters_size": 1,
            "device_adapters_size": 1,
        },
    )


def shortest_run(instance: Instance, events: Iterable[Event], goal: Goal, most_states: int) -> Found:
    """Search level by level for the shortest run whose last call reaches the goal."""
    seen = Seen()
    run = next(runs_to(instance, events, goal, most_states, seen), None)
    return Found(run, len(seen.came_from), exhausted=run is None and len(seen.came_from) <= most_states)


@dataclass(slots=True)
class Seen:
    """The states a search has seen, each with the state before it and the call between them."""

    came_from: dict[tuple[int, ...], tuple[tuple[int, ...], Call] | None] = field(default_factory=dict)

    def path_to(self, state: tuple[int, ...]) -> tuple[Call, ...]:
        """Return the shortest run to a state."""
        run: list[Call] = []
        step = self.came_from[state]
        while step is not None:
            state, call = step
            run.append(call)
            step = self.came_from[state]
        return tuple(reversed(run))


def runs_to(
    instance: Instance, events: Iterable[Event], goal: Goal, most_states: int, seen: Seen | None = None
) -> Iterator[tuple[Call, ...]]:
    """Yield the shortest runs whose last call reaches the goal, shorter ones first, until the states are used up."""
    known = (seen if seen is not None else Seen()).came_from
    paths = Seen(known)
    world = ConcreteWorld(instance)
    calls = [(event, args) for event in events for args in choices(event, instance, MOST_TOKENS)]
    start = world.state()
    known[start] = None
    queue = deque([start])
    while queue and len(known) <= most_states:
        before = queue.popleft()
        world.restore(before)
        for event, args in enabled(world, calls):
            event(world, *args)
            after = world.state()
            call = Call(event.name, args, instance.schema.system)
            reached = goal(world, before, call)
            world.restore(before)
            if after not in known:
                known[after] = (before, call)
                queue.append(after)
            if reached:
                yield (*paths.path_to(before), call)


def enabled(
    world: ConcreteWorld, calls: Sequence[tuple[Event, tuple[int, ...]]]
) -> Iterator[tuple[Event, tuple[int, ...]]]:
    """Yield the calls whose guards hold; of the requests that are not submitted yet only the first may be."""
    if world.instance.schema is not World:
        yield from ((event, args) for event, args in calls if world.enabled(event, args))
        return
    fresh = next((r for r in range(world.instance.requests) if world.phase[Request(r)] == Phase.ABSENT), None)
    for event, args in [c for c in calls if c[0].name != "submit" or c[1][0] == fresh]:
        if world.enabled(event, args):
            yield event, args
