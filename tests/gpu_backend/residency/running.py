"""The residents' side beside its model: driven by hand, and by runs by chance in which much happens."""

from collections.abc import Iterator, Sequence
from random import Random

from tenure.conformance.evidence import Violated
from tenure.conformance.options import barely_impossible, possible
from tenure.gpu_backend.residency.executor import ResidentExecutor
from tenure.gpu_backend.residency.part import FACTORY, ResidencyPart
from tenure.model.instance import Instance
from tenure.model.systems.slots.state import DrafterSlot, Residents
from tenure.model.trace import Call

from ..scripts import Scripted

SIZES = {
    "max_batch": 1,
    "pause_cap": 1,
    "clock_lead": 1,
    "device_slots": 2,
    "max_pause": 1,
    "pause_limit": 2,
    "first_rest": 0,
    "hysteresis": 1,
    "gain_span": 1,
    "credit_span": 2,
    "price": 2,
}


def instance(*adapters: int, numbers: int | None = None, **sizes: int) -> Instance:
    """Return an instance in which each request runs with one of these adapters. Drafter slots are named up to a number.

    Without one, so many are named as the pools may have entries, beside the one of padding.
    """
    adapters = adapters or (0, 0, 0, 0)
    chosen = {**SIZES, **sizes}
    named = numbers or 1 + chosen["max_batch"] + chosen["pause_cap"]
    return Instance(
        len(adapters),
        max(adapters, default=0) or 1,
        1,
        chosen,
        {DrafterSlot: named},
        Residents,
        {"adapter": adapters},
    )


class Running(Scripted[ResidencyPart]):
    """Resident requests and their model; each call is compared."""

    def __init__(self, size: Instance | None = None, faults: Sequence[str] = ()) -> None:
        super().__init__(FACTORY, ResidencyPart, size or instance(), faults)
        self.executor: ResidentExecutor = self.part.executor


PLAIN = "start_plain;"
HEADROOM = "prepare; reserve 0; reserve 1; reserve 2; reserve 3; start; set_target;"
PLANNED = "begin_pass; open_admissions;"


def admitted(r: int, a: int = 0) -> str:
    """Return the calls that give a request a seat, in a pass that is planned."""
    return f"submit {r}; match {r}; {f'claim {a};' if a else ''} admit {r};"


def live(r: int, d: int, a: int = 0) -> str:
    """Return the calls that make a request live, in a pass that is planned."""
    return f"{admitted(r, a)} land {r} {d};"


PAUSED = f"{HEADROOM} {PLANNED} {live(0, 2)} stand_still; submit 1; turn_late 1; begin_pass; pause 0 1;"
"""Request 0 is paused for request 1, in a pass that is planned."""

OFTEN = {
    **dict.fromkeys(("match", "claim", "admit", "land", "bring_back", "schedule", "launch", "retire"), 8.0),
    **dict.fromkeys(("turn_late", "pause", "sacrifice", "drop_slot"), 6.0),
    **dict.fromkeys(("begin_pass", "open_admissions", "wait", "submit"), 3.0),
    **dict.fromkeys(("abort", "unmatch", "preempt", "retry", "suspend"), 0.25),
    "stand_still": 0.5,
    "complete_paused": 0.2,
}
"""How much more often than others an event is done, where it is possible."""

REFUSED = 0.2
"""The share of calls that must be refused."""

ROOMY = (
    instance(1, 2, 0, 1, 2, 1, 0, 2, max_batch=2, pause_cap=2),
    instance(0, 1, 2, 1, 0, 1, pause_limit=3, device_slots=1, gain_span=0, credit_span=3, price=1),
    instance(1, 2, 3, 1, 2, 3, 0, 1, max_batch=3, pause_cap=1, hysteresis=2, first_rest=1, max_pause=2, clock_lead=2),
    instance(1, 1, 0, 2, 2, 0, max_batch=2, pause_cap=2, hysteresis=0, max_pause=3),
)
"""Sizes in which requests meet in every way."""


def begun(size: Instance, chance: Random, faults: Sequence[str] = ()) -> Running:
    """Return a run that has started: most of them with pausing, one in six without."""
    run = Running(size, faults)
    run.say(PLAIN if chance.random() < 1 / 6 else HEADROOM)
    return run


def next_call(run: Running, chance: Random, often: dict[str, int]) -> Call | None:
    """Return a call by chance; None where nothing is possible."""
    events, world = list(FACTORY.model.events.values()), run.lockstep.world
    if chance.random() < REFUSED:
        barely = barely_impossible(world, events, often, chance)
        if barely is not None:
            event, args, why = barely
            often[why] = often.get(why, 0) + 1
            return Call(event.name, args, "slots")
    pick = chance.getrandbits(24)
    for event in sorted(events, key=lambda each: chance.expovariate(OFTEN.get(each.name, 1.0))):
        found = possible(world, event, pick)
        if found is not None:
            return Call(event.name, found, "slots")
    return None


def walk(seed: int, runs: int, steps: int = 150, faults: Sequence[str] = ()) -> Iterator[tuple[Call, bool]]:
    """Make runs by chance, one after another, and yield each call with whether it was done."""
    chance = Random(seed)
    for at in range(runs):
        run = begun(ROOMY[at % len(ROOMY)], chance, faults)
        yield from ((call, True) for call in run.lockstep.calls)
        often: dict[str, int] = {}
        for _ in range(steps):
            call = next_call(run, chance, often)
            if call is None:
                break
            yield call, run.lockstep.do(call)


def found_by_chance(fault: str, seed: int, runs: int) -> set[str]:
    """Return the ids of the laws that runs by chance see a fault break; none if they do not come to it."""
    try:
        for _ in walk(seed, runs, faults=[fault]):
            pass
    except Violated as found:
        return {law for law, _ in found.breach.keys}
    return set()
