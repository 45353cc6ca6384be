"""The end of a run: nothing new is submitted, everything pending is settled, everyone ends, and nothing may be left."""

from __future__ import annotations

from collections.abc import Iterator

from ..model.lifecycle import EVENTS
from ..model.sorts import Pool
from ..model.trace import Call
from . import laws
from .audit import pools
from .comparing import rank
from .dealing import ENDED
from .evidence import Breach, Broken, Undecided, Violated, broken
from .roster import adapters_of, requests_of
from .session import Session
from .snapshot import Snapshot

PASSES = 8
"""How many rounds are enough to end everything. The model needs no more, so an engine may not either."""

ENDS = ("finish", "abort")
"""How a request may end: every other one finishes where it can, the rest are aborted."""

DRAIN = Call("drain")
"""What a breach names that shows only at the end."""


def drain(session: Session) -> None:
    """Run the session down; raise `Violated` if anything is still held at the end."""
    for _ in range(PASSES):
        done = [call for call in _round(session) if session.do(call)]
        if not done:
            break
    if not _ended(session):
        if not session.factory.events >= {*ENDS}:
            return  # an engine that cannot be told to end a request is not asked what is left
        msg = f"the run does not drain in {PASSES} rounds: the harness's own doing, since the model followed"
        raise Undecided(msg)
    left = leftovers(session.snapshot)
    if left:
        raise Violated(Breach(session.trace, DRAIN, rank(left)))


def _round(session: Session) -> Iterator[Call]:
    """Yield, as the run goes on, each call that ends something and that the engine and the model can do."""
    world = session.world
    requests = requests_of(session.instance)
    if world.batch.total and not world.running and len(session.calls) % 2:
        yield from _if_possible(session, "launch")
    for r in requests:
        if world.batch[r]:
            yield from _if_possible(session, "settle_chunk", r)
            yield from _if_possible(session, "accept", r, 0)
            yield from _if_possible(session, "revoke", r)
    for r in requests:
        for event in ("resume", "unpause", "force_unpause", *(ENDS if r % 2 == 0 else reversed(ENDS))):
            yield from _if_possible(session, event, r)
    for a in adapters_of(session.instance):
        for event in ("evict_device", "evict_host", "unload"):
            yield from _if_possible(session, event, a)


def _if_possible(session: Session, event: str, *args: int) -> Iterator[Call]:
    if event in session.factory.events and session.world.enabled(EVENTS[event], args):
        yield Call(event, args)


def _ended(session: Session) -> bool:
    """Whether nobody is left in the model."""
    return all(session.world.phase[r] in ENDED for r in requests_of(session.instance))


def leftovers(snapshot: Snapshot) -> list[Broken]:
    """Return what is still held though everyone has ended and every adapter is unloaded."""
    left: list[Broken] = []
    for name, _, pool, _ in pools(snapshot):
        left += [
            broken(laws.DRAINED, f"{name}s held by {who}", "none", held) for who, held in pool.held.items() if held
        ]
        if len(pool.free) != pool.size:
            left.append(broken(laws.DRAINED, f"free {name}s", pool.size, len(pool.free)))
    host = snapshot.host[Pool.DRAFT].held
    left += [broken(laws.DRAINED, f"host pages held by {who}", "none", held) for who, held in host.items() if held]
    for kind, lists in (("active", snapshot.active), ("parked", snapshot.parked)):
        left += [
            broken(laws.DRAINED, f"{kind} holders of adapter {a}", "none", held) for a, held in lists.items() if held
        ]
    left += [broken(laws.DRAINED, f"references of adapter {a}", 0, n) for a, n in snapshot.references.items() if n]
    for what, said in (
        ("adapters pinned on the device", sorted(snapshot.device_adapters.pinned)),
        ("adapters pinned on the host", sorted(snapshot.host_adapters.pinned)),
        ("registered adapters", sorted(snapshot.registry)),
        ("rows owned", dict(snapshot.rows)),
        ("requests in the step", list(snapshot.batch)),
    ):
        if said:
            left.append(broken(laws.DRAINED, what, "none", said))
    left += [
        broken(laws.DRAINED, what, 0, said)
        for what, said in (("seats taken", snapshot.seats_taken), ("paused requests", snapshot.paused))
        if said
    ]
    return left
