"""The whole proof, on several cores: every event, the initial state, and the witness runs."""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed

from .lifecycle import EVENTS, LAWS
from .obligation import INITIALLY, EventReport, ProofReport
from .prove import Prover
from .search import shortest_run, small
from .trace import Call
from .worlds.concrete import ConcreteWorld

Progress = Callable[[EventReport], None]

_SLOWEST_FIRST = ("abort", "preempt", "resume", "revoke", "admit")
"""Events with many paths; started first, so that no core is left waiting for them. Only the order depends on it."""


def prove_event(name: str) -> EventReport:
    """Prove one event, or the initial state, against every law. Runs in a worker process."""
    prover = Prover(LAWS.values())
    return prover.initially() if name == INITIALLY else prover.event(EVENTS[name])


def prove_all(
    names: Sequence[str] | None = None, *, jobs: int | None = None, progress: Progress | None = None
) -> ProofReport:
    """Prove every event (or those named) against every law, and that each event can happen.

    `jobs` is the number of processes, one for each core if it is None; `progress` is told of each event as it is done.
    """
    started = time.perf_counter()
    wanted = [INITIALLY, *EVENTS] if names is None else list(names)
    order = sorted(wanted, key=lambda name: _SLOWEST_FIRST.index(name) if name in _SLOWEST_FIRST else len(EVENTS))
    done: dict[str, EventReport] = {}
    for report in _reports(order, jobs or os.cpu_count() or 1):
        done[report.event] = report
        if progress is not None:
            progress(report)
    reports = tuple(done[name] for name in wanted)
    return ProofReport(reports, len(LAWS), time.perf_counter() - started, tuple(_without_witness(wanted)))


def _reports(order: Sequence[str], jobs: int) -> Iterable[EventReport]:
    if jobs == 1 or len(order) == 1:
        yield from map(prove_event, order)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(jobs, len(order)), mp_context=context) as pool:
        for future in as_completed([pool.submit(prove_event, name) for name in order]):
            yield future.result()


def witnesses(names: Iterable[str], most_states: int = 50_000) -> dict[str, tuple[Call, ...]]:
    """Return for each event the shortest run that ends with it, for those that can happen in a small instance."""
    missing = set(names) & set(EVENTS)
    found: dict[str, tuple[Call, ...]] = {}
    for requests in (1, 2):
        while missing:

            def goal(world: ConcreteWorld, before: tuple[int, ...], call: Call) -> bool:
                del world, before
                return call.event in missing

            run = shortest_run(small(requests), EVENTS.values(), goal, most_states).run
            if run is None:
                break
            found[run[-1].event] = run
            missing.discard(run[-1].event)
    return found


def _without_witness(names: Sequence[str]) -> list[str]:
    known = witnesses(names)
    return [
        f"{EVENTS[name].where}: no run from the initial state reaches {name} in a small instance"
        for name in names
        if name in EVENTS and name not in known
    ]
