"""What the harness costs: events a second with all checks, and with each check left out, on the torch engine."""

from dataclasses import fields, replace

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tenure.conformance import engines, profile
from tenure.conformance.comparing import EVERYTHING, Checks
from tenure.conformance.fuzz import Campaign
from tenure.conformance.verdict import Result, Verdict

NAMES = [check.name for check in fields(Checks)]
VARIANTS = {
    "all checks": EVERYTHING,
    **{f"without {name}": replace(EVERYTHING, **{name: False}) for name in NAMES},
    "no checks": Checks(**dict.fromkeys(NAMES, False)),
}


@pytest.mark.parametrize("variant", VARIANTS)
def test_events_a_second(benchmark: BenchmarkFixture, variant: str) -> None:
    """The same forty runs each time; `events_per_s` in the extra info is the figure to read."""
    engine = engines.find("torch")
    torch = profile.load("torch")
    budget = 40 if benchmark.enabled else 2  # where nothing is measured, it is only seen that it runs

    def campaign() -> Verdict:
        return Campaign(engine, torch, seed=0, budget=budget, checks=VARIANTS[variant]).run()

    verdict = benchmark.pedantic(campaign, rounds=3, warmup_rounds=1)  # type: ignore[no-untyped-call]
    assert verdict.result is Result.CONFORMS
    benchmark.extra_info["events"] = verdict.events
    benchmark.extra_info["events_per_s"] = round(verdict.events / verdict.seconds)
