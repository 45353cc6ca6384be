"""What an engine may answer, and the decisions of one pass that exclude each other."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from ..model.trace import Call
from . import laws
from .evidence import Broken, broken

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
