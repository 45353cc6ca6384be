"""Listing what there is: laws, events, faults, engines, profiles."""

from __future__ import annotations

import msgspec

from ..model.lifecycle import EVENTS
from . import engines, profile
from .engine import EngineFactory
from .laws import all_laws


def listed(what: str, factory: EngineFactory | None, *, as_json: bool) -> str:
    """Return a list as text, or as JSON."""
    rows = _rows(what, factory)
    if as_json:
        return msgspec.json.format(msgspec.json.encode(rows), indent=2).decode()
    if not rows:
        return f"there are no {what}"
    widths = [max(len(row[key]) for row in rows) for key in rows[0]]
    lines = ["  ".join(f"{value:<{width}}" for value, width in zip(row.values(), widths, strict=True)) for row in rows]
    return "\n".join(line.rstrip() for line in lines)


def _rows(what: str, factory: EngineFactory | None) -> list[dict[str, str]]:
    if what == "laws":
        return [{"id": law.id, "name": law.name, "where": law.where, "sentence": law.sentence} for law in all_laws()]
    if what == "events":
        return [
            {
                "name": f"{event.name}({', '.join(name for name, _ in event.params)})",
                "where": event.where,
                "sentence": event.doc,
            }
            for event in EVENTS.values()
        ]
    if what == "faults":
        known = factory.faults().values() if factory is not None else ()
        return [
            {"id": fault.id, "name": fault.name, "breaks": ", ".join(fault.laws), "summary": fault.summary}
            for fault in known
        ]
    names = engines.known() if what == "engines" else profile.shipped()
    return [{"name": name} for name in names]
