"""The proof of the model, as the gate sees it."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING

import msgspec

from ..model.rules import RULES
from .laws import Citation
from .record import Certificate, Doubt, Proof, ProvedEvent, Refuted
from .verdict import Result

if TYPE_CHECKING:
    from ..model.obligation import EventReport, Obligation, ProofReport

SHOWN = 3
"""How many refuted obligations are explained with a counterexample; the others are only named."""


@dataclass(frozen=True, slots=True)
class Asked:
    """What of the model is to be proved: everything, unless systems, events, laws or a variant are named."""

    systems: tuple[str, ...] = ()
    events: tuple[str, ...] = ()
    laws: tuple[str, ...] = ()
    """Names or ids."""
    variant: str = ""
    changed: bool = False
    """Whether only what had to be proved again is reported."""
    cached: bool = True
    certify: Path | None = None
    """Where to write the obligations for the second solver, which is then asked as well."""

    @property
    def scope(self) -> str:
        """What of the model it is about, or nothing if it is about all of it."""
        return ", ".join((*self.systems, *self.events, *self.laws, *([self.variant] if self.variant else [])))

    def wrong(self) -> str | None:
        """Return what is wrong with what is asked for, in a sentence, or None."""
        from ..model.catalogue import SYSTEMS
        from ..model.proof import tasks

        systems = SYSTEMS.values()
        laws = {name for system in systems for law in system.laws.values() for name in (law.id, law.name)}
        laws |= {name for system in systems for each in system.rankings.values() for name in (each.id, each.name)}
        known: dict[str, tuple[Iterable[str], Iterable[str]]] = {
            "system": (self.systems, SYSTEMS),
            "event": (self.events, {name for system in systems for name in system.events}),
            "law": (self.laws, laws | {rule for each in RULES for rule in (each.id, each.name)}),
            "variant": (filter(None, [self.variant]), {name for system in systems for name in system.variants}),
        }
        for kind, (given, names) in known.items():
            for name in given:
                if name not in names:
                    close = get_close_matches(name, names, n=3)
                    near = f"the nearest: {', '.join(close)}" if close else f"there are {', '.join(sorted(names))}"
                    return f"there is no {kind} {name!r}; {near}"
        if not tasks(self.systems, self.events, self.variant):
            return f"nothing of the model is all of {self.scope} at once"
        return self._unasked()

    def _unasked(self) -> str | None:
        """Say which law is about what one event does with its arguments, and is asked of others only."""
        from ..model.catalogue import SYSTEMS

        for name in self.laws if self.events else ():
            chosen = [SYSTEMS[each] for each in self.systems] or SYSTEMS.values()
            laws = [law for system in chosen for law in system.laws.values() if name in (law.id, law.name)]
            of = {law.of.name for law in laws if law.of is not None}
            if of and len(of) == len(laws) and not of & set(self.events):
                return f"{name} is shown of {', '.join(sorted(of))} only, and of no event that is asked for"
        return None


def run_proof(progress: Callable[[str], None], *, asked: Asked | None = None, jobs: int | None = None) -> Proof:
    """Prove every event of every system (or what is asked for) against every law, for any number of requests."""
    from ..model.cache import FOLDER, ProofCache
    from ..model.proof import prove_all, tasks

    asked = asked or Asked()

    def told(report: EventReport) -> None:
        progress(f"asked about {report.system}.{report.event}")

    done = prove_all(
        tasks(asked.systems, asked.events, asked.variant),
        laws=frozenset(asked.laws),
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
            seconds=each.seconds,
        )
        for each in done.events
    )
    once = {(each.system, each.event, each.law): each for each in reversed(done.failed)}
    failed = tuple(reversed(once.values()))
    refuted = [_refuted(each, asked.variant, explained=at < SHOWN) for at, each in enumerate(failed)]
    refuted.sort(key=lambda each: (not each.from_start, not each.shown))  # what is surely wrong comes first
    unknown = tuple(f"{each.event}: {each.law}" for each in failed if each.answer.value == "unknown")
    result = Result.VIOLATES if done.refuted else Result.CONFORMS if done.proved else Result.UNKNOWN
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


def _refuted(each: Obligation, variant: str, *, explained: bool) -> Refuted:
    from_start, shown = _counterexample(each, variant) if explained else (False, ())
    return Refuted(
        system=each.system,
        event=each.event,
        event_where=each.event_where,
        law=Citation(each.law_id, each.law, each.sentence, each.law_where),
        answer=each.answer.value,
        branches=each.branches,
        shown=shown,
        from_start=from_start,
    )


def _counterexample(each: Obligation, variant: str) -> tuple[bool, tuple[str, ...]]:
    """Return the smallest run, or else the smallest step, that breaks the law, and whether it is a run."""
    from ..model.catalogue import SYSTEMS
    from ..model.counterexample import explain
    from ..model.proof import prover_of
    from ..model.showing import told

    system = SYSTEMS[each.system]
    if each.event not in system.events:
        return True, ("it does not hold at the start",)
    found = explain(system.events[each.event], each.law, system.events.values(), prover_of(system, variant))
    if found is None:
        return False, ("no counterexample with up to three requests was found",)
    return found.reachable, tuple(told(found))
