"""What of a counterexample matters to a reader: the sizes and the facts that its calls and the law look at.

The state before the last call has many facts, and most have nothing to do with what went wrong. So the event and the
law are run on worlds that note which fields they name, and only the facts in these fields are shown.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from typing import Any, cast

from .fields import Kind, Schema
from .instance import Instance
from .naming import named
from .sorts import Adapter, Request
from .trace import Call
from .worlds.concrete import ConcreteWorld
from .worlds.layout import Cell, Layout


@dataclass(frozen=True, slots=True)
class Counterexample:
    """A way to break a law: a run from the start, or a step from a state that meets every law.

    `calls` are all calls of the run, or the one breaking step. `before` are the facts of the state before the last call
    in fields that its event or the law names, and `others` is how many more there are; `changes` is what the call
    changed, as (name, before, after), and `breaks` the law with its arguments. `counts` says how many there are of each
    thing that the calls are about, `capacities` are those that the last call or the law looks at, and `branches` those
    that the last call takes.
    """

    requests: int
    reachable: bool
    calls: tuple[Call, ...]
    before: tuple[str, ...]
    others: int
    changes: tuple[tuple[str, str, str], ...]
    breaks: str
    instance: Instance
    counts: tuple[str, ...]
    capacities: tuple[str, ...]
    branches: tuple[str, ...] = ()


class Looked:
    """A world that notes the fields which an event or a law names, and is otherwise the world that it was made of."""

    def __init__(self, world: ConcreteWorld, fields: set[str]) -> None:
        """Note into `fields`, which several worlds may share."""
        self.__dict__.update(_world=world, _fields=fields)

    def __getattr__(self, name: str) -> Any:
        """Note a field that is read, or of which a part is read or written."""
        self.__dict__["_fields"].add(name)
        return getattr(self.__dict__["_world"], name)

    def __setattr__(self, name: str, value: object) -> None:
        """Note a number that is written."""
        self.__dict__["_fields"].add(name)
        setattr(self.__dict__["_world"], name, value)


def looked(world: ConcreteWorld, fields: set[str]) -> Schema:
    """Return the world as one that notes what is named of it."""
    return cast("Schema", Looked(world, fields))


def facts(world: ConcreteWorld) -> dict[str, tuple[Cell, str]]:
    """Return what is not zero, as a reader would name it, with the cell that it is of."""
    found = {}
    for cell in world.layout.cells.values():
        if cell.spec.kind in (Kind.TALLY, Kind.SIZE):
            continue
        keys = list(product(*(range(world.instance.count(sort)) for sort in cell.indices)))
        for key, value in zip(keys, world.values(cell.name), strict=True):
            if value:
                name = f"{cell.name}[{', '.join(map(str, key))}]" if key else cell.name
                found[name] = (cell, named(cell.spec.domain, value))
    return found


def with_counted(fields: set[str], layout: Layout) -> frozenset[str]:
    """Return the fields, and for each tally among them those which it counts."""
    specs = layout.schema.specs
    tallies = [specs[name] for name in fields if name in specs and specs[name].kind is Kind.TALLY]
    return frozenset(fields) | {name for spec in tallies for name in (spec.of, spec.by) if name}


def counts(world: ConcreteWorld, fields: frozenset[str]) -> tuple[str, ...]:
    """Return in words how many there are of each thing that these fields are about."""
    instance = world.instance
    near = [cell for cell in world.layout.cells.values() if cell.field in fields]
    sorts = {sort for cell in near for sort in (*cell.indices, cell.spec.refers)}
    counted = {Request: instance.requests, Adapter: instance.adapters, **instance.more}
    amounts = [_amount(count, _words(sort)) for sort, count in counted.items() if sort in sorts]
    return (*amounts, f"{_amount(instance.page_size, 'token')} a page") if "pages" in fields else tuple(amounts)


def capacities(world: ConcreteWorld, fields: frozenset[str]) -> tuple[str, ...]:
    """Return the capacities among these fields, those that they start as, and maps that no event changes."""
    cells = world.layout.cells.values()
    wanted = fields | {cell.spec.starts_as for cell in cells if cell.field in fields}
    return tuple(
        f"{cell.name} = {' '.join(named(cell.spec.domain, value) for value in world.values(cell.name))}"
        for cell in cells
        if cell.spec.kind is Kind.SIZE and cell.field in wanted
    )


def _words(sort: type) -> str:
    """Return the name of a sort in words, e.g. `block table` for `BlockTable`."""
    return "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in sort.__name__).strip()


def _amount(count: int, word: str) -> str:
    return f"{count} {word}" if count == 1 else f"{count} {word}{'es' if word.endswith('x') else 's'}"


def told(found: Counterexample) -> Iterator[str]:
    """Yield a counterexample line by line: its sizes, its calls, what was so before the last, what that changed."""
    kind = "a run from the start" if found.reachable else "a step from a state that meets every law"
    yield f"{kind}{', with ' if found.counts else ''}{', '.join(found.counts)}:"
    if found.capacities:
        yield f"  sizes {', '.join(found.capacities)}"
    yield from (f"  {call}" for call in found.calls)
    changed = {f"{name} = {before}" for name, before, _ in found.changes}
    rest = [fact for fact in found.before if fact not in changed]
    if rest:
        yield "  before the last call, besides what it changes:"
    yield from (f"    {fact}" for fact in rest)
    if found.others:
        what = "1 fact" if found.others == 1 else f"{found.others} facts"
        yield f"  left out of the state before it: {what}, in fields that neither the event nor the law names"
    yield from (f"  changes {name} from {before} to {after}" for name, before, after in found.changes)
    yield f"  breaks {found.breaks}"
