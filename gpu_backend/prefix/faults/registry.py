"""The known faults of the prefix cache by name, and how they are built in."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from ....conformance.engine import FaultInfo
from ...faults.registry import Fault
from ..block_store import BlockStore
from ..cache import PrefixCache
from ..radix_tree import RadixTree
from ..tiers import Tiers

PARTS: tuple[type[Any], ...] = (BlockStore, RadixTree, Tiers)
"""What a fault may change."""

C = TypeVar("C", bound=type[Any])

FAULTS: dict[str, Fault] = {}
"""All faults by name, in the order in which they are written."""


def fault(name: str, *, laws: tuple[str, ...], id: str = "") -> Callable[[C], C]:  # noqa: A002
    """Register a class that does one step wrongly. `laws` are those one of which it must be seen to break.

    `id` is that of the fault in the list of known ones, where it is in the list.
    """

    def register(change: C) -> C:
        assert issubclass(change, PARTS), f"{name} changes no part of the cache"
        FAULTS[name] = Fault(FaultInfo(name, id, laws, inspect.getdoc(change) or ""), change)
        return change

    return register


def with_faults(names: Iterable[str]) -> type[PrefixCache]:
    """Return the class of a cache with some faults built in."""
    chosen = tuple(dict.fromkeys(names))
    unknown = [name for name in chosen if name not in FAULTS]
    if unknown:
        raise LookupError(f"the prefix cache has no fault {unknown[0]!r}; there are {', '.join(FAULTS)}")
    if not chosen:
        return PrefixCache
    changes = [FAULTS[name].change for name in chosen]

    def patched(part: type[Any], base: type[Any], **parts: type[Any]) -> type[Any]:
        return type(base.__name__, (*(change for change in changes if issubclass(change, part)), base), parts)

    made: type[PrefixCache] = patched(
        BlockStore, PrefixCache, radix_tree=patched(RadixTree, RadixTree), memory_tiers=patched(Tiers, Tiers)
    )
    return made
