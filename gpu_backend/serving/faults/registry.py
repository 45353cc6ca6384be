"""The known faults of the whole by name, those of its parts among them, and how they are built in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ...building_in import FaultRegistry
from ...peft import faults as peft
from ...prefix import faults as prefix
from ...scheduling import faults as scheduling
from ..adapter_pass import AdapterPass
from ..engine import ServingEngine
from ..kv_cache_manager import TreeKvCacheManager
from ..kv_memory import KvTiers
from ..model_runner import ModelRunner
from ..planner import Planner
from ..pools import TreeKvCachePools
from ..streams import Stream
from ..tree import RecordedPrefixCache

_REGISTRY = FaultRegistry(
    "the whole engine",
    (
        ServingEngine, Planner, AdapterPass, ModelRunner, Stream, TreeKvCacheManager, TreeKvCachePools,
        RecordedPrefixCache, KvTiers,
    ),
)  # fmt: skip

FAULTS, fault = _REGISTRY.faults, _REGISTRY.fault


def built_with(names: Sequence[str]) -> type[ServingEngine]:
    """Return the class of a whole with some faults built in, its own or those of its parts."""
    parts = (scheduling.FAULTS, prefix.FAULTS, peft.FAULTS)
    patches = _REGISTRY.patches(name for name in names if not any(name in faults for faults in parts))

    def of(faults: Iterable[str]) -> list[str]:
        known = set(faults)
        return [name for name in names if name in known]

    scheduler = scheduling.with_faults(of(scheduling.FAULTS))
    tree = prefix.with_faults(of(prefix.FAULTS))
    tiers = patches.of(KvTiers, over(tree.memory_tiers, KvTiers))
    pools = patches.of(
        TreeKvCachePools,
        over(scheduler.kv_cache_pools, TreeKvCachePools),
        tree_manager=patches.of(
            TreeKvCacheManager, over(scheduler.kv_cache_pools.kv_cache_manager, TreeKvCacheManager)
        ),
        prefix_cache=patches.of(RecordedPrefixCache, recording(tree), kv_tiers=tiers),
        stream=patches.of(Stream),
    )
    made: type[ServingEngine] = patches.of(
        ServingEngine,
        scheduling_executor=scheduler,
        kv_cache_pools=pools,
        peft_executor=peft.with_faults(of(peft.FAULTS)),
        adapter_pass=patches.of(AdapterPass),
        pass_planner=patches.of(Planner),
        model_runner=patches.of(ModelRunner),
    )
    return made


def over(changed: type[Any], own: type[Any]) -> type[Any]:
    """Return the whole's own kind of a component with the changes of a part's, which come first."""
    return own if issubclass(own, changed) else type(own.__name__, (changed, own), {})


def recording(changed: type[Any]) -> type[Any]:
    """Return the tree that notes what a changed one does."""
    name = RecordedPrefixCache.__name__
    return (
        RecordedPrefixCache
        if issubclass(RecordedPrefixCache, changed)
        else type(name, (RecordedPrefixCache, changed), {})
    )
