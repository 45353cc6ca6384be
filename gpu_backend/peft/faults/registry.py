"""The known faults of the adapter caches by name, and how they are built in."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

from ....conformance.engine import FaultInfo
from ...faults.registry import Fault
from ..budget import PassBudget
from ..cache import LoraCache
from ..executor import PeftExecutor
from ..holders import Holders
from ..manager import PeftCacheManager
from ..pages import LoraCachePageManager
from ..registry import AdapterRegistry
from ..requests import Core
from ..transfers import Transfers

PARTS: tuple[type[Any], ...] = (
    Core, PeftCacheManager, LoraCache, LoraCachePageManager, Holders, Transfers, PassBudget, AdapterRegistry,
)  # fmt: skip
"""What a fault may change."""

C = TypeVar("C", bound=type[Any])

FAULTS: dict[str, Fault] = {}
"""All faults by name, in the order in which they are written."""


def fault(name: str, *, laws: tuple[str, ...], id: str = "") -> Callable[[C], C]:  # noqa: A002
    """Register a class that does one step wrongly. `laws` are those one of which it must be seen to break.

    The name says what is forgotten, the class's docstring what is done instead.
    """

    def register(change: C) -> C:
        assert issubclass(change, PARTS), f"{name} changes nothing of the adapter caches"
        FAULTS[name] = Fault(FaultInfo(name, id, laws, inspect.getdoc(change) or ""), change)
        return change

    return register


def with_faults(names: Iterable[str]) -> type[PeftExecutor]:
    """Return the executor class with some faults built in."""
    chosen = tuple(dict.fromkeys(names))
    unknown = [name for name in chosen if name not in FAULTS]
    if unknown:
        raise LookupError(f"there is no fault {unknown[0]!r}; there are {', '.join(FAULTS)}")
    if not chosen:
        return PeftExecutor
    changes = [FAULTS[name].change for name in chosen]

    def patched(part: type[Any], base: type[Any], **parts: type[Any]) -> type[Any]:
        return type(base.__name__, (*(change for change in changes if issubclass(change, part)), base), parts)

    manager = patched(
        PeftCacheManager, PeftCacheManager,
        page_manager=patched(LoraCachePageManager, LoraCachePageManager),
        lora_cache=patched(LoraCache, LoraCache),
        holders=patched(Holders, Holders),
        transfer_queue=patched(Transfers, Transfers),
        adapter_registry=patched(AdapterRegistry, AdapterRegistry),
    )  # fmt: skip
    budget = patched(PassBudget, PassBudget)
    made: type[PeftExecutor] = patched(Core, PeftExecutor, peft_cache_manager=manager, pass_budget=budget)
    return made
