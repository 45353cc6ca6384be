"""The whole proof, on several cores: every event, the initial state, and the witness runs."""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import replace

from .check import law_arguments
from .language import SOMETIMES, Law
from .lifecycle import EVENTS, LAWS
from .obligation import INITIALLY, EventReport, ProofReport
from .prove import Prover
from .search import runs_to, small
from .trace import Call
from .worlds.concrete import ConcreteWorld

MOST_STATES = 100_000
"""How many states the search for witness runs sees, for each number of requests."""

Progress = Callable[[EventReport], None]

_SLOWEST_FIRST = ("abort", "preempt", "resume", "revoke", "admit")
"""Events with many paths; started first, so that no core is left waiting for them. Only the order depends on it."""


def prove_event(name: str) -> EventReport:
    """Prove one event against every law, or the initial state and the laws themselves. Runs in a worker process."""
    prover = Prover(LAWS.values())
    if name == INITIALLY:
        return replace(prover.initially(), problems=tuple(prover.unbreakable()))
    return prover.event(EVENTS[name])


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
    return ProofReport(reports, len(LAWS), time.perf_counter() - started, tuple(without_witness()))


def _reports(order: Sequence[str], jobs: int) -> Iterable[EventReport]:
    if jobs == 1 or len(order) == 1:
        yield from map(prove_event, order)
        return
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(min(jobs, len(order)), mp_context=context) as pool:
        for future in as_completed([pool.submit(prove_event, name) for name in order]):
            yield future.result()


def witnesses(names: Iterable[str], most_states: int = MOST_STATES) -> dict[str, tuple[Call, ...]]:
    """Return the shortest run to each of these events and possible things, as far as there is one.

    One search with two requests serves all of them: it has every run with one request in it.
    """
    missing = set(names)
    found: dict[str, tuple[Call, ...]] = {}
    hits: set[str] = set()

    def goal(world: ConcreteWorld, before: tuple[int, ...], call: Call) -> bool:
        del before
        hits.update({call.event} & missing)
        hits.update(name for name in missing & SOMETIMES.keys() if _somewhere(SOMETIMES[name], world))
        missing.difference_update(hits)
        return bool(hits)

    for run in runs_to(small(2), EVENTS.values(), goal, most_states):
        found.update(dict.fromkeys(sorted(hits), run))
        hits.clear()
        if not missing:
            break
    return found


def _somewhere(law: Law, world: ConcreteWorld) -> bool:
    arguments = law_arguments(law, world.instance.requests, world.instance.adapters)
    return any(law.body(world, *args) for args in arguments)


def without_witness() -> list[str]:
    """Say which events, and which things that must be possible, no run of a small instance reaches."""
    known = witnesses([*EVENTS, *SOMETIMES])
    return [
        f"{(EVENTS.get(name) or SOMETIMES[name]).where}: no run from the initial state reaches {name}"
        for name in [*EVENTS, *SOMETIMES]
        if name not in known
    ]
