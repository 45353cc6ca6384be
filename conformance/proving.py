"""The proof of the model, as the gate sees it."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

from ..model.lifecycle import EVENTS, LAWS
from ..model.obligation import INITIALLY
from .laws import Citation
from .record import Mutation, Mutations, Proof, ProvedEvent, Refuted
from .verdict import Result

if TYPE_CHECKING:
    from ..model.obligation import Obligation, ProofReport

SHOWN = 3
"""How many refuted obligations are explained with a counterexample; the others are only named."""


def run_proof(progress: Callable[[str], None], *, events: tuple[str, ...] = (), jobs: int | None = None) -> Proof:
    """Prove every event (or those named) against every law, for any number of requests."""
    from ..model.proof import prove_all

    def told(report: object) -> None:
        progress(f"proved {getattr(report, 'event', '')}")

    return summary(prove_all([INITIALLY, *events] if events else None, jobs=jobs, progress=told))


def summary(done: ProofReport) -> Proof:
    """Return what a proof showed, with the smallest counterexamples of what it refuted."""
    rows = tuple(
        ProvedEvent(
            event=each.event,
            paths=each.paths,
            refusing_paths=each.refusing_paths,
            answers=dict(Counter(obligation.answer.value for obligation in each.obligations)),
            seconds=each.seconds,
        )
        for each in done.events
    )
    once = {(each.event, each.law): each for each in reversed(done.failed)}
    failed = tuple(reversed(once.values()))
    refuted = tuple(_refuted(each, explained=at < SHOWN) for at, each in enumerate(failed))
    unknown = tuple(f"{each.event}: {each.law}" for each in failed if each.answer.value == "unknown")
    result = Result.VIOLATES if done.refuted else Result.CONFORMS if done.proved else Result.UNKNOWN
    return Proof(
        result=result,
        events=rows,
        laws=done.laws,
        refuted=refuted,
        problems=tuple(done.problems),
        unknown=unknown,
        seconds=done.seconds,
    )


def _refuted(each: Obligation, *, explained: bool) -> Refuted:
    return Refuted(
        event=each.event,
        event_where=each.event_where,
        law=Citation(each.law_id, each.law, each.sentence, each.law_where),
        answer=each.answer.value,
        branches=each.branches,
        shown=_counterexample(each) if explained else (),
    )


def _counterexample(each: Obligation) -> tuple[str, ...]:
    """Return the smallest run, or else the smallest step, that breaks the law."""
    from ..model.counterexample import explain
    from ..model.prove import Prover

    if each.event not in EVENTS:
        return ("it does not hold at the start",)
    found = explain(EVENTS[each.event], each.law, EVENTS.values(), Prover(LAWS.values()))
    if found is None:
        return ("no counterexample with up to three requests was found",)
    kind = "a run from the start" if found.reachable else "a step from a state that meets every law"
    lines = [f"{kind}, with {found.requests} request{'s' if found.requests > 1 else ''}:"]
    if not found.reachable:
        lines += [f"  where {fact}" for fact in found.before]
    lines += [f"  {call}" for call in found.calls]
    lines += [f"  changes {name} from {before} to {after}" for name, before, after in found.changes]
    return (*lines, f"  breaks {found.breaks}")


def run_mutants(progress: Callable[[str], None], *, jobs: int | None = None) -> Mutations:
    """Delete every statement and guard of every event in turn, and see that a law notices."""
    from ..model.mutants import judge_all, mutants, stale

    started = time.perf_counter()
    todo = mutants()
    fates = []
    for fate in judge_all(todo, jobs=jobs):
        fates.append(fate)
        progress(f"statement {len(fates)} of {len(todo)} deleted: {fate.mutant.where}")
    mutations = tuple(
        Mutation(
            statement=fate.mutant.key, where=fate.mutant.where, noticed=fate.noticed or "", reason=fate.reason or ""
        )
        for fate in fates
    )
    gone = tuple(stale(fates))
    good = all(each.good for each in mutations) and not gone
    unsure = any(fate.unsure for fate in fates)
    result = Result.CONFORMS if good else Result.UNKNOWN if unsure else Result.VIOLATES
    return Mutations(result=result, mutations=mutations, stale=gone, seconds=time.perf_counter() - started)
