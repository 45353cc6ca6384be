"""The known faults of paired reuse by name, and how they are built in."""

from __future__ import annotations

from collections.abc import Iterable

from ...building_in import FaultRegistry
from ..cells import CellPool
from ..core import Core
from ..keys import KeyStream
from ..manager import PairedReuse
from ..model import DraftedModel
from ..tree import PrefixIndex

_REGISTRY = FaultRegistry("paired reuse", (Core, KeyStream, CellPool, PrefixIndex, DraftedModel))

FAULTS, fault = _REGISTRY.faults, _REGISTRY.fault


def with_faults(names: Iterable[str]) -> type[PairedReuse]:
    """Return the class of paired reuse with some faults built in."""
    patches = _REGISTRY.patches(names)
    made: type[PairedReuse] = patches.of(
        Core,
        PairedReuse,
        key_stream=patches.of(KeyStream),
        cell_pool=patches.of(CellPool),
        prefix_index=patches.of(PrefixIndex),
        drafted_model=patches.of(DraftedModel),
    )
    return made
