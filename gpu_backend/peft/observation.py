"""What the caches show of themselves, read from lists, sets and memory; no number is kept that could be counted."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from ...conformance.parts.part import Shown
from ...model.instance import Instance
from ...model.sorts import NO_ADAPTER
from ...model.systems.adapters.state import NO_CONTENT, Content, Level, Phase
from .cache import CacheEntry, LoraCache
from .checkpoints import recognised
from .requests import Core, LoraRequest

NOBODY: Final = LoraRequest(-1, NO_ADAPTER, phase=Phase.ABSENT)
"""What is shown of a request that is not there."""


def shown(core: Core, instance: Instance) -> Shown:
    """Return every field of the system."""
    requests, tasks = range(instance.requests), range(instance.adapters + 1)
    peft, budget = core.peft, core.budget

    def of_requests(value: Callable[[LoraRequest], int]) -> list[int]:
        return [int(value(core.requests.get(r, NOBODY))) for r in requests]

    def of_tasks(pages: Mapping[int, int]) -> list[int]:
        return [pages.get(task, 0) for task in tasks]

    def members(which: Iterable[int], of: range) -> list[int]:
        them = set(which)
        return [int(each in them) for each in of]

    in_use = core.in_use()
    fields = {
        "phase": of_requests(lambda request: request.phase),
        "adapter": of_requests(lambda request: request.task),
        "content": of_requests(lambda request: request.content or NO_CONTENT),
        "started": of_requests(lambda request: request.started),
        "latest": [NO_CONTENT, *(peft.registry[task].latest for task in tasks[1:])],
        "references": [0, *(len(peft.registry[task].requests) for task in tasks[1:])],
        "active": [int(peft.active.anywhere(r)) for r in requests],
        "parked": [int(peft.paused.anywhere(r)) for r in requests],
        "active_holders": [len(peft.active.of(task)) for task in tasks],
        "parked_holders": [len(peft.paused.of(task)) for task in tasks],
        "in_use": of_tasks(in_use),
        "forming": [int(core.step.forming)],
        "planned": members(budget.planned, requests),
        "claimed": of_tasks(budget.counted),
        "unclaimed": of_tasks(core.uncounted()),
        "spare": of_tasks({task: pages - in_use.get(task, 0) for task, pages in budget.counted.items()}),
        "chosen": members(budget.chosen, tasks),
        "reading": members(core.step.reading, requests),
        "fenced": members((entry.task for entry in peft.fenced()), tasks),
    }
    for level in Level:
        of_cache = shown_of_cache(peft.cache(level), tasks, instance.count(Content) - 1)
        fields |= {f"{name}.{level.name}": values for name, values in of_cache.items()}
    return fields


def shown_of_cache(cache: LoraCache, tasks: range, contents: int) -> dict[str, list[int]]:
    """Return what one level shows. A page counts where it is its only place, and as free only if it is poisoned."""
    places = Counter([*cache.pages.free.view(), *(page for entry in cache.entries() for page in entry.pages)])
    clean = {page for page in cache.pages.poisoned() if places[page] == 1}

    def of(value: Callable[[CacheEntry], int]) -> list[int]:
        found = (cache.find(task) for task in tasks)
        return [0 if entry is None else int(value(entry)) for entry in found]

    return {
        "free": [sum(page in clean for page in cache.pages.free.view())],
        "entry": [int(cache.state(task)) for task in tasks],
        "copy": of(lambda entry: content_of(cache, entry, contents)),
        "deferred": of(lambda entry: entry.done and entry.task in cache.in_progress),
        "held": of(lambda entry: sum(places[page] == 1 for page in entry.pages)),
        "idle": of(lambda entry: len(entry.pages) if entry.task in cache.done else 0),
        "wanted": of(lambda entry: 0 if entry.pages else entry.weight),
    }


def content_of(cache: LoraCache, entry: CacheEntry, contents: int) -> int:
    """Return which version the memory of a loaded entry is, and of any other the one that it will be."""
    if entry.loaded:
        return recognised(entry.task, cache.pages.read(entry.pages), contents)
    return entry.content
