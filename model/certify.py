"""A second opinion: each way through an event is written as SMT-LIB 2 and asked of cvc5, which shares no code with z3.

cvc5 comes with the extra `certify`. Its effort is a count of resources, not of seconds. A path on which the two differ,
or on which cvc5 gives up, is reported, and the certificate is then not given.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from pathlib import Path

from .catalogue import SYSTEMS
from .proof import Task, prover_of
from .smtlib import scripts

EFFORT = 3_000_000
"""cvc5's resource limit for one question."""


class NoSecondSolver(Exception):
    """cvc5 is not installed."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """What cvc5 said of one way through one event, beside what z3's proof implies."""

    file: str
    obligations: tuple[str, ...]
    expected: tuple[str, ...]
    said: tuple[str, ...]

    @property
    def agrees(self) -> bool:
        """Whether both solvers say the same."""
        return self.said == self.expected


def ask(text: str, effort: int = EFFORT) -> tuple[str, ...]:
    """Return cvc5's answers to the questions of an SMT-LIB text, in order."""
    try:
        import cvc5
    except ImportError as missing:
        raise NoSecondSolver("cvc5 is not installed: pip install 'tenure[certify]'") from missing
    terms = cvc5.TermManager()
    solver = cvc5.Solver(terms)
    solver.setOption("incremental", "true")
    solver.setOption("rlimit-per", str(effort))
    parser = cvc5.InputParser(solver)
    parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "obligation")
    answers = []
    while not (command := parser.nextCommand()).isNull():
        said = command.invoke(solver, parser.getSymbolManager()).strip()
        if said:
            answers.append(said)
    return tuple(answers)


def certify_event(task: Task, folder: Path) -> list[Opinion]:
    """Write every way through an event into a folder, and ask cvc5 about each. Runs in a worker process."""
    system = SYSTEMS[task.system]
    found = []
    for script in scripts(system.events[task.about], prover_of(system, task.variant)):
        (folder / f"{script.name}.smt2").write_text(script.text, encoding="utf-8")
        found.append(Opinion(f"{script.name}.smt2", script.obligations, script.expected, ask(script.text)))
    return found


def certify(
    wanted: Sequence[Task], folder: Path, *, jobs: int | None = None, progress: Callable[[str], None] = lambda _: None
) -> Iterator[Opinion]:
    """Yield cvc5's opinion of every way through the events among some tasks; the texts are left in the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    events = sorted((task for task in wanted if task.about in SYSTEMS[task.system].events), key=lambda t: -t.weight)
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs or os.cpu_count() or 1, mp_context=context) as pool:
        asked = [(task, pool.submit(certify_event, task, folder)) for task in events]
        for task, answer in asked:
            progress(f"cvc5 was asked about {task.system}.{task.about}")
            yield from answer.result()
