"""The merge gate: prove the model, hold the engine against it, and show that known faults would have been caught."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from .catching import catch_all
from .engines import parts_of, wholes_of
from .parts.campaign import RUNS, PartCampaign
from .parts.part import PartFactory
from .plan import Plan, Progress
from .proving import run_lifecycle_proof
from .record import Caught, HeldPart, Proof, Report, report
from .verdict import Result
from .wholes.campaign import RUNS as WHOLE_RUNS
from .wholes.campaign import WholeCampaign
from .wholes.whole import WholeFactory


def fuzz(plan: Plan) -> Report:
    """Hold an engine against the model in so many runs."""
    return report("fuzz", engine=plan.factory.name, seed=plan.seed, faults=plan.faults, verdict=plan.verdict())


def hold_parts(plan: Plan, chosen: Sequence[PartFactory] | None = None) -> tuple[HeldPart, ...]:
    """Hold the parts that the engine gives (or those chosen) by themselves, against the systems that look at them."""
    return tuple(
        HeldPart(
            part=part.name,
            system=part.system,
            verdict=PartCampaign(
                part,
                plan.seed,
                plan.budget or RUNS,
                faults=plan.faults,
                engine=plan.factory.name,
                progress=plan.progress,
            ).verdict(),
        )
        for part in (parts_of(plan.factory) if chosen is None else chosen)
    )


def hold_wholes(plan: Plan, chosen: Sequence[WholeFactory] | None = None) -> tuple[HeldPart, ...]:
    """Let the wholes that the engine gives (or those chosen) serve requests, each part followed by its system."""
    return tuple(
        HeldPart.of_whole(
            whole.name,
            whole.systems,
            WholeCampaign(
                whole,
                plan.seed,
                plan.budget or WHOLE_RUNS,
                faults=plan.faults,
                engine=plan.factory.name,
                progress=plan.progress,
            ).verdict(),
        )
        for whole in (wholes_of(plan.factory) if chosen is None else chosen)
    )


def gate(plan: Plan, prove: Callable[[Progress], Proof] | None = None) -> Report:
    """Prove, fuzz, and show that the faults are caught. With a fault built in, the last is left out.

    That a fault is caught is all the gate has to know; `tenure faults` also makes the run that shows it small.
    """
    proof = (prove or run_lifecycle_proof)(plan.progress)
    verdict = plan.verdict()
    by_default = replace(plan, budget=None)
    parts = (*hold_parts(by_default), *hold_wholes(by_default)) if not plan.faults else ()
    caught: tuple[Caught, ...] = ()
    if not plan.faults and verdict.result is Result.CONFORMS:
        caught = catch_all(replace(plan, budget=None), small=False)
    return report(
        "gate",
        engine=plan.factory.name,
        seed=plan.seed,
        faults=plan.faults,
        proof=proof,
        verdict=verdict,
        parts=parts,
        caught=caught,
    )
