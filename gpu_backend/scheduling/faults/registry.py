"""The known faults of the scheduling pass by name, and how they are built in."""

from __future__ import annotations

from collections.abc import Iterable

from ...building_in import FaultRegistry
from ..batch import ScheduledBatch
from ..core import Core
from ..detector import StallDetector
from ..executor import SchedulingExecutor
from ..kv_cache_manager import KvCacheManager
from ..pools import KvCachePools
from ..prefix_skip import PrefixSkip
from ..queue import RequestQueue
from ..rows import BatchRows
from ..slots import IndexMapper, SeqSlotManager, SlotManager
from ..transfers import TransferManager
from ..victims import VictimRules
from ..walk import SchedulingPass

_COMPONENTS = {
    "request_queue": RequestQueue,
    "seq_slot_manager": SeqSlotManager,
    "transfer_manager": TransferManager,
    "victim_rules": VictimRules,
    "scheduled_batch": ScheduledBatch,
    "scheduling_pass": SchedulingPass,
    "batch_rows": BatchRows,
    "prefix_skip": PrefixSkip,
    "stall_detector": StallDetector,
}
"""The parts of the scheduler that are made of no others, by the names under which it has them."""

_REGISTRY = FaultRegistry(
    "the scheduling pass", (Core, KvCachePools, KvCacheManager, SlotManager, *_COMPONENTS.values())
)

FAULTS, fault = _REGISTRY.faults, _REGISTRY.fault


def with_faults(names: Iterable[str]) -> type[SchedulingExecutor]:
    """Return the executor class with some faults built in."""
    patches = _REGISTRY.patches(names)
    manager = patches.of(KvCacheManager, index_mapper=patches.of(IndexMapper))
    pools = patches.of(KvCachePools, kv_cache_manager=manager)
    own = {name: patches.of(part) for name, part in _COMPONENTS.items()}
    made: type[SchedulingExecutor] = patches.of(Core, SchedulingExecutor, kv_cache_pools=pools, **own)
    return made
