"""The known faults of the memory by name, and how they are built in."""

from __future__ import annotations

from collections.abc import Iterable

from ...building_in import FaultRegistry
from ..core import Core
from ..index import PrefixIndex
from ..manager import PageManager
from ..memory import PageMemory
from ..operations import OperationTable
from ..pool import PagePool

_REGISTRY = FaultRegistry("the memory", (Core, PageMemory, PagePool, PrefixIndex, OperationTable))

FAULTS, fault = _REGISTRY.faults, _REGISTRY.fault


def with_faults(names: Iterable[str]) -> type[PageManager]:
    """Return the class of a memory with some faults built in."""
    patches = _REGISTRY.patches(names)
    made: type[PageManager] = patches.of(
        Core,
        PageManager,
        page_memory=patches.of(PageMemory),
        page_pool=patches.of(PagePool),
        prefix_index=patches.of(PrefixIndex),
        operation_table=patches.of(OperationTable),
    )
    return made
