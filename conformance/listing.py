"""Listing what there is: systems, laws, events, faults, parts, wholes, engines, profiles."""

from __future__ import annotations

import inspect
from collections.abc import Mapping, Sequence
from typing import TextIO

from rich.table import Table

from ..model.catalogue import SYSTEMS
from ..model.language import Law, Ranking, short_path
from ..model.state import World
from . import engines, profile
from .engine import EngineFactory
from .laws import ENGINE_LAWS
from .parts.part import PartFactory
from .report.page import Quiet

SHORT = ("id", "system", "in", "events", "laws", "faults")
"""Columns that are narrow, and are never broken."""

ENGINE = "engine "
"""Begins what is said of a fault in the place of its system where it can be built into an engine."""

PART = ", part "
"""Stands between the system and the part where it can be built into a part."""

TIGHT = 140
"""A terminal with fewer columns shows no places: `tenure explain NAME` does."""


def rows(what: str, factory: EngineFactory | None = None, system: str = "") -> list[dict[str, str]]:
    """Return a row for each thing, with the same columns; only those of one system if it is named.

    The faults of an engine are of the system that engines are held to.
    """
    return [row for row in _rows(what, factory) if not system or _system(row) == system]


def _system(row: Mapping[str, str]) -> str:
    within = row.get("system", row.get("in", ""))
    return World.system if within.startswith(ENGINE) else within.partition(PART)[0]


def render(rows: Sequence[Mapping[str, str]], what: str, out: TextIO) -> None:
    """Print the rows: as a table that is as wide as the terminal, or with a tab between columns where there is none."""
    if not rows:
        out.write(f"there are no {what}\n")
        return
    heads = list(rows[0])
    if not out.isatty():
        every = [list(row.values()) for row in rows]
        out.writelines("\t".join(values) + "\n" for values in ([heads, *every] if len(heads) > 1 else every))
        out.flush()  # here, where it can still be told that nobody reads on
        return
    console = Quiet(file=out, highlight=False, markup=False)
    shown = [head for head in heads if head != "where" or console.width >= TIGHT]
    table = Table(box=None, pad_edge=False, header_style="bold", show_header=len(heads) > 1)
    for head in shown:
        table.add_column(head, overflow="fold", no_wrap=head in SHORT)
    for row in rows:
        table.add_row(*(row[head] for head in shown))
    console.print(table)


def _rows(what: str, factory: EngineFactory | None) -> list[dict[str, str]]:
    systems = SYSTEMS.values()
    if what == "laws":
        stated: list[tuple[str, Law | Ranking]] = []
        for system in systems:
            stated += [(system.name, law) for law in system.laws.values()]
            stated += [(system.name, ranking) for ranking in system.rankings.values()]
        model = [
            {"id": law.id, "system": system, "name": law.name, "where": law.where, "sentence": law.doc}
            for system, law in stated
        ]
        return model + [
            {"id": law.id, "system": "harness", "name": law.name, "where": law.where, "sentence": law.sentence}
            for law in ENGINE_LAWS.values()
        ]
    if what == "events":
        return [
            {
                "system": system.name,
                "name": f"{event.name}({', '.join(name for name, _ in event.params)})",
                "where": event.where,
                "sentence": event.doc,
            }
            for system in systems
            for event in system.events.values()
        ]
    if what == "systems":
        return [
            {
                "name": system.name,
                "events": str(len(system.events)),
                "laws": str(len(system.laws) + len(system.rankings)),
                "faults": str(len(system.faults)),
                "sentence": system.doc,
            }
            for system in systems
        ]
    if what == "faults":
        return _built_in(factory) + [
            {"id": fault.id, "in": system.name, "name": fault.name, "breaks": ", ".join(fault.breaks),
             "summary": fault.doc}
            for system in systems for fault in system.faults.values()
        ]  # fmt: skip
    if what in {"parts", "wholes"}:
        return _parts(factory) if what == "parts" else _wholes(factory)
    names = engines.known() if what == "engines" else profile.shipped()
    return [{"name": name} for name in names]


def _parts(factory: EngineFactory | None) -> list[dict[str, str]]:
    """Return a row for each part that an engine gives to be held by itself."""
    return [
        {
            "name": part.name,
            "system": part.system,
            "events": str(len(SYSTEMS[part.system].events.keys() - part.without.keys()))
            if part.system in SYSTEMS
            else "?",
            "faults": str(len(part.known)),
            "where": _place(part),
        }
        for part in (engines.parts_of(factory) if factory is not None else ())
    ]


def _wholes(factory: EngineFactory | None) -> list[dict[str, str]]:
    """Return a row for each whole that an engine gives."""
    return [
        {"name": whole.name, "systems": ", ".join(whole.systems), "faults": str(len(whole.known))}
        for whole in (engines.wholes_of(factory) if factory is not None else ())
    ]


def _place(part: PartFactory) -> str:
    """Return the file of what makes a part, or its module where it is made by something that stands in none."""
    module = inspect.getmodule(part.make)
    file = getattr(module, "__file__", None)
    return short_path(file) if file else str(getattr(part.make, "__module__", ""))


def _built_in(factory: EngineFactory | None) -> list[dict[str, str]]:
    """Return a row for each fault that can be built into an engine or one of its parts."""
    if factory is None:
        return []
    within = [(f"{ENGINE}{factory.name}", fault) for fault in factory.faults().values()]
    for part in engines.parts_of(factory):
        within += [(f"{part.system}{PART}{part.name}", fault) for fault in part.known.values()]
    for whole in engines.wholes_of(factory):
        within += [(f"whole {whole.name}", fault) for fault in whole.known.values()]
    return [
        {
            "id": fault.id,
            "in": where,
            "name": fault.name,
            "breaks": ", ".join(fault.laws),
            "summary": " ".join(fault.summary.split()),
        }
        for where, fault in within
    ]
