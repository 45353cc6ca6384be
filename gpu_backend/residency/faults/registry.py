"""The known faults of resident requests by name, and how they are built in."""

from __future__ import annotations

from collections.abc import Iterable

from ...building_in import FaultRegistry
from ..adapter_slots import AdapterSlots
from ..core import Core
from ..decode_step import DecodeStep
from ..drafter import DrafterContexts
from ..executor import ResidentExecutor
from ..learning import GainController, SacrificeCredit
from ..paused import PausedRequests
from ..pools import ResidentPools
from ..queue import AdmissionQueue
from ..recurrent import RecurrentStates
from ..slot_pool import IndexMapper, SequenceSlots

POOLS = (SequenceSlots, IndexMapper, RecurrentStates, DrafterContexts)

OTHERS = (AdapterSlots, AdmissionQueue, PausedRequests, GainController, SacrificeCredit, DecodeStep)

_REGISTRY = FaultRegistry("resident requests", (Core, ResidentPools, *POOLS, *OTHERS))

FAULTS, fault = _REGISTRY.faults, _REGISTRY.fault


def with_faults(names: Iterable[str]) -> type[ResidentExecutor]:
    """Return the executor class with some faults built in."""
    patches = _REGISTRY.patches(names)
    pools = patches.of(
        ResidentPools,
        sequence_slots=patches.of(SequenceSlots),
        index_mapper=patches.of(IndexMapper),
        recurrent_states=patches.of(RecurrentStates),
        drafter_contexts=patches.of(DrafterContexts),
    )
    made: type[ResidentExecutor] = patches.of(
        Core,
        ResidentExecutor,
        resident_pools=pools,
        adapter_slots=patches.of(AdapterSlots),
        admission_queue=patches.of(AdmissionQueue),
        paused_requests=patches.of(PausedRequests),
        gain_controller=patches.of(GainController),
        sacrifice_credit=patches.of(SacrificeCredit),
        decode_step=patches.of(DecodeStep),
    )
    return made
