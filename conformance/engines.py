"""Finding engines by name: the reference that comes with the harness, and what is installed as an entry point."""

from __future__ import annotations

from importlib.metadata import EntryPoint, entry_points
from typing import cast

from .engine import EngineFactory
from .reference import ReferenceFactory

GROUP = "tenure.engines"
"""The entry point group: name → an `EngineFactory`, or a class that makes one without arguments."""


class UnknownEngine(Exception):
    """No engine has this name, or it cannot be loaded. The message lists those that are known."""


def _installed() -> dict[str, EntryPoint]:
    return {entry.name: entry for entry in entry_points(group=GROUP)}


def known() -> list[str]:
    """Return the names of all engines."""
    return sorted({ReferenceFactory.name, *_installed()})


def find(name: str) -> EngineFactory:
    """Return the engine of this name."""
    if name == ReferenceFactory.name:
        return ReferenceFactory()
    entry = _installed().get(name)
    if entry is None:
        msg = f"there is no engine {name!r}; known are {', '.join(known())} (entry points of the group {GROUP})"
        raise UnknownEngine(msg)
    try:
        loaded = entry.load()
        made = loaded() if isinstance(loaded, type) else loaded
    except Exception as error:
        msg = f"the engine {name!r} ({entry.value}) cannot be loaded: {type(error).__name__}: {error}"
        raise UnknownEngine(msg) from error
    return cast("EngineFactory", made)
