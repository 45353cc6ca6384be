"""Mistakes that show where there are several adapters, levels, claims or blocks: what is true of one is said of all.

None of them is a known fault, and suites, which stay in small instances, do not see them; kept runs do.
"""

from collections.abc import Sequence
from typing import Final

from tenure.gpu_backend.peft.cache import LoraCache
from tenure.gpu_backend.peft.caches import LoraCaches
from tenure.gpu_backend.peft.errors import AdapterInUse
from tenure.gpu_backend.pipeline.adapters import VERSIONS, AdapterSlots
from tenure.gpu_backend.pipeline.errors import StillRead
from tenure.gpu_backend.pipeline.in_flight import StepsInFlight
from tenure.gpu_backend.pipeline.step import Step
from tenure.gpu_backend.prefix.lookup import Lookups
from tenure.gpu_backend.prefix.path import Path
from tenure.gpu_backend.residency.adapter_slots import AdapterSlots as ResidentAdapters
from tenure.gpu_backend.residency.drafter import DrafterContexts
from tenure.gpu_backend.scheduling.batch import ScheduledBatch, SchedulerOutput
from tenure.gpu_backend.scheduling.prefix_skip import PrefixSkip
from tenure.gpu_backend.scheduling.request import LlmRequest
from tenure.gpu_backend.speculation.claiming import Claiming
from tenure.gpu_backend.speculation.computing import Computing
from tenure.gpu_backend.speculation.keys import KeyStream
from tenure.gpu_backend.speculation.request import PromptRequest
from tenure.model.sorts import Pool
from tenure.model.systems.adapters.state import Level
from tenure.model.systems.prefix.state import Stage

from .planting import Mistake

CLOSE: Final = Lookups.close


def unpin_one(slots: AdapterSlots, step: Step) -> None:
    """Stop at the first slot that the step reads."""
    slot = next((slot for slot in slots.slots.values() if step in slot.readers), None)
    if slot is not None:
        slot.readers.remove(step)


def pin_one(slots: AdapterSlots, step: Step) -> None:
    """Pin the lowest adapter of a step."""
    for task in sorted(step.adapters)[:1]:
        slots.slots[task].readers.append(step)


def keep_one_for_the_plan(slots: AdapterSlots, task: int, planned: Step) -> None:
    """Look at the lowest adapter of the plan."""
    del slots
    if task == min(planned.adapters, default=None):
        raise StillRead(f"the step that is planned reads adapter {task}")


def version_of_any(slots: AdapterSlots, task: int) -> int:
    """Take the newest version there is of any adapter."""
    return task * VERSIONS + max(slots.registered.values(), default=0)


def slot_of_any(flight: StepsInFlight, task: int) -> int:
    """Read the slot of the lowest adapter."""
    slots = flight.adapters.slots
    return slots[min(slots)].index if task else -1


def oldest_leaves(slots: ResidentAdapters, adapter: int) -> None:
    """Free the slot of the adapter that came first."""
    if not slots.users[adapter]:
        slots.evict(next(iter(slots.slot_of)))


def all_users_count(slots: ResidentAdapters, adapter: int) -> None:
    """Wait for the users of all adapters."""
    if not any(slots.users.values()):
        slots.evict(adapter)


def first_lapsed(contexts: DrafterContexts, retained: Sequence[int]) -> list[int]:
    """Drop one context before a batch."""
    return [request for request in contexts.slot_of if request not in retained][:1]


def unload_asking_the_host(caches: LoraCaches, level: Level, task: int) -> None:
    """Ask on the host whether a copy is held."""
    caches.unheld(Level.HOST, task)
    if caches.registry[task].requests:
        raise AdapterInUse(f"requests name adapter {task}")
    caches.cache(level).drop(task)


def discard_by_the_host_copy(caches: LoraCaches, level: Level, task: int) -> None:
    """Compare the host copy with what the name stands for."""
    caches.unheld(level, task)
    entry = caches.host.find(task)
    if entry is None or entry.content == caches.registry[task].latest:
        raise AdapterInUse("its name stands for these weights")
    caches.cache(level).drop(task)


def largest_promise(cache: LoraCache) -> int:
    """Count one promise."""
    return max((entry.weight for entry in cache.in_progress.values() if not entry.pages), default=0)


def copies_to_evict(cache: LoraCache) -> int:
    """Count copies where pages are meant."""
    return len(cache.done)


def some_block_is_computed(skip: PrefixSkip, key: int) -> bool:
    """Wait for a block if any is being computed."""
    return key != 0 and bool(skip.contributing)


def largest_request(batch: ScheduledBatch) -> int:
    """Take off the tokens of one request."""
    return batch.max_tokens - max(batch.tokens.values(), default=0)


def spare_the_first(output: SchedulerOutput, request: LlmRequest) -> None:
    """Take the first off the list, whoever it is."""
    del request
    for some in (output.evicted, output.disagg_candidates):
        del some[:1]


def close_a_short_path(lookups: Lookups, path: Path) -> None:
    """Give the block that fits in part back only where nothing else was found."""
    if path.source is None or not path.tokens:
        CLOSE(lookups, path)
    else:
        path.stage = Stage.CLOSING


def key_of_the_last_two(keys: KeyStream, scope: int, tokens: Sequence[int], position: int) -> int:
    """Begin a key one token before its cell."""
    return keys.digest(scope, tokens[max(0, position - 1) : position + 1 + keys.lookahead])


def key_one_ahead(keys: KeyStream, scope: int, tokens: Sequence[int], position: int) -> int:
    """Look one token ahead, if at all."""
    return keys.digest(scope, tokens[: position + 1 + min(keys.lookahead, 1)])


def one_claim(claiming: Claiming, request: PromptRequest) -> int:
    """Go on behind the first claim."""
    del claiming
    return min(1, len(request.readings[Pool.TARGET].cells))


def stage_one(computing: Computing, request: PromptRequest, end: int) -> None:
    """Stage one token behind a later chunk."""
    ahead = computing.deployment.lookahead
    request.draft_input = request.tokens[: end + (ahead if end == 1 else min(ahead, 1))]


MISTAKES = (
    Mistake("pipeline", AdapterSlots, "unpin", unpin_one, "one adapter of a retired step is unpinned"),
    Mistake("pipeline", AdapterSlots, "pin", pin_one, "one adapter of a launched step is pinned"),
    Mistake("pipeline", AdapterSlots, "check_not_planned", keep_one_for_the_plan, "the plan keeps one adapter"),
    Mistake("pipeline", AdapterSlots, "latest", version_of_any, "versions are counted for all adapters"),
    Mistake("pipeline", StepsInFlight, "slot_of", slot_of_any, "every request reads one slot"),
    Mistake("residency", ResidentAdapters, "leave_unused", oldest_leaves, "the oldest adapter leaves"),
    Mistake("residency", ResidentAdapters, "leave_unused", all_users_count, "adapters leave with the last user of any"),
    Mistake("residency", DrafterContexts, "lapsed", first_lapsed, "one context is dropped"),
    Mistake("peft", LoraCaches, "unload", unload_asking_the_host, "unload asks the host"),
    Mistake("peft", LoraCaches, "discard", discard_by_the_host_copy, "discard compares the host copy"),
    Mistake("peft", LoraCache, "promised", property(largest_promise), "one claim counts"),
    Mistake("peft", LoraCache, "evictable", property(copies_to_evict), "copies are counted for pages"),
    Mistake("scheduling", PrefixSkip, "contributed", some_block_is_computed, "any block is waited for"),
    Mistake("scheduling", ScheduledBatch, "tokens_left", property(largest_request), "one request counts"),
    Mistake("scheduling", SchedulerOutput, "spare", spare_the_first, "another request is spared"),
    Mistake("prefix", Lookups, "close", close_a_short_path, "a start is kept behind a whole block"),
    Mistake("speculation", KeyStream, "key", key_of_the_last_two, "a key forgets what was long before"),
    Mistake("speculation", KeyStream, "key", key_one_ahead, "a key looks one token ahead"),
    Mistake("speculation", Claiming, "depth", one_claim, "one claimed cell counts"),
    Mistake("speculation", Computing, "stage_draft_input", stage_one, "one token is staged later on"),
)
