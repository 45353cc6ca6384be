"""What the residents' side shows of itself, read from lists, maps and memory.

Only numbers that a serving engine keeps as such are shown as they are kept: what admission was told, what the pass may
still claim, how often a request was paused, and what the policy has learnt.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import Final

from ...conformance.parts.part import Shown
from ...model.instance import Instance
from ...model.systems.slots.state import NO_SLOT, DrafterSlot, Phase, Slots
from .content import expected_state, expected_window
from .core import Core
from .requests import Completion, ResidentRequest
from .scheduling_pass import Plan

NO_PLAN: Final = Plan(occupancy=0, budget=0, made_room=False)
"""What is shown of a plan while there is none."""

NEVER: Final = Completion(Phase.ABSENT)
"""What is shown of a request that was never submitted."""


def shown(core: Core, instance: Instance) -> Shown:
    """Return every field of the system."""
    requests, adapters = range(instance.requests), range(instance.adapters + 1)
    plan, paused, pools = core.plan or NO_PLAN, core.paused.records, core.pools
    ended = {r: core.ended.get(r, NEVER) for r in requests}

    def of_requests(value: Callable[[ResidentRequest], int]) -> list[int]:
        return [int(value(core.requests[r])) if r in core.requests else 0 for r in requests]

    def members(which: Collection[int], of: range) -> list[int]:
        return [int(each in which) for each in of]

    return {
        "stage": [core.stage],
        "phase": [core.requests[r].phase if r in core.requests else ended[r].phase for r in requests],
        "missed": [int(ended[r].missed) for r in requests],
        "pausing": [int(core.pausing)],
        **{f"capacity.{kind.name}": [pool.capacity] for kind, pool in pools.by_kind.items()},
        **{f"free.{kind.name}": [pool.free_entries()] for kind, pool in pools.by_kind.items()},
        **{f"holds.{kind.name}": members(who, requests) for kind, who in holders(core).items()},
        "drafter": [pools.drafter.slot_of.get(r, NO_SLOT) for r in requests],
        "taken": [int(pools.drafter.taken(slot)) for slot in range(instance.count(DrafterSlot))],
        "lapsed": members(core.lapsed(), requests),
        "on_device": members(core.adapters.slot_of, adapters),
        "users": [len(core.adapters.users.get(a, ())) for a in adapters],
        "budget": [plan.budget],
        "claimed": members(plan.claims, adapters),
        "batch": members([request.id for request in core.batch()], requests),
        "row": of_requests(lambda request: request.batch_idx is not None),
        "stalled": [int(core.stalled)],
        "target": [int(core.queue.has_target)],
        "late": members(core.queue.late, requests),
        "occupancy": [plan.occupancy],
        "made_room": [int(plan.made_room)],
        "paused": members(paused, requests),
        "due": members(core.due(), requests),
        "waited": [paused[r].waited if r in paused else 0 for r in requests],
        "pauses": of_requests(lambda request: request.pauses),
        "rest": of_requests(lambda request: request.rest),
        "sacrificed": of_requests(lambda request: request.sacrificed),
        "gain": [core.gain.gain],
        "credit": [core.credit.credit],
    }


def holders(core: Core) -> dict[Slots, set[int]]:
    """Return who has an entry of each pool to itself; where the entry is memory, with what a lone run has there."""
    pools = core.pools
    in_memory = {
        Slots.RECURRENT: (pools.recurrent.states(), expected_state),
        Slots.DRAFTER: (pools.drafter.contexts(), expected_window),
    }
    return {Slots.SEQUENCE: set(pools.sequence.holders()), Slots.INDEX: set(pools.index.holders())} | {
        kind: {r for r, found in there.items() if r not in core.requests or found == of(r, core.fed(core.requests[r]))}
        for kind, (there, of) in in_memory.items()
    }
