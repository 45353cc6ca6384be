"""A second opinion: every statement of the proof is written as SMT-LIB 2 and asked of cvc5, a solver of its own.

cvc5 comes with the extra `certify`. Its effort is a count of resources, not of seconds. A question on which the two
differ, or on which cvc5 gives up, is reported, and the certificate is then not given.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from pathlib import Path

from .catalogue import SYSTEMS
from .obligation import POSSIBLE
from .proof import Task, prover_of
from .smtlib import Question, scripts

EFFORT = 3_000_000
"""cvc5's resource limit for one question."""


class NoSecondSolver(Exception):
    """cvc5 is not installed."""


@dataclass(frozen=True, slots=True)
class Opinion:
    """What cvc5 said to the questions of one file, beside what z3's proof implies."""

    file: str
    questions: tuple[Question, ...]
    said: tuple[str, ...]

    @property
    def differences(self) -> list[tuple[Question, str]]:
        """The questions to which cvc5 gave another answer, or none, each with what it said."""
        said = [*self.said, *["nothing"] * (len(self.questions) - len(self.said))]
        return [(asked, answer) for asked, answer in zip(self.questions, said, strict=True) if answer != asked.expected]


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


def certify_task(task: Task, folder: Path) -> list[Opinion]:
    """Write every statement of one part of the proof into a folder, and ask cvc5. Runs in a worker process."""
    system = SYSTEMS[task.system]
    found = []
    for script in scripts(system, task.about, prover_of(system, task.variant)):
        (folder / f"{script.name}.smt2").write_text(script.text, encoding="utf-8")
        found.append(Opinion(f"{script.name}.smt2", script.questions, ask(script.text)))
    return found


def certify(
    wanted: Sequence[Task], folder: Path, *, jobs: int | None = None, progress: Callable[[str], None] = lambda _: None
) -> Iterator[Opinion]:
    """Yield cvc5's opinion of every statement of some parts of the proof; the texts are left in the folder."""
    folder.mkdir(parents=True, exist_ok=True)
    parts = sorted((task for task in wanted if task.about != POSSIBLE), key=lambda task: -task.weight)
    context = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(jobs or os.cpu_count() or 1, mp_context=context) as pool:
        asked = {pool.submit(certify_task, task, folder): task for task in parts}
        for done in as_completed(asked):
            progress(f"cvc5 was asked about {asked[done].system}.{asked[done].about}")
            yield from done.result()
