"""Whether the harness catches what it should: known faults are built in, one at a time, on one seed or on several."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

import msgspec

from .engine import FaultInfo
from .engines import parts_of, wholes_of
from .laws import checked_by
from .parts.campaign import RUNS, PartCampaign
from .parts.part import PartFactory
from .plan import Plan
from .record import Caught
from .verdict import Finding, Result, Verdict
from .wholes.campaign import RUNS as WHOLE_RUNS
from .wholes.campaign import WholeCampaign
from .wholes.whole import WholeFactory

FAULT_BUDGET = 5
"""How many times the usual number of runs are made until a fault is caught. Nearly all are caught in the first few."""

BY_LUCK = 0.9
"""A fault that is caught on a smaller share of the seeds is caught by luck only, and counts as missed."""


M = TypeVar("M", PartFactory, WholeFactory)


@dataclass(frozen=True, slots=True)
class Trial:
    """A known fault, where it is built in, and the runs with it: from a seed, made small or not."""

    fault: FaultInfo
    runs: Callable[[int, bool], Verdict]
    part: str = ""


def catch_all(plan: Plan, *, small: bool = True, seeds: int = 1) -> tuple[Caught, ...]:
    """Build in every known fault of the engine (or those that the plan names), one after the other."""
    known = plan.factory.faults()
    chosen = [known[name] for name in plan.faults if name in known] if plan.faults else list(known.values())
    return _caught_by(plan, [_of_engine(plan, fault) for fault in chosen], small=small, seeds=seeds)


def catch_in_parts(plan: Plan, *, names: Sequence[str] = (), small: bool = True, seeds: int = 1) -> tuple[Caught, ...]:
    """Build in every known fault of the engine's parts (or those that are named), one after the other."""
    trials = [_of_part(plan, part, fault) for part, fault in _chosen(plan, parts_of(plan.factory), names)]
    return _caught_by(plan, trials, small=small, seeds=seeds)


def catch_in_wholes(plan: Plan, *, names: Sequence[str] = (), small: bool = True, seeds: int = 1) -> tuple[Caught, ...]:
    """Build in every known fault of the engine's wholes (or those that are named), one after the other."""
    trials = [_of_whole(plan, whole, fault) for whole, fault in _chosen(plan, wholes_of(plan.factory), names)]
    return _caught_by(plan, trials, small=small, seeds=seeds)


def _chosen(plan: Plan, every: Sequence[M], names: Sequence[str]) -> Iterator[tuple[M, FaultInfo]]:
    """Yield the known faults that are asked for, each with the part or the whole that it is built into."""
    for made in every:
        if not names or made.name in names:
            yield from ((made, each) for each in made.known.values() if not plan.faults or each.name in plan.faults)


def _of_engine(plan: Plan, fault: FaultInfo) -> Trial:
    profile = msgspec.structs.replace(plan.profile, waivers=())
    runs = plan.budget or profile.examples * FAULT_BUDGET
    broken = replace(plan, profile=profile, budget=runs, faults=(fault.name,), progress=lambda _: None)
    return Trial(fault, lambda seed, small: replace(broken, seed=seed).verdict(small=small))


def _of_part(plan: Plan, part: PartFactory, fault: FaultInfo) -> Trial:
    engine, runs = plan.factory.name, plan.budget or RUNS * FAULT_BUDGET
    return Trial(
        fault,
        lambda seed, small: PartCampaign(part, seed, runs, (fault.name,), engine).verdict(small=small),
        part.name,
    )


def _of_whole(plan: Plan, whole: WholeFactory, fault: FaultInfo) -> Trial:
    engine, runs = plan.factory.name, plan.budget or WHOLE_RUNS
    return Trial(
        fault,
        lambda seed, small: WholeCampaign(whole, seed, runs, (fault.name,), engine).verdict(small=small),
        whole.name,
    )


def _caught_by(plan: Plan, trials: Sequence[Trial], *, small: bool, seeds: int) -> tuple[Caught, ...]:
    """Make the runs of each trial: of the first seed the smallest one, of others only whether they show the fault."""
    found: list[Caught] = []
    for at, trial in enumerate(trials, 1):
        where = f" of {trial.part}" if trial.part else ""
        plan.progress(f"known faults{where}: {at} of {len(trials)}, {trial.fault.name}")
        found.append(_caught(trial, [trial.runs(plan.seed + more, small and not more) for more in range(seeds)]))
        plan.judged(found[-1])
    return tuple(found)


def _caught(trial: Trial, verdicts: Sequence[Verdict]) -> Caught:
    """Say what became of a fault, from what the runs of each seed showed."""
    results = [_result(trial.fault, verdict) for verdict in verdicts]
    good = sum(result == "caught" for result, _ in results)
    result, note = next((each for each in results if (each[0] == "caught") == (good > 0)), results[0])
    if 0 < good < BY_LUCK * len(results):
        result, note = "by luck", f"caught on {good} of {len(results)} seeds"
    found = next(iter(_findings(verdicts)), None)
    return Caught(
        fault=trial.fault.name,
        id=trial.fault.id,
        part=trial.part,
        summary=trial.fault.summary,
        expected=tuple(trial.fault.laws),
        result=result,
        note=note,
        by=checked_by(found.law.name) if found is not None else "",
        seeds=len(results),
        caught_on=good,
        seconds=sum(verdict.seconds for verdict in verdicts) / len(verdicts),
        finding=found,
    )


def _findings(verdicts: Sequence[Verdict]) -> Iterator[Finding]:
    for verdict in verdicts:
        yield from verdict.findings


def _result(fault: FaultInfo, verdict: Verdict) -> tuple[str, str]:
    found = verdict.findings[0] if verdict.findings else None
    if found is not None:
        return ("caught" if found.law.id in fault.laws else "another law"), found.law.sentence
    if verdict.result is Result.UNKNOWN:
        return "unknown", "; ".join(verdict.unknown)
    return "missed", f"{verdict.examples} runs, {verdict.events} events"
