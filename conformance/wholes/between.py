"""What must be true between the systems of a whole: no part can see it alone, as each is right by its own lights.

Each system follows its own part; these laws compare what the systems say of the same request. They are looked at after
each call, when every part has told what it did.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Final, cast

from ...model.sorts import Pool, Request
from ...model.systems.adapters.state import Caches, Phase
from ...model.systems.prefix.state import Stage, Tree
from ...model.systems.scheduler.kinds import Flight, Residency, Stand
from ...model.systems.scheduler.state import Pass
from ...model.worlds.concrete import ConcreteWorld
from .. import laws
from ..evidence import Broken, broken

Worlds = Mapping[str, Sequence[ConcreteWorld]]
"""The states of a whole, by system; of several parts beside one system in the order of the pools."""

Difference = tuple[Request | None, str, str, str]
"""Of which request, if it is of one, what, what it should be, and what it is."""


def _adapters_follow(worlds: Worlds, page_size: int) -> Iterator[Difference]:
    del page_size
    passes, caches = cast("Pass", worlds["scheduler"][0]), cast("Caches", worlds["adapters"][0])
    for r in requests_of(worlds):
        stand, kv = Stand(passes.stand[r]), passes.kv[Pool.TARGET, r]
        phase = Phase(caches.phase[r])
        allowed = {
            Stand.ABSENT: (Phase.ABSENT,),
            Stand.ENDED: (Phase.ABSENT,),
            Stand.FIRST: (Phase.WAITING,),
            Stand.REWINDING: (Phase.WAITING,),
            Stand.COMPLETING: (Phase.COMPLETING,),
        }.get(stand, (Phase.LIVE,) if kv == Residency.ACTIVE else (Phase.SUSPENDED,))
        if phase not in allowed:
            yield r, f"where request {r} stands with its adapter", allowed[0].name.lower(), phase.name.lower()


def _step_is_for_whom_is_in_flight(worlds: Worlds, page_size: int) -> Iterator[Difference]:
    del page_size
    passes, caches = cast("Pass", worlds["scheduler"][0]), cast("Caches", worlds["adapters"][0])
    for r in requests_of(worlds):
        flies = passes.flight[r] != Flight.NONE
        if flies != bool(caches.reading[r]):
            said = ("in the step that reads adapters", "not in it")
            yield r, f"request {r}, by what the scheduler has in flight", said[not flies], said[flies]


def _cache_lies_on_a_path(worlds: Worlds, page_size: int) -> Iterator[Difference]:
    passes = cast("Pass", worlds["scheduler"][0])
    for pool, tree in zip(Pool, cast("Sequence[Tree]", worlds["prefix"]), strict=False):
        for r in requests_of(worlds):
            kv, stage = passes.kv[pool, r], Stage(tree.stage[r])
            where = f"blocks of request {r} in the {pool.name.lower()} tree"
            if stage == Stage.IDLE:
                if kv == Residency.ACTIVE:
                    yield r, where, "a path", "none"
            else:
                room = -(-passes.capacity[pool, r] // page_size) if kv != Residency.NONE else 0
                blocks = tree.depth[tree.tip[r]] + bool(tree.source[r])
                if blocks != room or kv == Residency.NONE:
                    yield r, where, str(room) if kv != Residency.NONE else "no path", str(blocks)


def _trees_are_outdated_together(worlds: Worlds, page_size: int) -> Iterator[Difference]:
    del page_size
    first, *others = cast("Sequence[Tree]", worlds["prefix"])
    for tree in others:
        if tree.epoch != first.epoch:
            yield None, "resets of the draft tree", str(first.epoch), str(tree.epoch)


_LAWS: Final[Mapping[str, tuple[tuple[str, ...], Callable[[Worlds, int], Iterator[Difference]]]]] = {
    laws.FOLLOWED: (("scheduler", "adapters"), _adapters_follow),
    laws.ONE_STEP: (("scheduler", "adapters"), _step_is_for_whom_is_in_flight),
    laws.ON_A_PATH: (("scheduler", "prefix"), _cache_lies_on_a_path),
    laws.OUTDATED_TOGETHER: (("prefix",), _trees_are_outdated_together),
}
"""Each law by its name: the systems that it is between, and what differs where it is broken."""


def requests_of(worlds: Worlds) -> list[Request]:
    """Return every request that the instance has."""
    return [Request(r) for r in range(worlds["scheduler"][0].instance.requests)]


def broken_between(worlds: Worlds, page_size: int) -> list[Broken]:
    """Return every law between systems that does not hold."""
    found = []
    for name, (systems, check) in _LAWS.items():
        if all(system in worlds for system in systems):
            found += [
                broken(name, what, wanted, got, "" if r is None else f"r={r}")
                for r, what, wanted, got in check(worlds, page_size)
            ]
    return found
