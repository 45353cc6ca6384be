"""Evaluating laws on concrete worlds: which laws are broken here, and for whom."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import product

from .arguments import values_of
from .fields import Kind
from .instance import Instance
from .language import Law
from .naming import named
from .trace import Call
from .worlds.concrete import ConcreteWorld
from .worlds.layout import Cell


@dataclass(frozen=True, slots=True)
class Broken:
    """A law that does not hold, and the arguments for which it does not."""

    law: Law
    args: tuple[int, ...]

    def __str__(self) -> str:
        """Return the law's name with its arguments."""
        pairs = zip(self.law.params, self.args, strict=True)
        return f"{self.law.name}({', '.join(f'{name}={named(sort, value)}' for (name, sort), value in pairs)})"


def law_arguments(law: Law, instance: Instance) -> tuple[tuple[int, ...], ...]:
    """Return every combination of arguments that an instance has for a law."""
    return _arguments(law, instance.requests, instance.adapters, tuple(instance.more.items()))


@cache
def _arguments(
    law: Law, requests: int, adapters: int, more: tuple[tuple[type, int], ...]
) -> tuple[tuple[int, ...], ...]:
    instance = Instance(requests, adapters, 1, {}, dict(more), law.schema)
    return tuple(product(*(values_of(sort, instance) for _, sort in law.params)))


def arguments_of(call: Call | None, law: Law) -> tuple[tuple[int, ...], ...]:
    """Return the arguments for which a postcondition is asked after a call: the call's, if it is of its event."""
    return (call.args,) if call is not None and law.of is not None and call.event == law.of.name else ()


def broken(
    laws: Iterable[Law], after: ConcreteWorld, before: ConcreteWorld | None = None, call: Call | None = None
) -> Iterator[Broken]:
    """Yield every broken law with its arguments.

    Step laws are asked only where the world before is given, and what an event does with its arguments only where the
    call between the two is given as well, and is of that event.
    """
    instance: Instance = after.instance
    for law in laws:
        if law.step and before is None:
            continue
        worlds = (before, after) if law.step else (after,)
        for args in law_arguments(law, instance) if law.of is None else arguments_of(call, law):
            if not law.body(*worlds, *args):
                yield Broken(law, args)


def out_of_range(world: ConcreteWorld) -> Iterator[tuple[Cell, int]]:
    """Yield every cell that holds a value outside its declared range, with that value."""
    for cell in world.layout.cells.values():
        if cell.spec.kind is Kind.TALLY:
            continue
        for value in world.values(cell.name):
            if value < cell.spec.low or (cell.spec.high is not None and value > cell.spec.high):
                yield cell, value
