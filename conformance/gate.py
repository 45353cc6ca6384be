"""The merge gate: prove the model, hold the engine against it, and show that known faults would have been caught."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

import msgspec

from .engine import EngineFactory, FaultInfo
from .engines import parts_of
from .fuzz import Campaign
from .parts.campaign import RUNS, PartCampaign
from .parts.part import PartFactory
from .profile import Profile
from .proving import run_lifecycle_proof
from .record import Caught, HeldPart, Proof, Report, report
from .verdict import Result, Verdict

Progress = Callable[[str], None]

FAULT_BUDGET = 5
"""How many times the usual number of runs are made until a fault is caught. Nearly all are caught in the first few."""


@dataclass(frozen=True, slots=True)
class Plan:
    """Which engine is held against which profile, in which runs."""

    factory: EngineFactory
    profile: Profile
    seed: int = 0
    budget: int | None = None
    """How many runs; the profile's number, or that of the faults, where it is not given."""
    faults: tuple[str, ...] = ()
    progress: Progress = lambda _: None

    def verdict(self, *, small: bool = True) -> Verdict:
        """Make the runs; `small` asks for the shortest run to what is found."""
        return Campaign(
            self.factory, self.profile, self.seed, self.budget, self.faults, progress=self.progress, small=small
        ).run()


def fuzz(plan: Plan) -> Report:
    """Hold an engine against the model in so many runs."""
    return report("fuzz", engine=plan.factory.name, seed=plan.seed, faults=plan.faults, verdict=plan.verdict())


def catch(plan: Plan, fault: FaultInfo, *, small: bool = True) -> Caught:
    """Build a known fault into the engine and see which law it breaks; `small` asks for its shortest run."""
    profile = msgspec.structs.replace(plan.profile, waivers=())
    runs = plan.budget or profile.examples * FAULT_BUDGET
    verdict = replace(plan, profile=profile, budget=runs, faults=(fault.name,)).verdict(small=small)
    found = verdict.findings[0] if verdict.findings else None
    if found is not None:
        result = "caught" if found.law.id in fault.laws else "another law"
        note = found.law.sentence
    elif verdict.result is Result.UNKNOWN:
        result, note = "unknown", "; ".join(verdict.unknown)
    else:
        result, note = "missed", f"{verdict.examples} runs, {verdict.events} events"
    return Caught(
        fault=fault.name,
        id=fault.id,
        summary=fault.summary,
        expected=tuple(fault.laws),
        result=result,
        note=note,
        finding=found,
    )


def catch_all(plan: Plan, *, small: bool = True) -> tuple[Caught, ...]:
    """Build in every known fault (or those that the plan names), one after the other."""
    known = plan.factory.faults()
    chosen = [known[name] for name in plan.faults] if plan.faults else list(known.values())
    caught = []
    for at, fault in enumerate(chosen, start=1):

        def told(text: str, at: int = at, name: str = fault.name) -> None:
            plan.progress(f"fault {at} of {len(chosen)}, {name}: {text}")

        caught.append(catch(replace(plan, progress=told), fault, small=small))
    return tuple(caught)


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


def gate(plan: Plan, prove: Callable[[Progress], Proof] | None = None) -> Report:
    """Prove, fuzz, and show that the faults are caught. With a fault built in, the last is left out.

    That a fault is caught is all the gate has to know; `tenure faults` also makes the run that shows it small.
    """
    proof = (prove or run_lifecycle_proof)(plan.progress)
    verdict = plan.verdict()
    parts = hold_parts(replace(plan, budget=None)) if not plan.faults else ()
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
