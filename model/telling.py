"""Runs that tell a system from each small mistake in it: with the mistake, their last call ends otherwise.

An engine that makes such a mistake is seen to make it by the run, whatever else it does: nothing is left to chance.
The mistakes are the mutants of the events and the known faults of the model. Where an event is done, it is the state
after it that tells, or that it should have been refused; where it is refused, that a single guard stands in its way.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace

from .arguments import choices
from .fields import Kind
from .instance import Instance
from .language import Event, Refused
from .mutants import affected, mutants
from .search import ASIDE, FAR, MOST_TOKENS, NEAR, widening
from .sorts import Request
from .system import System
from .trace import Call
from .witness import witnesses
from .worlds.concrete import ConcreteWorld
from .worlds.layout import layout

State = tuple[int, ...]
Run = tuple[Call, ...]


@dataclass(frozen=True, slots=True)
class Mistake:
    """An event as it should not be, and what is wrong with it in a few words."""

    name: str
    event: Event


@dataclass(frozen=True, slots=True)
class Telling:
    """A run of an instance, and the mistakes that its last call tells."""

    instance: Instance
    run: Run
    mistakes: tuple[str, ...]


def mistakes_in(system: System) -> list[Mistake]:
    """Return every known fault of a system, and each mutant in each event that it changes."""
    faults = [Mistake(f"fault {each.name}", each.wrong) for each in system.faults.values()]
    changed = ((mutant, event) for mutant in mutants(system) for event in affected(mutant, system))
    return [*faults, *(Mistake(f"{event.name}: {mutant.key}", event) for mutant, event in changed)]


def telling(
    system: System, mistakes: Iterable[Mistake], progress: Callable[[str], None] = lambda _: None
) -> Iterator[Telling]:
    """Yield runs that tell mistakes, each mistake once, as far as small instances have one."""
    untold = _by_event(mistakes)
    ways = sorted(set(witnesses({**system.events, **system.sometimes}, system).values()), key=len)
    for number, (instance, most_states) in enumerate(_instances(system), 1):
        left = sum(map(len, untold.values()))
        if not left:
            return
        progress(f"{system.name}: {left} mistakes are not told yet, looking at instance {number}")
        yield from _Search(instance, system, untold, ways).tell(most_states)


def _instances(system: System) -> Iterator[tuple[Instance, int]]:
    """Yield the system's small instances, then ones that differ in what a request is or in a capacity."""
    own = [system.instance(requests) for requests in (2, 1, 3)]
    own = [replace(each, sizes={**each.sizes, **system.fixed}) for each in own]
    looked_at = [name for name in own[0].sizes if name not in system.fixed]
    near = [each for each in widening(own, looked_at, system.fixed) if each[1] != FAR]
    yield from near[: len(own)]
    yield from ((replace(each, sizes={**each.sizes, **system.fixed}), NEAR) for each in system.wide)
    yield from ((each, ASIDE) for each in _with_other_requests(own[0]))
    yield from near[len(own) :]


def _with_other_requests(instance: Instance) -> Iterator[Instance]:
    """Yield instances in which the requests are all alike in something that is fixed for a run, or change places."""
    for cell in layout(instance.schema).cells.values():
        if cell.spec.kind is Kind.SIZE and cell.indices == (Request,) and cell.name in instance.tables:
            values = instance.tables[cell.name]
            alike = [(value,) * len(values) for value in dict.fromkeys(values)]
            for others in dict.fromkeys([*alike, tuple(reversed(values))]):
                yield replace(instance, tables={**instance.tables, cell.name: others})


def _by_event(mistakes: Iterable[Mistake]) -> dict[str, list[Mistake]]:
    found: dict[str, list[Mistake]] = {}
    for each in mistakes:
        found.setdefault(each.event.name, []).append(each)
    return found


@dataclass(slots=True)
class _Search:
    """A search of one instance, from the states that known ways lead through and then level by level."""

    instance: Instance
    system: System
    untold: dict[str, list[Mistake]]
    ways: Sequence[Run]
    came_from: dict[State, tuple[State, Call] | None] = field(default_factory=dict)

    def tell(self, most_states: int) -> Iterator[Telling]:
        """Yield a run for each mistake that a call tells in one of the states seen."""
        world = ConcreteWorld(self.instance)
        calls = [(event, list(choices(event, self.instance, MOST_TOKENS))) for event in self.system.events.values()]
        self.came_from[world.state()] = None
        queue = deque(self.came_from)
        queue.extend(self._along_the_ways(world))
        while queue and any(self.untold.values()):
            state = queue.popleft()
            for event, every in calls:
                for args in every:
                    after = taken(world, state, event, args)
                    call = Call(event.name, args, self.system.name)
                    told = self._told(world, state, call, after) if self.untold.get(event.name) else []
                    if told:
                        yield Telling(self.instance, (*self._path(state), call), tuple(told))
                    if isinstance(after, tuple) and after not in self.came_from and len(self.came_from) < most_states:
                        self.came_from[after] = state, call
                        queue.append(after)

    def _along_the_ways(self, world: ConcreteWorld) -> Iterator[State]:
        """Go each known way for as long as it goes here, and yield the states on it that were not seen before."""
        for way in self.ways:
            state = next(iter(self.came_from))
            for call in way:
                after = taken(world, state, self.system.events[call.event], call.args)
                if not isinstance(after, tuple):
                    break
                if after not in self.came_from:
                    self.came_from[after] = state, call
                    yield after
                state = after

    def _told(self, world: ConcreteWorld, state: State, call: Call, after: State | str | None) -> list[str]:
        """Return the mistakes with which this call ends otherwise; they are not looked for any more."""
        if after is None:
            return []
        left: list[Mistake] = []
        told: list[Mistake] = []
        for mistake in self.untold[call.event]:
            otherwise = taken(world, state, mistake.event, call.args)
            tells = otherwise is not None and otherwise != after
            (told if tells else left).append(mistake)
        if told:
            self.untold[call.event] = left
        return [each.name for each in told]

    def _path(self, state: State) -> Run:
        run: list[Call] = []
        step = self.came_from[state]
        while step is not None:
            state, call = step
            run.append(call)
            step = self.came_from[state]
        return tuple(reversed(run))


REFUSED = "refused"


def taken(world: ConcreteWorld, state: State, event: Event, args: tuple[int, ...]) -> State | str | None:
    """Return the state after a call, or that it is refused; None where it looks at what the instance does not have."""
    world.restore(state)
    try:
        event(world, *args)
    except Refused:
        return REFUSED if world.state() == state else world.state()
    except IndexError:
        return None
    return world.state()
