"""What the residents' side shows of itself, read from lists, maps and memory.

Only numbers that a serving engine keeps as such are shown as they are kept: what admission was told, what the pass may
still claim, how often a request was paused, and what the policy has learnt. What follows from lists and memory is
worked out here once more. Only who has lapsed is shown as the engine says, which acts by it: all that it follows from
is shown beside it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

from ...conformance.parts.part import Shown
from ...model.instance import Instance
from ...model.systems.slots.state import NO_SLOT, DrafterSlot, Phase, Slots, Stage
from .adapter_slots import AdapterSlots
from .content import alone, expected_state, expected_window, prompt
from .core import Core
from .places import contexts, free_contexts, free_slots, free_states, holders, states, taken
from .requests import Completion, ResidentRequest
from .scheduling_pass import Plan

NO_PLAN: Final = Plan(occupancy=0, budget=0, made_room=False)
"""What is shown of a plan while there is none."""

NEVER: Final = Completion(Phase.ABSENT)
"""What is shown of a request that was never submitted."""


def shown(core: Core, instance: Instance) -> Shown:
    """Return every field of the system."""
    requests, adapters = range(instance.requests), range(instance.adapters + 1)
    plan = NO_PLAN if core.scheduling is None or core.scheduling.plan is None else core.scheduling.plan
    paused, pools, on_device = core.paused.records, core.pools, core.adapters.slot_of
    ended = {r: core.ended.get(r, NEVER) for r in requests}
    batch = {request.id for request in (*core.running, *plan.scheduled)}

    def of_requests(value: Callable[[ResidentRequest], int]) -> list[int]:
        return [int(value(core.requests[r])) if r in core.requests else 0 for r in requests]

    def members(which: Collection[int], of: range) -> list[int]:
        return [int(each in which) for each in of]

    return {
        "stage": [stage(core)],
        "phase": [phase(core, core.requests[r]) if r in core.requests else ended[r].phase for r in requests],
        "missed": [int(ended[r].missed) for r in requests],
        "pausing": [int(core.pausing)],
        **{f"capacity.{kind.name}": [entries] for kind, entries in capacities(core).items()},
        "free.SEQUENCE": [free_slots(pools.sequence)],
        "free.INDEX": [free_slots(pools.index)],
        "free.RECURRENT": [free_states(pools.recurrent)],
        "free.DRAFTER": [free_contexts(pools.drafter)],
        **{f"holds.{kind.name}": members(who, requests) for kind, who in holding(core).items()},
        "drafter": [pools.drafter.slot_of.get(r, NO_SLOT) for r in requests],
        "taken": taken(pools.drafter, instance.count(DrafterSlot)),
        "lapsed": members(core.lapsed(), requests),
        "on_device": [int(strays(core.adapters)), *members(on_device, adapters)[1:]],
        "users": [len(core.adapters.users.get(a, ())) for a in adapters],
        "budget": [plan.budget],
        "claimed": members(plan.claims, adapters),
        "batch": members(batch, requests),
        "row": of_requests(lambda request: request.batch_idx is not None),
        "stalled": [int(core.stalled)],
        "target": [int(core.queue.has_target)],
        "late": members(core.queue.late, requests),
        "occupancy": [plan.occupancy],
        "made_room": [int(plan.made_room)],
        "paused": members(paused, requests),
        "due": members({r for r, record in paused.items() if record.counted != core.clock.now}, requests),
        "waited": [paused[r].counted - paused[r].since if r in paused else 0 for r in requests],
        "pauses": of_requests(lambda request: request.pauses),
        "rest": of_requests(rest),
        "sacrificed": of_requests(lambda request: request.sacrificed),
        "gain": [core.gain.gain],
        "credit": [core.credit.credit],
    }


def stage(core: Core) -> Stage:
    """Return how far the engine is, by what there is of a start, a pass, a plan and a batch."""
    if not core.started:
        return Stage.SIZING if core.wants_pausing else Stage.SETUP
    if core.scheduling is None:
        return Stage.RUN if core.running else Stage.IDLE
    return Stage.POLICY if core.scheduling.plan is None else Stage.PLAN


def phase(core: Core, request: ResidentRequest) -> Phase:
    """Return the phase of a request, as the queue has it: who waits and is not queued, once, is shown as set aside."""
    queued = core.queue.waiting.count(request.id)
    if queued == (request.phase is Phase.WAITING):
        return request.phase
    return Phase.WAITING if queued == 1 else Phase.SUSPENDED


def rest(request: ResidentRequest) -> int:
    """Return the steps that a request has still to make, one too many where it made others than it has tokens of."""
    made = len(request.tokens) - len(prompt(request.id))
    return max(0, request.rest_until - request.decoding_iter) + (request.decoding_iter != made)


def capacities(core: Core) -> dict[Slots, int]:
    """Return the size of each pool: of its free list, or of its memory where that is smaller."""
    pools = core.pools
    return {
        Slots.SEQUENCE: pools.sequence.free.size,
        Slots.INDEX: pools.index.free.size,
        Slots.RECURRENT: min(pools.recurrent.free.size, len(pools.recurrent.memory)),
        Slots.DRAFTER: min(pools.drafter.blocks.size, len(pools.drafter.arena) - 1),
    }


def strays(adapters: AdapterSlots) -> bool:
    """Whether a slot is neither free nor one adapter's; such a one is shown as that of the base model, which has none.

    The system counts the slots by the adapters in them, and has no other field for one that is lost.
    """
    return sorted([*adapters.free.view(), *adapters.slot_of.values()]) != list(range(adapters.free.size))


def holding(core: Core) -> dict[Slots, set[int]]:
    """Return who has an entry of each pool to itself; where the entry is memory, with what a lone run has there.

    The sampler's entry is for the tokens that the host knows, which are those of a lone run as well.
    """

    def fed(r: int) -> int:
        request = core.requests[r]
        return len(request.tokens) - (request not in core.running)

    def told(r: int) -> bool:
        return r not in core.requests or core.requests[r].tokens == alone(r, len(core.requests[r].tokens))

    pools = core.pools
    in_memory = {
        Slots.RECURRENT: (states(pools.recurrent), expected_state),
        Slots.DRAFTER: (contexts(pools.drafter), expected_window),
    }
    return {Slots.SEQUENCE: set(filter(told, holders(pools.sequence))), Slots.INDEX: set(holders(pools.index))} | {
        kind: {r for r, found in there.items() if r not in core.requests or found == of(r, fed(r))}
        for kind, (there, of) in in_memory.items()
    }
