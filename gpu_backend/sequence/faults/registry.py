"""The known faults of the caches of sequences by name, and how they are built in."""

from __future__ import annotations

from collections.abc import Iterable

from ...building_in import FaultRegistry
from ..cache import SequenceCache
from ..core import CacheCore
from ..index_buffer import PageIndexBuffer
from ..manager import SequenceManager
from ..pages import PageStorage
from ..runner import ModelRunner
from ..scratch import Scratch

_REGISTRY = FaultRegistry(
    "the caches of sequences", (CacheCore, SequenceManager, PageStorage, PageIndexBuffer, ModelRunner, Scratch)
)

FAULTS, fault = _REGISTRY.faults, _REGISTRY.fault


def with_faults(names: Iterable[str]) -> type[SequenceManager]:
    """Return the manager class with some faults built in."""
    patches = _REGISTRY.patches(names)
    cache = patches.of(CacheCore, SequenceCache, scratch_slots=patches.of(Scratch))
    made: type[SequenceManager] = patches.of(
        SequenceManager,
        page_storage=patches.of(PageStorage),
        sequence_cache=cache,
        index_buffer=patches.of(PageIndexBuffer),
        model_runner=patches.of(ModelRunner),
    )
    return made
