"""Which laws of the model the engine breaks, when it and the model no longer agree.

Every law is asked again of the state that the engine shows. The laws that the fewest states break say the most, so they
come first; the order is the same in every run.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import pairwise, product
from random import Random

from ..model.arguments import values_of
from ..model.check import arguments_of
from ..model.fields import Kind
from ..model.instance import Instance
from ..model.language import Law
from ..model.lifecycle import LAWS
from ..model.naming import named
from ..model.trace import Call
from ..model.worlds.concrete import ConcreteWorld
from ..model.worlds.layout import CELLS, SIZES, Cell
from . import laws
from .abstract import Abstraction, index_count, label
from .evidence import Broken, Difference
from .laws import cite

SAMPLES = 200
"""How many states a law is tried on to see how much it says."""


def overlay(base: ConcreteWorld, shown: Sequence[tuple[Cell, int | None, int]]) -> ConcreteWorld:
    """Return the model's state with the engine's values in place of its own; totals and tallies follow."""
    world = ConcreteWorld(base.instance)
    world.restore(base.state())
    for cell, key, value in shown:
        if cell.name == "adapter" and not 0 <= value <= base.instance.adapters:
            continue  # no such adapter: nothing can be counted for it
        write(world, cell, key, value)
    return world


def write(world: ConcreteWorld, cell: Cell, key: int | None, value: int) -> None:
    """Set one cell of a world, as an event would."""
    field = getattr(world, cell.field) if cell.pool is not None or key is not None else None
    if field is None:
        setattr(world, cell.name, value)
    elif key is None:
        field[cell.pool] = value
    elif cell.pool is None:
        field[key] = value
    else:
        field[cell.pool, key] = value


def differences(
    abstraction: Abstraction, expected: Sequence[int], got: Sequence[int]
) -> Iterator[tuple[Cell, Difference]]:
    """Yield each cell in which the engine and the model differ."""
    for (cell, key), wanted, found in zip(abstraction.labels, expected, got, strict=True):
        if wanted != found:
            said = [named(cell.spec.domain, value) for value in (wanted, found)]
            yield cell, Difference(f"{label(cell, key)}: {cell.spec.doc}", *said)


def broken_laws(
    abstraction: Abstraction,
    before: ConcreteWorld,
    after: ConcreteWorld,
    got: Sequence[int],
    call: Call | None = None,
) -> list[Broken]:
    """Return the laws that do not hold of what the engine shows; O1 where each of them does.

    `before` is the model's state before the event and `after` the one behind it; `got` is what the engine shows, and
    `call` the call that was done in between, if there was one.
    """
    differing = list(differences(abstraction, abstraction.expected(after.data), got))
    observed = overlay(after, abstraction.label(got))
    found = []
    for law in by_how_much_they_say():
        for subject in subjects(law, after.instance, call):
            if not holds(law, before, observed, subject):
                about = ", ".join(
                    f"{name}={named(sort, value)}" for (name, sort), value in zip(law.params, subject, strict=True)
                )
                found.append(Broken(cite(law.name), about, _telling(law, subject, differing)))
                break
    return found or [Broken(cite(laws.AGREES), "", differing[0][1])]


def holds(law: Law, before: ConcreteWorld, after: ConcreteWorld, subject: Sequence[int]) -> bool:
    """Whether the law holds of a subject. A state in which it cannot be evaluated tells nothing."""
    try:
        return bool(law.body(before, after, *subject) if law.step else law.body(after, *subject))
    except IndexError:
        return True


def subjects(law: Law, instance: Instance, call: Call | None = None) -> Iterator[tuple[int, ...]]:
    """Yield whom the law may be about in an instance; what one event does is only about a call of that event."""
    if law.of is not None:
        yield from arguments_of(call, law)
        return
    yield from product(*(values_of(sort, instance) for _, sort in law.params))


def fields_read(law: Law) -> frozenset[str]:
    """Return the fields of the state that a law names."""
    return frozenset(law.body.__code__.co_names) & frozenset(cell.field for cell in CELLS.values())


def _telling(law: Law, subject: Sequence[int], differing: Sequence[tuple[Cell, Difference]]) -> Difference:
    """Return the difference that the law is about: in a field that it reads, of its own subject if there is one."""
    read = fields_read(law)
    mine = [difference for cell, difference in differing if cell.field in read]
    own = [each for each in mine if any(f"[{value}]" in each.what for value in subject)]
    return (own or mine or [difference for _, difference in differing])[0]


@cache
def by_how_much_they_say() -> tuple[Law, ...]:
    """Return every law, the one that the fewest states break first: the narrower the case, the more it says."""
    draw = Random(0)  # noqa: S311  the same states in every run are the point
    instance = Instance(1, 1, 1, dict.fromkeys(SIZES, 2))
    states = [_any_state(instance, draw) for _ in range(SAMPLES)]
    pairs = list(pairwise(states))

    def share_broken(law: Law) -> float:
        if law.of is not None:  # what one event does is broken by nearly every other state: it says the least
            return 1.0
        every = list(subjects(law, instance))
        return sum(any(not holds(law, before, after, about) for about in every) for before, after in pairs) / len(pairs)

    order = {law.name: (share_broken(law), at) for at, law in enumerate(LAWS.values())}
    return tuple(sorted(LAWS.values(), key=lambda law: order[law.name]))


def _any_state(instance: Instance, draw: Random) -> ConcreteWorld:
    """Return a state in which anything may be, amounts being none as often as not."""
    world = ConcreteWorld(instance)
    for cell in CELLS.values():
        if cell.spec.kind in (Kind.SIZE, Kind.TALLY):
            continue
        amounts = range(cell.spec.low, cell.spec.high + 1) if cell.spec.high is not None else (0, 0, 1, 2)
        if cell.name == "adapter":
            amounts = range(instance.adapters + 1)
        count = index_count(cell, instance)
        for key in (None,) if count is None else range(count):
            write(world, cell, key, draw.choice(amounts))
    return world
