"""The known faults of the prefix cache by name, and how they are built in."""

from __future__ import annotations

from collections.abc import Iterable

from ...building_in import FaultRegistry
from ..block_store import BlockStore
from ..cache import PrefixCache
from ..radix_tree import RadixTree
from ..tiers import Tiers

_REGISTRY = FaultRegistry("the prefix cache", (BlockStore, RadixTree, Tiers))

FAULTS, fault = _REGISTRY.faults, _REGISTRY.fault


def with_faults(names: Iterable[str]) -> type[PrefixCache]:
    """Return the class of a cache with some faults built in."""
    patches = _REGISTRY.patches(names)
    made: type[PrefixCache] = patches.of(
        BlockStore, PrefixCache, radix_tree=patches.of(RadixTree), memory_tiers=patches.of(Tiers)
    )
    return made
