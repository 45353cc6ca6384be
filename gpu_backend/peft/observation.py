"""What the caches show of themselves, read from lists, sets and memory; no number is kept that could be counted.

What follows from these is worked out here once more. Where the engine acts by what it makes of them, both are shown,
in different fields: who keeps an adapter and how many it counts, and the pages in use and those still to be counted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Final

from torch import Tensor

from ...conformance.parts.part import Shown
from ...model.instance import Instance
from ...model.sorts import NO_ADAPTER
from ...model.systems.adapters.state import NO_CONTENT, Content, Entry, Level, Phase
from .cache import CacheEntry, LoraCache, Reader
from .checkpoints import recognised
from .requests import Core, LoraRequest
from .transfers import Transfers

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

    device = peft.device
    in_use = {task: len(entry.pages) or entry.weight for task, entry in device.in_progress.items()}
    fenced = [task for task, entry in entries(device).items() if Reader.STEP in entry.readers]
    fields = {
        "phase": of_requests(lambda request: request.phase),
        "adapter": of_requests(lambda request: request.task),
        "content": of_requests(lambda request: request.content or NO_CONTENT),
        "started": of_requests(lambda request: has_started(request, brings=bool(core.brings[request.id]))),
        "latest": [NO_CONTENT, *(peft.registry.adapters[task].latest for task in tasks[1:])],
        "references": [0, *(len(peft.registry.adapters[task].requests) for task in tasks[1:])],
        "active": [int(any(r in held for held in peft.active.by_task.values())) for r in requests],
        "parked": [int(any(r in held for held in peft.paused.by_task.values())) for r in requests],
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
        "fenced": members(fenced, tasks),
    }
    for level in Level:
        seen = shown_of_cache(peft.transfers.caches[level], peft.transfers, tasks, instance.count(Content) - 1)
        fields |= {f"{name}.{level.name}": values for name, values in seen.items()}
    return fields


def has_started(request: LoraRequest, *, brings: bool) -> bool:
    """Whether a request was admitted. One that comes with weights was, if and only if it has them no more."""
    comes_with_weights = brings and request.task != NO_ADAPTER
    agreed = request.started == (request.weights is None) if comes_with_weights else request.weights is None
    return request.started if agreed else not request.started


def entries(cache: LoraCache) -> dict[int, CacheEntry]:
    """Return every entry by its adapter."""
    return {**cache.done, **cache.in_progress}


def poisoned(memory: Tensor) -> set[int]:
    """Return the pages that are unfit to be read."""
    return set(memory.isnan().all(dim=1).nonzero().flatten().tolist())


def shown_of_cache(cache: LoraCache, transfers: Transfers, tasks: range, contents: int) -> dict[str, list[int]]:
    """Return what one level shows. A page counts where it is its only place, and as free only if it is poisoned."""
    found, free = entries(cache), cache.pages.free.view()
    listed = (*cache.in_progress.values(), *cache.done.values())
    places = Counter([*free, *(page for entry in listed for page in entry.pages)])
    clean = {page for page in poisoned(cache.pages.memory) if places[page] == 1}

    def of(value: Callable[[CacheEntry], int]) -> list[int]:
        return [int(value(found[task])) if task in found else 0 for task in tasks]

    return {
        "free": [sum(page in clean for page in free)],
        "entry": of(lambda entry: state(cache, entry)),
        "copy": of(lambda entry: content_of(cache, transfers, entry, contents)),
        "deferred": of(lambda entry: entry.done and entry.task in cache.in_progress),
        "held": of(lambda entry: sum(places[page] == 1 for page in entry.pages)),
        "idle": of(lambda entry: len(entry.pages) if entry.task in cache.done else 0),
        "wanted": of(lambda entry: 0 if entry.pages else entry.weight),
    }


def state(cache: LoraCache, entry: CacheEntry) -> Entry:
    """Return where an entry stands."""
    if entry.failed:
        return Entry.FAILED
    if entry.loaded:
        return Entry.DONE if entry.task in cache.done else Entry.USED
    return Entry.LOADING if entry.pages else Entry.CLAIMING


def content_of(cache: LoraCache, transfers: Transfers, entry: CacheEntry, contents: int) -> int:
    """Return which version an entry is of: as its memory has it once it is loaded, and before as it is under way.

    It is of none where that is another one than the entry is found by. A load that has failed leaves only its name.
    """
    source = transfers.copies.get(entry)
    if entry.loaded:
        weights = cache.pages.memory[entry.pages]
    elif source is not None:
        weights = transfers.caches[Level.HOST].pages.memory[source.pages]
    elif entry in transfers.loads:
        weights = transfers.loads[entry]
    else:
        return entry.content if entry.failed else int(NO_CONTENT)
    version = recognised(entry.task, weights, contents)
    return version if version == entry.content else int(NO_CONTENT)
