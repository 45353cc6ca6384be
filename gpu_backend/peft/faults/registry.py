"""The known faults of the adapter caches by name, and how they are built in."""

from __future__ import annotations

from collections.abc import Iterable

from ...building_in import FaultRegistry
from ..budget import PassBudget
from ..cache import LoraCache
from ..executor import PeftExecutor
from ..holders import Holders
from ..manager import PeftCacheManager
from ..pages import LoraCachePageManager
from ..registry import AdapterRegistry
from ..requests import Core
from ..transfers import Transfers

_REGISTRY = FaultRegistry(
    "the adapter caches",
    (Core, PeftCacheManager, LoraCache, LoraCachePageManager, Holders, Transfers, PassBudget, AdapterRegistry),
)

FAULTS, fault = _REGISTRY.faults, _REGISTRY.fault


def with_faults(names: Iterable[str]) -> type[PeftExecutor]:
    """Return the executor class with some faults built in."""
    patches = _REGISTRY.patches(names)
    manager = patches.of(
        PeftCacheManager,
        page_manager=patches.of(LoraCachePageManager),
        lora_cache=patches.of(LoraCache),
        holders=patches.of(Holders),
        transfer_queue=patches.of(Transfers),
        adapter_registry=patches.of(AdapterRegistry),
    )
    made: type[PeftExecutor] = patches.of(
        Core, PeftExecutor, peft_cache_manager=manager, pass_budget=patches.of(PassBudget)
    )
    return made
