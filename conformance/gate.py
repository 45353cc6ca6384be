"""The merge gate: prove the model, hold the engine against it, and show that known faults would have been caught."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec

from .engine import EngineFactory, FaultInfo
from .fuzz import Campaign
from .profile import Profile
from .proving import run_lifecycle_proof
from .record import Caught, Proof, Report, report
from .verdict import Result

Progress = Callable[[str], None]

FAULT_BUDGET = 5
"""How many times the usual number of runs are made until a fault is caught. Nearly all are caught in the first few."""


def fuzz(
    factory: EngineFactory,
    profile: Profile,
    *,
    seed: int,
    budget: int | None,
    faults: Sequence[str] = (),
    progress: Progress,
) -> Report:
    """Hold an engine against the model in so many runs."""
    verdict = Campaign(factory, profile, seed, budget, tuple(faults), progress=progress).run()
    return report("fuzz", engine=factory.name, seed=seed, faults=tuple(faults), verdict=verdict)


def catch(
    factory: EngineFactory,
    profile: Profile,
    fault: FaultInfo,
    *,
    seed: int,
    budget: int | None,
    progress: Progress,
    small: bool = True,
) -> Caught:
    """Build a known fault into the engine and see which law it breaks; `small` asks for its shortest run."""
    plain = msgspec.structs.replace(profile, waivers=())
    runs = budget or profile.examples * FAULT_BUDGET
    verdict = Campaign(factory, plain, seed, runs, (fault.name,), progress=progress, small=small).run()
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


def catch_all(
    factory: EngineFactory,
    profile: Profile,
    *,
    seed: int,
    budget: int | None,
    progress: Progress,
    only: Sequence[str] = (),
    small: bool = True,
) -> tuple[Caught, ...]:
    """Build in every known fault (or those named), one after the other."""
    known = factory.faults()
    chosen = [known[name] for name in only] if only else list(known.values())
    caught = []
    for at, fault in enumerate(chosen, start=1):

        def told(text: str, at: int = at, name: str = fault.name) -> None:
            progress(f"fault {at} of {len(chosen)}, {name}: {text}")

        caught.append(catch(factory, profile, fault, seed=seed, budget=budget, progress=told, small=small))
    return tuple(caught)


def gate(
    factory: EngineFactory,
    profile: Profile,
    *,
    seed: int,
    budget: int | None,
    faults: Sequence[str] = (),
    progress: Progress,
    prove: Callable[[Progress], Proof] | None = None,
) -> Report:
    """Prove, fuzz, and show that the faults are caught. With a fault built in, the last is left out.

    That a fault is caught is all the gate has to know; `tenure faults` also makes the run that shows it small.
    """
    proof = (prove or run_lifecycle_proof)(progress)
    verdict = Campaign(factory, profile, seed, budget, tuple(faults), progress=progress).run()
    caught: tuple[Caught, ...] = ()
    if not faults and verdict.result is Result.CONFORMS:
        caught = catch_all(factory, profile, seed=seed, budget=None, progress=progress, small=False)
    return report(
        "gate", engine=factory.name, seed=seed, faults=tuple(faults), proof=proof, verdict=verdict, caught=caught
    )
