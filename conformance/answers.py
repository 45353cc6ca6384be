"""What an engine may answer, and the decisions of one pass that exclude each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from ..model.lifecycle import EVENTS
from ..model.sorts import Pool
from ..model.trace import Call
from ..model.worlds.concrete import ConcreteWorld
from . import laws
from .evidence import Broken, broken
from .roster import requests_of
from .snapshot import Snapshot

EVICTS: Final = frozenset({"suspend", "preempt"})
"""The decisions that evict a request."""
SCHEDULES: Final = frozenset({"admit", "chunk", "grow"})
"""The decisions that schedule a request; `revoke` takes it back."""


def may_refuse(call: Call) -> bool:
    """Whether an engine may refuse what the model allows: its own verification may have kept fewer drafted tokens."""
    return call.event == "accept" and call.args[1] >= 1


def both_scheduled_and_evicted(calls: Iterable[Call]) -> list[Broken]:
    """Return the requests that one pass both schedules and evicts."""
    scheduled: set[int] = set()
    evicted: set[int] = set()
    for call in calls:
        r = call.args[0] if call.args else -1
        if call.event in SCHEDULES:
            scheduled.add(r)
        elif call.event == "revoke":
            scheduled.discard(r)
        elif call.event in EVICTS:
            evicted.add(r)
    return [
        broken(laws.DISJOINT, f"request {r} in one pass", "scheduled or evicted", "both", f"r={r}")
        for r in sorted(scheduled & evicted)
    ]


def moved_by_refusal(before: Snapshot, after: Snapshot) -> list[Broken]:
    """Return what a refusal has moved: the same pages and slots must lie with the same holders, not only as many.

    Host pages are left out, since an engine may try to bring pages back and put them down elsewhere.
    """
    sides = [(f"{pool.name.lower()} pages", before.device[pool], after.device[pool]) for pool in Pool]
    sides.append(("sequence slots", before.slots, after.slots))
    return [
        broken(laws.UNCHANGED, f"{what} of request {r}", list(was.held.get(r, ())), list(now.held.get(r, ())), f"r={r}")
        for what, was, now in sides
        for r in sorted({*was.held, *now.held})
        if tuple(was.held.get(r, ())) != tuple(now.held.get(r, ()))
    ]


def runnable(world: ConcreteWorld) -> Iterator[str]:
    """Yield what would bring a request on: the running step, or a request whose next tokens fit as a whole."""
    for r in requests_of(world.instance):
        left = world.prompt[r] - world.cursor[r]
        for call in (
            Call("settle_chunk", (r,)),
            Call("accept", (r, 0)),
            Call("grow", (r, 0)),
            Call("chunk", (r, left)),
            Call("admit", (r, left)),
        ):
            if world.enabled(EVENTS[call.event], call.args):
                yield str(call)
    if world.enabled(EVENTS["launch"], ()):
        yield str(Call("launch"))
