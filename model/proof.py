"""The whole proof, on several cores: every event, the initial state, and the witness runs."""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import replace

from .check import law_arguments
from .language import Law
from .lifecycle import LIFECYCLE
from .obligation import INITIALLY, EventReport, ProofReport
from .prove import Prover
from .search import runs_to
from .system import SYSTEMS, System
from .trace import Call
from .worlds.concrete import ConcreteWorld

MOST_STATES = 100_000
"""How many states the search for witness runs sees, for each number of requests."""

Progress = Callable[[EventReport], None]

_SLOWEST_FIRST = ("abort", "preempt", "resume", "revoke", "admit")
"""Events with many paths; started first, so that no core is left waiting for them. Only the order depends on it."""


def prover_of(system: System) -> Prover:
    """Return the prover of a system, in the variant that is proved."""
    return Prover(system.laws.values(), fixed=system.fixed)


def prove_event(system: str, name: str) -> EventReport:
    """Prove one event against every law, or the initial state and the laws themselves. Runs in a worker process."""
    prover = prover_of(SYSTEMS[system])
    if name == INITIALLY:
        return replace(prover.initially(), problems=tuple(prover.unbreakable()))
    return prover.event(SYSTEMS[system].events[name])


def prove_all(
    names: Sequence[str] | None = None, *, jobs: int | None = None, progress: Progress | None = None
) -> ProofReport:
    """Prove every event (or those named) of the lifecycle against every law, and that each event can happen.

    `jobs` is the number of processes, one for each core if it is None; `progress` is told of each event as it is done.
    """
    started = time.perf_counter()
    events, system = LIFECYCLE.events, LIFECYCLE
    wanted = [INITIALLY, *events] if names is None else list(names)
    order = sorted(wanted, key=lambda name: _SLOWEST_FIRST.index(name) if name in _SLOWEST_FIRST else len(events))
    done: dict[str, EventReport] = {}
    for report in _reports(system.name, order, jobs or os.cpu_count() or 1):
        done[report.event] = report
        if progress is not None:
            progress(report)
    reports = tuple(done[name] for name in wanted)
    return ProofReport(reports, len(system.laws), time.perf_counter() - started, tuple(without_witness(system)))


def _reports(system: str, order: Sequence[str], jobs: int) -> Iterable[EventReport]:
    if jobs == 1 or len(order) == 1:
        yield from (prove_event(system, name) for name in order)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(jobs, len(order)), mp_context=context) as pool:
        for future in as_completed([pool.submit(prove_event, system, name) for name in order]):
            yield future.result()


def witnesses(
    names: Iterable[str], system: System = LIFECYCLE, most_states: int = MOST_STATES
) -> dict[str, tuple[Call, ...]]:
    """Return the shortest run to each of these events and possible things, as far as there is one.

    One search with two requests serves all of them: it has every run with one request in it.
    """
    missing = set(names)
    found: dict[str, tuple[Call, ...]] = {}
    hits: set[str] = set()
    possible = system.sometimes

    def goal(world: ConcreteWorld, before: tuple[int, ...], call: Call) -> bool:
        del before
        hits.update({call.event} & missing)
        hits.update(name for name in missing & possible.keys() if _somewhere(possible[name], world))
        missing.difference_update(hits)
        return bool(hits)

    size = system.instance(2)
    size = replace(size, sizes={**size.sizes, **system.fixed})
    for run in runs_to(size, system.events.values(), goal, most_states):
        found.update(dict.fromkeys(sorted(hits), run))
        hits.clear()
        if not missing:
            break
    return found


def _somewhere(law: Law, world: ConcreteWorld) -> bool:
    return any(law.body(world, *args) for args in law_arguments(law, world.instance))


def without_witness(system: System = LIFECYCLE) -> list[str]:
    """Say which events, and which things that must be possible, no run of a small instance reaches."""
    wanted = {**system.events, **system.sometimes}
    known = witnesses(wanted, system)
    return [
        f"{each.where}: no run from the initial state reaches {name}"
        for name, each in wanted.items()
        if name not in known
    ]
