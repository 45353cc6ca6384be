"""The known faults of the pipeline by name, and how they are built in."""

from __future__ import annotations

from collections.abc import Iterable

from ...building_in import FaultRegistry
from ..adapters import AdapterSlots
from ..core import Core
from ..executor import PipelineExecutor
from ..in_flight import StepsInFlight
from ..manager import KVCacheManager
from ..model_runner import ModelRunner
from ..pages import PagePool

_REGISTRY = FaultRegistry("the pipeline", (Core, StepsInFlight, KVCacheManager, PagePool, AdapterSlots, ModelRunner))

FAULTS, fault = _REGISTRY.faults, _REGISTRY.fault


def with_faults(names: Iterable[str]) -> type[PipelineExecutor]:
    """Return the executor class with some faults built in."""
    patches = _REGISTRY.patches(names)
    made: type[PipelineExecutor] = patches.of(
        Core,
        PipelineExecutor,
        kv_cache_manager=patches.of(KVCacheManager, page_pool=patches.of(PagePool)),
        adapter_slots=patches.of(AdapterSlots),
        model_runner=patches.of(ModelRunner),
        steps_in_flight=patches.of(StepsInFlight),
    )
    return made
