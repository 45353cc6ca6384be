"""The known faults of the engine by name, and how they are built in."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from ..adapters import AdapterCache
from ..building_in import FaultRegistry
from ..commands import CommandedEngine
from ..core import Core
from ..executor import Executor
from ..kv_cache import KVCacheManager
from ..ladder import Ladder
from ..scheduler import Scheduler

E = TypeVar("E", bound=CommandedEngine)

_REGISTRY = FaultRegistry("the torch engine", (Core, KVCacheManager, AdapterCache, Executor, Scheduler, Ladder))

FAULTS, fault = _REGISTRY.faults, _REGISTRY.fault


def with_faults(engine: type[E], names: Iterable[str]) -> type[E]:
    """Return an engine class with some faults built in."""
    patches = _REGISTRY.patches(names)
    made: type[E] = patches.of(
        Core, engine,
        memory_manager=patches.of(KVCacheManager),
        adapter_cache=patches.of(AdapterCache),
        step_executor=patches.of(Executor),
        scheduling=patches.of(Scheduler, ladder=patches.of(Ladder)),
    )  # fmt: skip
    return made
