"""Which calls are possible now, and which are not and why, found without trying every combination of arguments.

A guard that fails for reasons that only some of the arguments have part in fails for every value of the others, so
those are skipped. What a guard depends on is read from the source of the event.
"""

from __future__ import annotations

import ast
import inspect
import textwrap
from bisect import bisect
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import IntEnum
from functools import cache
from itertools import accumulate
from random import Random
from typing import Any

from ..model.instance import Instance
from ..model.language import Event, Refused
from ..model.sorts import Adapter, Flag, Pool, Request, Tokens
from ..model.worlds.concrete import ConcreteWorld


@dataclass(frozen=True, slots=True)
class Guard:
    """One guard of an event: its place among them, its message, the law that it keeps, and what it depends on."""

    order: int
    why: str
    law: str
    depth: int
    """The position of the last argument that it depends on; -1 where it depends on none."""


@cache
def guards(event: Event) -> dict[str, Guard]:
    """Return the guards of an event by their messages, in the order in which they are asked."""
    names = [name for name, _ in event.params]
    tree = ast.parse(textwrap.dedent(inspect.getsource(event.body)))
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    found: dict[str, Guard] = {}
    for call in calls:
        if isinstance(call.func, ast.Name) and call.func.id == "require":
            why, law = (_text(call.args[at]) if len(call.args) > at else "" for at in (1, 2))
            used = {each.id for each in ast.walk(call.args[0]) if isinstance(each, ast.Name)}
            depth = max((at for at, name in enumerate(names) if name in used), default=-1)
            order = found[why].order if why in found else len(found)
            found[why] = Guard(order, why, law, max(depth, found[why].depth if why in found else -1))
    return found


def _text(node: ast.expr) -> str:
    return str(node.value) if isinstance(node, ast.Constant) else ""


FEW_TOKENS = 3
"""The largest number of tokens that one call is about in a system that has no longest request."""

_RANGES: dict[Any, Callable[[Instance], range]] = {
    Request: lambda instance: range(instance.requests),
    Adapter: lambda instance: range(instance.adapters + 1),
    Tokens: lambda instance: range(instance.sizes.get("max_length", FEW_TOKENS) + 1),
    Flag: lambda _: range(2),
    Pool: lambda _: range(len(Pool)),
}


def argument_ranges(event: Event, instance: Instance) -> list[range]:
    """Return the values that each argument may take in an instance."""
    return [_RANGES[sort](instance) if sort in _RANGES else _numbered(sort, instance) for _, sort in event.params]


def _numbered(sort: Any, instance: Instance) -> range:
    """Return the values of a sort that only some systems have: members of an enum are numbered from 0 on."""
    return range(len(sort)) if issubclass(sort, IntEnum) else range(instance.count(sort))


def walk(world: ConcreteWorld, event: Event, pick: int = 0) -> Iterator[tuple[tuple[int, ...], Refused | None]]:
    """Yield arguments with why they are refused, or None; one of many that are refused for the same reason.

    `pick` says with which values to begin; from there on all others follow, round and round.
    """
    ranges, known = argument_ranges(event, world.instance), guards(event)
    if not all(ranges):
        return
    orders = [_turned(values, pick >> (4 * at)) for at, values in enumerate(ranges)]
    last = len(orders) - 1
    at_each = [0] * len(orders)
    while True:
        args = tuple([order[at] for order, at in zip(orders, at_each, strict=True)])
        refusal = world.refusal(event, args)
        at = known[refusal.why].depth if refusal is not None and refusal.why in known else last
        yield args, refusal
        while at >= 0 and at_each[at] + 1 >= len(orders[at]):
            at -= 1
        if at < 0:
            return
        at_each[at] += 1
        at_each[at + 1 :] = [0] * (last - at)


def _turned(values: range, by: int) -> Sequence[int]:
    """Return the values from one of them on, and then those before it."""
    start = by % len(values)
    return [*values[start:], *values[:start]] if start else values


def possible(world: ConcreteWorld, event: Event, pick: int = 0) -> tuple[int, ...] | None:
    """Return arguments with which the event is possible now, or None. The smallest, where `pick` is 0."""
    for args, refusal in walk(world, event, pick):
        if refusal is None:
            return args
    return None


LAW_WEIGHT = 12
"""How much more often a guard is tried that keeps a law, as those on resources do, than one that does not."""


def impossible(world: ConcreteWorld, events: Iterable[Event], pick: int) -> tuple[Event, tuple[int, ...]] | None:
    """Return an event with arguments with which it must be refused now, or None.

    Every guard that fails somewhere has its chance; those that keep a law, and those that are asked late, have more.
    """
    failing: list[tuple[Event, Guard, list[tuple[int, ...]]]] = []
    weights: list[int] = []
    for event in events:
        by_reason: dict[str, list[tuple[int, ...]]] = {}
        for args, refusal in walk(world, event):
            if refusal is not None:
                by_reason.setdefault(refusal.why, []).append(args)
        for why, group in by_reason.items():
            guard = guards(event).get(why, Guard(0, why, "", len(event.params) - 1))
            failing.append((event, guard, group))
            weights.append((guard.order + 1) * (LAW_WEIGHT if guard.law else 1))
    if not failing:
        return None
    pick, at = divmod(pick, sum(weights))
    event, guard, group = failing[bisect(list(accumulate(weights)), at)]
    pick, which = divmod(pick, len(group))
    chosen = list(group[which])
    for position, values in enumerate(argument_ranges(event, world.instance)):
        if position > guard.depth:  # the refusal does not depend on it
            pick, chosen[position] = divmod(pick, len(values))
    return event, tuple(chosen)


TRIES = 40
"""How many calls are looked at to find those that only one guard refuses."""


def barely_impossible(
    world: ConcreteWorld, events: Sequence[Event], often: Mapping[str, int], chance: Random
) -> tuple[Event, tuple[int, ...], str] | None:
    """Return a call that a single guard refuses, and what that guard says; of some found, the guard tried least often.

    An engine that lacks one guard does only such a call; what several guards refuse shows nothing of each of them.
    """
    found: list[tuple[int, int, Event, tuple[int, ...], str]] = []
    for at in range(TRIES):
        event = chance.choice(events)
        ranges = argument_ranges(event, world.instance)
        if not all(ranges):
            continue
        args = tuple(chance.choice(values) for values in ranges)
        try:
            refusals = world.refusals(event, args)
        except IndexError:  # behind a guard that does not hold it may look at what is not there
            continue
        if len(refusals) == 1:
            why = f"{event.name}: {refusals[0].why}"
            found.append((often.get(why, 0), at, event, args, why))
    if not found:
        return None
    _, _, event, args, why = min(found, key=lambda each: each[:2])
    return event, args, why
