"""Breadth-first search over the concrete world of a small instance: the shortest run to a goal.

The requests of the lifecycle are interchangeable, so request k is submitted only after request k - 1: any run can be
renumbered to meet that, and no shortest run is lost.

A search of one instance soon has more states than can be seen. What a wide system breaks in many steps it often breaks
in few where a capacity is none or one, so that several small instances (`widening`) are searched before one of them is
searched far. No order of instances makes a run up: each call of a run was taken in the concrete world.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from .arguments import choices
from .fields import Kind
from .instance import Instance
from .language import Event, Refused
from .sorts import Adapter, Phase, Request
from .state import World
from .trace import Call
from .worlds.concrete import ConcreteWorld
from .worlds.layout import layout

MOST_TOKENS = 2
"""The largest number of tokens that one event is tried with."""

NEAR, ASIDE, FAR = 3_000, 1_000, 20_000
"""How many states are seen of an instance at first, of one that differs from it a little, and in the end."""

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


def widening(
    own: Sequence[Instance], looked_at: Iterable[str], given: Collection[str]
) -> Iterator[tuple[Instance, int]]:
    """Yield the instances to search for a run, each with how many states to see: those that answer quickly first.

    These are a system's own instances, then ones that differ from them in a capacity that is `looked_at`, and then its
    own once more, further. Capacities that are `given` stay as they are.
    """
    yield from ((each, NEAR) for each in own)
    yield from ((other, ASIDE) for each in own for other in _aside(each, list(looked_at), given))
    yield from ((each, FAR) for each in own)


def _aside(instance: Instance, looked_at: Iterable[str], given: Collection[str]) -> Iterator[Instance]:
    """Yield instances with none or one of a capacity, with one more of it, of all of them, and of a sort of things."""
    sizes, cells = instance.sizes, layout(instance.schema).cells
    highest = {name: cells[name].spec.high for name in sizes}
    larger = {
        name: amount + 1
        for name, amount in sizes.items()
        if name not in given and ((most := highest[name]) is None or amount < most)
    }
    for name in looked_at:
        if name in sizes and name not in given:
            others = {0, 1, larger.get(name, 0)} - {sizes[name]}
            yield from (replace(instance, sizes={**sizes, name: amount}) for amount in sorted(others))
    yield replace(instance, sizes={**sizes, **larger})
    tabled = {sort for cell in cells.values() if cell.spec.kind is Kind.SIZE for sort in cell.indices}
    if instance.adapters and Adapter not in tabled:
        yield replace(instance, adapters=instance.adapters + 1)
    for sort, number in instance.more.items():
        if sort not in tabled:
            yield replace(instance, more={**instance.more, sort: number + 1})


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
    """Yield the shortest runs whose last call reaches the goal, shorter ones first, until the states are used up.

    A call that looks at something which the instance does not have is not possible in it.
    """
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
        for event, args in _renumbered(world, calls):
            call = Call(event.name, args, instance.schema.system)
            try:
                event(world, *args)
                after = world.state()
                reached = goal(world, before, call)
            except (Refused, IndexError):
                continue
            finally:
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
    yield from ((event, args) for event, args in _renumbered(world, calls) if world.enabled(event, args))


def _renumbered(
    world: ConcreteWorld, calls: Sequence[tuple[Event, tuple[int, ...]]]
) -> Sequence[tuple[Event, tuple[int, ...]]]:
    """Return the calls without those that submit a request before one with a lower number."""
    if world.instance.schema is not World:
        return calls
    fresh = next((r for r in range(world.instance.requests) if world.phase[Request(r)] == Phase.ABSENT), None)
    return [call for call in calls if call[0].name != "submit" or call[1][0] == fresh]
