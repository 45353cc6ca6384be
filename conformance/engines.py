"""Finding engines by name: the reference that comes with the harness, what is installed as an entry point, or a place.

A place is `module:name` or `path/to/file.py:name`, for an engine that is not packaged.
"""

from __future__ import annotations

import importlib
import importlib.util
import sys
from collections.abc import Collection, Mapping, Sequence
from importlib.metadata import EntryPoint, entry_points
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from ..model.instance import Instance
from .engine import Engine, EngineFactory, FaultInfo
from .parts.part import PartFactory
from .reference import ReferenceFactory
from .wholes.whole import WholeFactory

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
    """Return the engine of this name, or at this place."""
    if name == ReferenceFactory.name:
        return ReferenceFactory()
    where, _, attribute = name.rpartition(":")
    entry = _installed().get(name)
    if entry is None and not (where and attribute):
        msg = (
            f"there is no engine {name!r}; known are {', '.join(known())} (entry points of the group {GROUP}); "
            "one that is not installed is named by its place, as path/to/file.py:NAME"
        )
        raise UnknownEngine(msg)
    try:
        loaded: Any = entry.load() if entry is not None else getattr(_module(where), attribute)
        made = loaded() if isinstance(loaded, type) else loaded
    except (Exception, SystemExit) as error:
        at = f" ({entry.value})" if entry is not None else ""
        msg = f"the engine {name!r}{at} cannot be loaded: {type(error).__name__}: {error}"
        raise UnknownEngine(msg) from error
    missing = [word for word in NEEDED if not hasattr(made, word)]
    if missing or not callable(made):
        lacks = ", ".join(missing) or "__call__"
        msg = f"the engine {name!r} is no EngineFactory: it lacks {lacks}; see conformance/engine.py"
        raise UnknownEngine(msg)
    factory = cast("EngineFactory", made)
    return factory if entry is not None else Shown(factory, name=name)


class Shown:
    """A factory under another name, or with fewer events.

    An engine that was found by its place is called by it, so that the command to reproduce finds it; one whose profile
    leaves events out is not commanded them, by the machine, the drain or a lone run.
    """

    def __init__(self, factory: EngineFactory, *, name: str = "", without: Collection[str] = ()) -> None:
        """Take everything else over."""
        self.name, self.observed = name or factory.name, factory.observed
        self.events = factory.events - frozenset(without)
        self.parts, self.wholes = parts_of(factory), wholes_of(factory)
        self._factory = factory

    def __call__(self, instance: Instance, *, seed: int, faults: Sequence[str] = ()) -> Engine:
        """Start an engine of this size."""
        return self._factory(instance, seed=seed, faults=faults)

    def faults(self) -> Mapping[str, FaultInfo]:
        """Return the known faults that can be built into this engine."""
        return self._factory.faults()


def parts_of(factory: EngineFactory) -> tuple[PartFactory, ...]:
    """Return the parts that an engine gives to be held by themselves, if it gives any (`parts` of its factory)."""
    return tuple(getattr(factory, "parts", ()))


def wholes_of(factory: EngineFactory) -> tuple[WholeFactory, ...]:
    """Return the wholes that an engine gives, each made of parts and planning by itself (`wholes` of its factory)."""
    return tuple(getattr(factory, "wholes", ()))


def left_out_of(factory: EngineFactory) -> dict[str, str]:
    """Return the known faults, by id, that cannot be built into an engine, and why (`left_out` of its factory)."""
    return dict(getattr(factory, "left_out", {}))


NEEDED = ("name", "events", "observed", "faults")
"""What a factory must have besides being callable."""


def _module(where: str) -> ModuleType:
    if not where.endswith(".py"):
        return importlib.import_module(where)
    path = Path(where)
    if not path.is_file():
        msg = f"there is no file {where}"
        raise FileNotFoundError(msg)
    spec = importlib.util.spec_from_file_location(f"tenure_engine_{path.stem}", path)
    if spec is None or spec.loader is None:
        msg = f"{where} is no Python file"
        raise ImportError(msg)
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module  # dataclasses look their module up while it is being loaded
    spec.loader.exec_module(module)
    return module
