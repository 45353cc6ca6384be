"""The proof of the model, as the gate sees it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING

from ..model.lifecycle import EVENTS, LAWS
from .laws import Citation
from .record import Proof, Refuted
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

    return summary(prove_all(list(events) or None, jobs=jobs, progress=told))


def summary(done: ProofReport) -> Proof:
    """Return what a proof showed, with the smallest counterexamples of what it refuted."""
    counted = {
        each.event: dict(Counter(obligation.answer.value for obligation in each.obligations)) for each in done.events
    }
    once = {(each.event, each.law): each for each in reversed(done.failed)}
    failed = tuple(reversed(once.values()))
    refuted = tuple(_refuted(each, explained=at < SHOWN) for at, each in enumerate(failed))
    unknown = tuple(f"{each.event}: {each.law}" for each in failed if each.answer.value == "unknown")
    result = Result.VIOLATES if done.refuted else Result.CONFORMS if done.proved else Result.UNKNOWN
    return Proof(
        result=result,
        obligations=counted,
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
