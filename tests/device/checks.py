"""Each check by itself, and what is to be said of what it showed. On which devices is for the caller to say."""

from __future__ import annotations

import gc
from collections.abc import Callable
from functools import partial
from random import Random

import torch

from tenure.conformance import profile
from tenure.conformance.comparing import Checks
from tenure.conformance.fuzz import Campaign
from tenure.conformance.parts.campaign import PartCampaign
from tenure.conformance.parts.part import PartFactory
from tenure.conformance.verdict import Result, Verdict
from tenure.conformance.wholes.campaign import WholeCampaign
from tenure.conformance.wholes.whole import WholeFactory
from tenure.gpu_backend.engine import TorchFactory
from tenure.gpu_backend.paging.manager import PageManager

from .crossing import Crossings, allocated, watched
from .load import Hasty, HostWaits, Load
from .twins import TwinFactory, factory_on

SEED = 0
RUNS = 40
"""How many runs by chance are made of the engine, and of two engines side by side, behind those of the suite."""
PART_RUNS = 4
WHOLE_RUNS = 20
EVENTS = 5000
"""How many things are done to the memory of pages under load."""

LAST = "memory"
"""The check that is always made, for it looks back at all the others."""

Judged = tuple[Result, str]
Check = Callable[[], Judged]


def judged(verdict: Verdict, said: str) -> Judged:
    """Say what a campaign showed."""
    for each in verdict.findings:
        calls, differs = "; ".join(each.calls), each.differs
        said += f"; {each.law.id} {each.law.name}: {differs.what}: {differs.expected} expected, {differs.got} got"
        said += f", by {calls} in {each.sizes}"
    return verdict.result, "; ".join((said, *verdict.unknown))


def hold_engine(factory: TorchFactory, runs: int = RUNS) -> Judged:
    """Hold the engine against the lifecycle."""
    verdict = Campaign(factory, profile.load("torch"), SEED, runs).run()
    return judged(verdict, f"{verdict.examples} runs, {verdict.events} events")


def hold_part(part: PartFactory, runs: int = PART_RUNS) -> Judged:
    """Hold a part against its system."""
    verdict = PartCampaign(part, SEED, runs, engine="torch").verdict()
    return judged(verdict, f"the suite and {runs} runs, {verdict.events} events")


def hold_whole(whole: WholeFactory, runs: int = WHOLE_RUNS) -> Judged:
    """Let the whole serve requests, each part beside its system. What requests say alone is computed on the CPU."""
    verdict = WholeCampaign(whole, SEED, runs, engine="torch").verdict()
    return judged(verdict, f"{verdict.examples} runs, {verdict.events} events")


def compare(one: TorchFactory, other: TorchFactory, runs: int = RUNS) -> Judged:
    """Run the suite and some runs by chance on both, and compare every answer and every snapshot, tokens included."""
    twins = TwinFactory(one, other)
    verdict = Campaign(twins, profile.load("torch"), SEED, runs, checks=Checks(content=False)).run()
    seen = twins.compared
    result, said = judged(verdict, f"{verdict.examples} runs, {seen.snapshots} snapshots, {seen.tokens} tokens")
    if result is Result.CONFORMS and (seen.ties or not seen.tokens):
        return Result.UNKNOWN, f"{said}; in {seen.ties} runs two logits were too close to compare"
    return result, said


def put_under_load(device: torch.device, manager: type[PageManager] = PageManager, events: int = EVENTS) -> Judged:
    """Copy pages about in an order by chance, beside steps; and see that a memory which does not wait would show."""
    load = Load(device, Random(SEED), manager)
    try:
        load.go(events)
    except HostWaits as waits:
        return Result.VIOLATES, f"a copy makes the host wait: {waits}"
    said = f"{load.copies} copies, {load.in_flight} polled while they ran, {load.checked} contents compared"
    if load.wrong:
        return Result.VIOLATES, f"{said}; {load.wrong[0]}"
    if not load.in_flight:
        return Result.UNKNOWN, f"{said}: none was in flight, so nothing was shown"
    hasty = Load(device, Random(SEED), Hasty)
    hasty.go(events)
    if not hasty.wrong:
        return Result.UNKNOWN, f"{said}; but neither does it show if nobody waits for copies"
    return Result.CONFORMS, f"{said}; without waiting {len(hasty.wrong)} would be wrong"


def watch_steps(crossings: Crossings, device: str) -> Judged:
    """See that no step carries more than single floats between device and host."""
    verdict = Campaign(factory_on(device, watched(crossings)), profile.load("torch"), SEED, 1).run()
    result, said = judged(verdict, f"{crossings.seen} operations in steps")
    if crossings.found:
        return Result.VIOLATES, f"{said}; {len(crossings.found)} with floats on both sides, first {crossings.found[0]}"
    return (result if crossings.seen else Result.UNKNOWN), said


def nothing_left(before: int, measure: Callable[[], int]) -> Judged:
    """See that no more memory is in use than was before."""
    gc.collect()
    after = measure()
    return (Result.CONFORMS if after == before else Result.VIOLATES), f"{before} bytes before, {after} after"


def checks() -> dict[str, Check]:
    """Return every check by its name, in order. The weights of the decoder, which are kept, are there before."""
    on_cpu, on_gpu, crossings = factory_on("cpu"), factory_on("cuda"), Crossings()
    hold_engine(on_gpu, 1)
    gc.collect()
    before = allocated()
    return {
        "engine": lambda: hold_engine(on_gpu),
        **{part.name: partial(hold_part, part) for part in on_gpu.parts},
        **{whole.name: partial(hold_whole, whole) for whole in on_gpu.wholes},
        "both devices": lambda: compare(on_cpu, on_gpu),
        "copies": lambda: put_under_load(torch.device("cuda")),
        "steps": lambda: watch_steps(crossings, "cuda"),
        LAST: lambda: nothing_left(before, allocated),
    }
