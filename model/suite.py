"""A suite: the runs that tell a system from each small mistake in it, as few and as short as they come.

It is kept as JSON, a run on a line, so that a change of the model shows what it changes in the suite.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from .instance import Instance
from .language import Refused
from .system import System
from .telling import Run, Telling, mistakes_in, taken, telling
from .trace import Call
from .worlds.concrete import ConcreteWorld


@dataclass(frozen=True, slots=True)
class Suite:
    """The runs of a system, each with its instance, and the mistakes that none of them tells."""

    runs: tuple[tuple[Instance, Run], ...]
    untold: tuple[str, ...] = ()


def suite_of(system: System, progress: Callable[[str], None] = lambda _: None) -> Suite:
    """Look for the suite of a system, which takes minutes for a large one."""
    mistakes = mistakes_in(system)
    found = list(telling(system, mistakes, progress))
    told = {name for each in found for name in each.mistakes}
    return Suite(tuple(folded(system, found)), tuple(each.name for each in mistakes if each.name not in told))


def told_by(system: System, suite: Suite) -> set[str]:
    """Return the mistakes that a suite tells: with each of them some call of some run ends otherwise."""
    mistakes = mistakes_in(system)
    left = {each.name: each for each in mistakes}
    for instance, run in suite.runs:
        world = ConcreteWorld(instance)
        for call in run:
            state = world.state()
            event = system.events[call.event]
            after = taken(world, state, event, call.args)
            of_it = [each for each in left.values() if each.event.name == call.event]
            for each in of_it:
                if taken(world, state, each.event, call.args) not in (after, None):
                    del left[each.name]
            world.restore(after if isinstance(after, tuple) else state)
    return {each.name for each in mistakes} - left.keys()


def folded(system: System, found: Iterable[Telling]) -> list[tuple[Instance, Run]]:
    """Return runs that make every call that tells something, in the state in which it tells it.

    What is refused changes nothing, so that it is asked on the way of another run; what is the beginning of another run
    is left out.
    """
    by_instance: dict[str, tuple[Instance, list[Run]]] = {}
    for each in found:
        by_instance.setdefault(repr(each.instance), (each.instance, []))[1].append(each.run)
    folds = ((instance, _folded(system, instance, runs)) for instance, runs in by_instance.values())
    return [(instance, run) for instance, runs in folds for run in runs]


def _folded(system: System, instance: Instance, runs: Sequence[Run]) -> Iterator[Run]:
    refused: dict[Run, list[Call]] = {}
    done: dict[Run, None] = {}
    for run in dict.fromkeys(runs):
        if _refuses(system, instance, run):
            refused.setdefault(run[:-1], []).append(run[-1])
            done[run[:-1]] = None
        else:
            done[run] = None
    begun = {run[:at] for run in done for at in range(len(run))}
    for run in done:
        if run not in begun:
            asides = (refused.pop(run[:at], []) for at in range(len(run) + 1))
            yield tuple(call for at, aside in enumerate(asides) for call in (*run[at - 1 : at], *aside))


def _refuses(system: System, instance: Instance, run: Run) -> bool:
    world = ConcreteWorld(instance)
    try:
        for call in run:
            system.events[call.event](world, *call.args)
    except Refused:
        return True
    return False


def written(suite: Suite) -> str:
    """Return a suite as text."""
    instances = list({repr(instance): instance for instance, _ in suite.runs}.values())
    number = {repr(instance): at for at, instance in enumerate(instances)}
    runs = [[number[repr(instance)], [_said(call) for call in run]] for instance, run in suite.runs]
    parts = {"instances": [_sizes(each) for each in instances], "untold": suite.untold, "runs": runs}
    lists = (f'"{name}": [\n{_lines(values)}\n]' for name, values in parts.items())
    return "{\n" + ",\n".join(lists) + "\n}\n"


def _lines(values: Iterable[Any]) -> str:
    return ",\n".join(json.dumps(each) for each in values)


def _sizes(instance: Instance) -> Mapping[str, Any]:
    return {
        "requests": instance.requests,
        "adapters": instance.adapters,
        "page_size": instance.page_size,
        "sizes": dict(instance.sizes),
        "more": {sort.__name__: number for sort, number in instance.more.items()},
        "tables": {name: list(values) for name, values in instance.tables.items()},
    }


def read(system: System, text: str) -> Suite:
    """Return the suite of a system from its text."""
    said = json.loads(text)
    own = system.instance(1)
    sorts = {sort.__name__: sort for sort in own.more}
    instances = [
        Instance(
            each["requests"],
            each["adapters"],
            each["page_size"],
            each["sizes"],
            {sorts[name]: number for name, number in each["more"].items()},
            own.schema,
            {name: tuple(values) for name, values in each["tables"].items()},
        )
        for each in said["instances"]
    ]
    runs = [(instances[at], tuple(_call(each, system.name) for each in calls)) for at, calls in said["runs"]]
    return Suite(tuple(runs), tuple(said["untold"]))


def _said(call: Call) -> str:
    return " ".join([call.event, *map(str, call.args)])


def _call(said: str, system: str) -> Call:
    event, *args = said.split()
    return Call(event, tuple(map(int, args)), system)
