"""Listing what there is: systems, laws, events, faults, engines, profiles."""

from __future__ import annotations

import msgspec

from ..model.catalogue import SYSTEMS
from ..model.language import Law, Ranking
from . import engines, profile
from .engine import EngineFactory
from .laws import ENGINE_LAWS


def listed(what: str, factory: EngineFactory | None, *, as_json: bool) -> str:
    """Return a list as text, or as JSON."""
    rows = _rows(what, factory)
    if as_json:
        return msgspec.json.format(msgspec.json.encode(rows), indent=2).decode()
    if not rows:
        return f"there are no {what}"
    widths = [max(len(key), *(len(row[key]) for row in rows)) for key in rows[0]]
    heads = [{key: key for key in rows[0]}] if len(rows[0]) > 1 else []
    shown = [*heads, *rows]
    lines = ["  ".join(f"{value:<{width}}" for value, width in zip(row.values(), widths, strict=True)) for row in shown]
    return "\n".join(line.rstrip() for line in lines)


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
        known = factory.faults().values() if factory is not None else ()
        built_in = [
            {"id": fault.id, "in": f"engine {factory.name}", "name": fault.name, "breaks": ", ".join(fault.laws),
             "summary": fault.summary}
            for fault in known if factory is not None
        ]  # fmt: skip
        return built_in + [
            {"id": fault.id, "in": system.name, "name": fault.name, "breaks": ", ".join(fault.breaks),
             "summary": fault.doc}
            for system in systems for fault in system.faults.values()
        ]  # fmt: skip
    names = engines.known() if what == "engines" else profile.shipped()
    return [{"name": name} for name in names]
