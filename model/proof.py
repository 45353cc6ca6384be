"""The whole proof, on all cores: of every system the start, every event, every ranking, and the witness runs."""

from __future__ import annotations

import multiprocessing
import os
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass, replace
from pathlib import Path

from .cache import ProofCache, name_of
from .catalogue import SYSTEMS
from .language import ModelError
from .obligation import INITIALLY, POSSIBLE, EventReport, ProofReport
from .prove import Prover
from .ranking import rank
from .sources import text_of
from .system import System
from .witness import without_witness

Progress = Callable[[EventReport], None]


@dataclass(frozen=True, slots=True)
class Task:
    """One part of the proof: an event of a system, its start, one of its rankings, or what is possible in it."""

    system: str
    about: str
    variant: str = ""
    """One of the system's variants, in the place of the one that is proved."""

    @property
    def weight(self) -> int:
        """Roughly how long it takes; longer ones are started first, so that no core is left waiting. Never a result."""
        system = SYSTEMS[self.system]
        if self.about == POSSIBLE:
            return 1 << 30
        return len(text_of(system.events[self.about].body)) if self.about in system.events else 0


def tasks(systems: Iterable[str] = (), events: Iterable[str] = (), variant: str = "") -> list[Task]:
    """Return every task of some systems (or of all), or only those of some events and what these rest on.

    With a variant, only the systems that have it, and only their start and their events.
    """
    chosen, wanted = set(systems), set(events)
    found = []
    for system in SYSTEMS.values():
        named = [name for name in system.events if not wanted or name in wanted]
        if (chosen and system.name not in chosen) or not named or (variant and variant not in system.variants):
            continue
        ranked = [each.name for each in system.rankings.values() if {move.name for move, _ in each.moves} & set(named)]
        about = [INITIALLY, *named] if variant else [INITIALLY, *named, *ranked, POSSIBLE]
        found += [Task(system.name, name, variant) for name in about]
    return found


def prover_of(system: System, variant: str = "") -> Prover:
    """Return the prover of a system, in the variant that is proved or in another one."""
    if not variant:
        return Prover(system.laws.values(), fixed=system.fixed, small=system.instance)
    other = system.variants[variant]
    small = other.small or system.instance
    return Prover(system.laws.values(), fixed={**system.fixed, **other.fixed}, small=small)


def prove_task(task: Task, laws: frozenset[str] = frozenset(), folder: Path | None = None) -> EventReport:
    """Do one part of the proof, for all laws or only for those named (by name or id). Runs in a worker process.

    With a folder, runs to what is possible are kept there, and those kept are tried first.
    """
    started = time.perf_counter()
    system = SYSTEMS[task.system]
    source = name_of(system, task.about)
    if task.about == POSSIBLE:
        report = EventReport(POSSIBLE, 0, 0, problems=tuple(without_witness(system, folder)))
    else:
        prover = prover_of(system, task.variant)
        if task.about == INITIALLY:
            report = replace(prover.initially(), problems=tuple(prover.unbreakable()))
        elif task.about in system.rankings:
            report = rank(system.rankings[task.about], prover)
        else:
            report = prover.event(system.events[task.about], laws)
    obligations = tuple(replace(each, system=system.name) for each in report.obligations)
    spent = time.perf_counter() - started
    return replace(report, system=system.name, obligations=obligations, seconds=spent, source=source)


def prove_all(
    wanted: Sequence[Task] | None = None,
    *,
    laws: frozenset[str] = frozenset(),
    jobs: int | None = None,
    progress: Progress | None = None,
    cache: ProofCache | None = None,
) -> ProofReport:
    """Do every part of the proof (or those wanted): every law across every event, and that each event can happen.

    `jobs` is the number of processes, one for each core if it is None; `progress` is told of each part as it is done.
    With a cache, what was proved before is not proved again; without one, nothing is kept.
    """
    started = time.perf_counter()
    parts = [task for task in (tasks() if wanted is None else wanted) if not laws or not _asks_other(task, laws)]
    whole = not laws and not any(task.variant for task in parts)
    kept = cache if whole else None  # a proof for some laws only, or of a variant, is no proof of the event
    names = {task: name_of(SYSTEMS[task.system], task.about) for task in parts}
    done: dict[Task, EventReport] = {}
    for task in parts:
        known = kept.get(SYSTEMS[task.system], task.about, names[task]) if kept is not None else None
        if known is not None:
            done[task] = known
    order = sorted((task for task in parts if task not in done), key=lambda task: -task.weight)
    folder = kept.folder if kept is not None else None
    for task, report in _reports(order, laws, folder, jobs or os.cpu_count() or 1):
        if report.source != names[task]:
            raise ModelError(f"{task.system}: its files were changed while {task.about} was proved; prove it again")
        done[task] = report
        if kept is not None:
            kept.put(report, names[task])
        if progress is not None:
            progress(report)
    number = sum(len(SYSTEMS[name].laws) for name in dict.fromkeys(task.system for task in parts))
    return ProofReport(tuple(done[task] for task in parts), number, time.perf_counter() - started)


def _asks_other(task: Task, laws: frozenset[str]) -> bool:
    """Whether the task is about none of these laws: another ranking, or what is possible."""
    if task.about == POSSIBLE:
        return True
    ranking = SYSTEMS[task.system].rankings.get(task.about)
    return ranking is not None and not {ranking.id, ranking.name} & laws


def _reports(
    order: Sequence[Task], laws: frozenset[str], folder: Path | None, jobs: int
) -> Iterator[tuple[Task, EventReport]]:
    if jobs == 1 or len(order) <= 1:
        yield from ((task, prove_task(task, laws, folder)) for task in order)
        return
    context = multiprocessing.get_context("spawn")
    here = 1 if len(order) <= jobs else 0  # this process proves one of a few: another would have to start first
    with ProcessPoolExecutor(min(jobs, len(order)) - here, mp_context=context) as pool:
        asked = {pool.submit(prove_task, task, laws, folder): task for task in order[: len(order) - here]}
        for task in order[len(order) - here :]:
            yield task, prove_task(task, laws, folder)
        for future in as_completed(asked):
            yield asked[future], future.result()
