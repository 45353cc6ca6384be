"""The proof of the model, as the gate sees it."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from ..model.language import ModelError
from .asked import Asked
from .blame import WRITTEN, sentence
from .counterexamples import explained
from .record import Certificate, Doubt, Proof, ProvedEvent
from .verdict import Result

if TYPE_CHECKING:
    from ..model.obligation import EventReport, ProofReport

__all__ = ["Asked", "run_lifecycle_proof", "run_proof", "summary"]


def run_proof(progress: Callable[[str], None], *, asked: Asked | None = None, jobs: int | None = None) -> Proof:
    """Prove every event of every system (or what is asked for) against every law, for any number of requests."""
    from ..model.cache import ProofCache
    from ..model.kept import FOLDER
    from ..model.proof import prove_all, tasks

    asked = asked or Asked()

    def told(report: EventReport) -> None:
        progress(f"asked about {report.system}.{report.event}")

    with _told_of_the_model():
        done = prove_all(
            tasks(asked.systems, asked.events, asked.variant),
            laws=asked.goals,
            jobs=jobs,
            progress=told,
            cache=ProofCache(Path(FOLDER)) if asked.cached else None,
        )
    if asked.changed:
        done = replace(done, events=tuple(each for each in done.events if not each.cached))
    proof = summary(done, asked)
    if asked.certify is None:
        return proof
    certificate = _certificate(asked, asked.certify, progress, jobs)
    sure = proof.result is not Result.CONFORMS or not certificate.doubts
    return msgspec.structs.replace(proof, certificate=certificate, result=proof.result if sure else Result.UNKNOWN)


@contextmanager
def _told_of_the_model() -> Iterator[None]:
    """Turn what the code of an event or a law raises into a sentence that says where it stands."""
    from ..model.fork import TooManyPaths

    try:
        yield
    except ModelError:
        raise
    except TooManyPaths as error:
        raise ModelError(str(error)) from error
    except Exception as error:
        said = sentence(error, WRITTEN)
        if said is None:
            raise
        raise ModelError(said) from error


def run_lifecycle_proof(progress: Callable[[str], None]) -> Proof:
    """Prove the system that engines are replayed against; `tenure prove` proves all of them."""
    return run_proof(progress, asked=Asked(systems=("lifecycle",)))


def _certificate(asked: Asked, folder: Path, progress: Callable[[str], None], jobs: int | None) -> Certificate:
    """Ask the second solver about every obligation that is asked for."""
    from ..model.certify import certify
    from ..model.proof import tasks

    started = time.perf_counter()
    wanted = tasks(asked.systems, asked.events, asked.variant)
    opinions = list(certify(wanted, folder, jobs=jobs, progress=progress))
    return Certificate(
        folder=str(folder),
        files=len(opinions),
        questions=sum(len(each.questions) for each in opinions),
        doubts=tuple(
            Doubt(file=each.file, question=question.title, expected=question.expected, said=said)
            for each in opinions
            for question, said in each.differences
        ),
        seconds=time.perf_counter() - started,
    )


def summary(done: ProofReport, asked: Asked) -> Proof:
    """Return what a proof showed, with the smallest counterexamples of what it refuted."""
    rows = tuple(
        ProvedEvent(
            system=each.system,
            event=each.event,
            cached=each.cached,
            paths=each.paths,
            refusing_paths=each.refusing_paths,
            answers=dict(Counter(obligation.answer.value for obligation in each.obligations)),
            problems=tuple(each.problems),
            seconds=each.seconds,
        )
        for each in done.events
    )
    once = {(each.system, each.event, each.law): each for each in reversed(done.failed)}
    failed = tuple(reversed(once.values()))
    refuted = list(explained(failed, asked.variant))
    refuted.sort(key=lambda each: (not each.from_start, not each.shown))  # what is surely wrong comes first
    unknown = tuple(f"{each.event}: {each.law}" for each in failed if each.answer.value == "unknown")
    unchanged = asked.changed and not done.events  # what is kept is proved, and all of it is kept
    result = Result.VIOLATES if done.refuted else Result.CONFORMS if done.proved or unchanged else Result.UNKNOWN
    return Proof(
        result=result,
        scope=asked.scope,
        events=rows,
        laws=done.laws,
        refuted=tuple(refuted),
        problems=tuple(done.problems),
        unknown=unknown,
        seconds=done.seconds,
    )
