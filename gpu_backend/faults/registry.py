"""The known faults by name, and how they are built in: each is a subclass that overrides a small step of one part."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, TypeVar

from ...conformance.engine import FaultInfo
from ..adapters import AdapterCache
from ..commands import CommandedEngine
from ..core import Core
from ..executor import Executor
from ..kv_cache import KVCacheManager
from ..ladder import Ladder
from ..scheduler import Scheduler

PARTS: tuple[type[Any], ...] = (Core, KVCacheManager, AdapterCache, Executor, Scheduler, Ladder)
"""What a fault may change."""

C = TypeVar("C", bound=type[Any])
E = TypeVar("E", bound=CommandedEngine)


@dataclass(frozen=True, slots=True)
class Fault:
    """A known fault: what is known of it, and the class that does a step wrongly."""

    info: FaultInfo
    change: type[Any]


FAULTS: dict[str, Fault] = {}
"""All faults by name, in the order in which they are written."""


def fault(name: str, *, id: str, laws: tuple[str, ...]) -> Callable[[C], C]:  # noqa: A002
    """Register a class that does one step wrongly. `laws` are those one of which it must be seen to break.

    The name says what is forgotten, the class's docstring what is done instead.
    """

    def register(change: C) -> C:
        assert issubclass(change, PARTS), f"{name} changes no part of the engine"
        FAULTS[name] = Fault(FaultInfo(name, id, laws, inspect.getdoc(change) or ""), change)
        return change

    return register


def with_faults(engine: type[E], names: Iterable[str]) -> type[E]:
    """Return an engine class with some faults built in."""
    chosen = tuple(dict.fromkeys(names))
    unknown = [name for name in chosen if name not in FAULTS]
    if unknown:
        raise LookupError(f"there is no fault {unknown[0]!r}; there are {', '.join(FAULTS)}")
    if not chosen:
        return engine
    changes = [FAULTS[name].change for name in chosen]

    def patched(part: type[Any], base: type[Any], **parts: type[Any]) -> type[Any]:
        return type(base.__name__, (*(change for change in changes if issubclass(change, part)), base), parts)

    made: type[E] = patched(
        Core, engine,
        memory_manager=patched(KVCacheManager, KVCacheManager),
        adapter_cache=patched(AdapterCache, AdapterCache),
        step_executor=patched(Executor, Executor),
        scheduling=patched(Scheduler, Scheduler, ladder=patched(Ladder, Ladder)),
    )  # fmt: skip
    return made
