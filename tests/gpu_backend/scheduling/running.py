"""A scheduler under test beside its model, in sizes of a test's own, and runs by chance that come far."""

from collections.abc import Sequence
from random import Random

from tenure.conformance.options import barely_impossible, possible
from tenure.conformance.parts.lockstep import Lockstep
from tenure.gpu_backend.scheduling.executor import SchedulingExecutor
from tenure.gpu_backend.scheduling.part import FACTORY, SchedulingPart
from tenure.model.instance import Instance
from tenure.model.systems.scheduler.kinds import Key
from tenure.model.systems.scheduler.state import Pass
from tenure.model.trace import Call

from ..scripts import Scripted


def instance(
    requests: int = 3,
    *,
    length: int = 4,
    drafts: int = 1,
    slots: int = 3,
    draft_slots: int | None = None,
    seats: int = 3,
    recompute: int = 1,
    most: int = 2,
    tokens: int = 6,
    stalls: int = 2,
    multimodal: Sequence[int] = (1,),
) -> Instance:
    """Return a size in which much is possible; `multimodal` are the requests with other inputs than text."""
    return Instance(
        requests,
        0,
        1,
        {
            "max_length": length,
            "drafts": drafts,
            "slots_size.TARGET": slots,
            "slots_size.DRAFT": slots if draft_slots is None else draft_slots,
            "seats_size": seats,
            "recompute": recompute,
            "max_requests": most,
            "max_tokens": tokens,
            "stall_limit": stalls,
        },
        {Key: 3},
        Pass,
        {"multimodal": tuple(int(r in multimodal) for r in range(requests))},
    )


class Running(Scripted[SchedulingPart]):
    """A scheduler and its model, driven by hand; each call is compared."""

    def __init__(self, size: Instance | None = None, faults: Sequence[str] = ()) -> None:
        super().__init__(FACTORY, SchedulingPart, size or instance(), faults)
        self.executor: SchedulingExecutor = self.part.executor


SELDOM = {
    "cancel": 0.02,
    "reorder": 0.05,
    "pass_over": 0.1,
    "stop": 0.05,
    "give_up": 0.3,
    "drop": 0.3,
    "fail": 0.5,
    "finish": 0.3,
    "send": 0.1,
    "foresee": 0.2,
    "load": 0.3,
    "postpone": 0.2,
    "expect": 0.4,
    "begin_contexts": 0.5,
}
"""How much less often than others an event is dealt, so that a run comes to what the others are for."""


def deal(lockstep: Lockstep, often: dict[str, int], chance: Random, impossible: float = 0.2) -> Call | None:
    """Return the next call: mostly one that is possible, now and then one that has to be refused."""
    events = FACTORY.model.events
    if chance.random() < impossible:
        barely = barely_impossible(lockstep.world, list(events.values()), often, chance)
        if barely is not None:
            event, args, why = barely
            often[why] = often.get(why, 0) + 1
            return Call(event.name, args, FACTORY.system)
    order = {name: chance.expovariate(SELDOM.get(name, 1)) for name in events}
    for name in sorted(events, key=lambda each: order[each]):
        args_of = possible(lockstep.world, events[name], chance.getrandbits(24))
        if args_of is not None:
            return Call(name, args_of, FACTORY.system)
    return None


SIZES = [
    instance(),
    instance(drafts=0, length=3, most=3),
    instance(recompute=0, slots=2, seats=2),
    instance(2, length=6, slots=2, draft_slots=1, multimodal=()),
    instance(4, slots=4, seats=2, most=3, tokens=4, stalls=1),
]
"""Sizes that differ in what there is and what is scarce."""
