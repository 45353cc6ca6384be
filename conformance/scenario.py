"""Scenarios: small runs with what came of each call on record, for the model and engines to go through."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from pathlib import Path

from ..model.instance import Instance
from ..model.naming import named
from ..model.trace import Call
from ..model.worlds.layout import Cell
from .engine import Refused
from .parts.part import PartFactory
from .parts.reference import reference_part


@dataclass(frozen=True, slots=True)
class Came:
    """What came of a call: done or refused, why, and the facts that have changed, by name."""

    kind: str = ""
    why: str = ""
    facts: Mapping[str, str] = field(default_factory=dict)

    def __str__(self) -> str:
        """Return it as a script has it."""
        said = self.why or " ".join(f"{name}={value}" for name, value in self.facts.items())
        return f"{self.kind}: {said}" if said else self.kind


@dataclass(frozen=True, slots=True)
class Scenario:
    """A script that was read: its lines as they stand, its sizes, and each call by its line, with what is recorded."""

    path: Path
    lines: tuple[str, ...]
    instance: Instance
    calls: Mapping[int, tuple[Call, Came]]


def _names(cell: Cell, instance: Instance) -> Iterator[str]:
    for key in product(*(range(instance.count(sort)) for sort in cell.indices)):
        yield f"{cell.name}[{','.join(map(str, key))}]" if key else cell.name


def run(scenario: Scenario, factory: PartFactory, faults: Sequence[str] = ()) -> dict[int, Came]:
    """Return what comes of each call, by its line; the run ends with what raises. It must begin as the model does."""
    size, came = scenario.instance, dict[int, Came]()
    names = {cell.name: list(_names(cell, size)) for cell in factory.cells}
    part, before = factory.make(size, 0, faults), reference_part(factory.system).make(size, 0, ()).observe()
    for number, (call, _) in scenario.calls.items():
        try:
            outcome, after = part.apply(call), part.observe()
            facts = {
                name: named(cell.spec.domain, value)
                for cell in factory.cells
                for name, was, value in zip(names[cell.name], before[cell.name], after[cell.name], strict=True)
                if was != value
            }
        except Exception as error:  # noqa: BLE001  whatever it is, it is what came of the call
            came[number] = Came("raised", f"{type(error).__name__}: {error}")
            break
        refused = isinstance(outcome, Refused)
        came[number] = Came("refused" if refused else "done", getattr(outcome, "reason", ""), facts)
        before = after
    part.close()
    return came


def difference(scenario: Scenario, by: PartFactory, came: Mapping[int, Came], *, words: bool = False) -> str | None:
    """Say which line came out differently first, in one sentence; with `words`, the reason of a refusal counts too."""
    for number, (call, recorded) in scenario.calls.items():
        got = came.get(number, Came("not reached"))
        said = f"{scenario.path}:{number}: after {call}, recorded is %s, but with {by.name} it is %s"
        if got.kind != recorded.kind or (words and got.why != recorded.why):
            return said % (f"{recorded}" or "nothing", got)
        for name in [*recorded.facts, *got.facts]:
            hidden = re.split(r"[.[]", name)[0] in by.hidden
            facts = [f"{name}={each.facts[name]}" if name in each.facts else "no change" for each in (recorded, got)]
            if facts[0] != facts[1] and not hidden:
                return said % tuple(facts)
    return None
