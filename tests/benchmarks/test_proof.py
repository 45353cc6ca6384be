"""What the proof costs: each system from nothing, its slowest event, and one event that has changed.

Beside each figure stand the seconds of each event and of each law (`extra_info`): the time of a question that was asked
for several laws at once is shared out among them. Where nothing is measured, only a small part is proved.
"""

from collections.abc import Sequence
from pathlib import Path

import pytest
from pytest_benchmark.fixture import BenchmarkFixture

from tenure.model.cache import ProofCache, name_of
from tenure.model.catalogue import SYSTEMS
from tenure.model.obligation import POSSIBLE, ProofReport
from tenure.model.proof import Task, prove_all, tasks

SLOWEST = {
    "lifecycle": "abort",
    "scheduler": "preempt_for_pages",
    "steps": "reset",
    "pages": "issue_load",
    "prefix": "publish_longer",
    "reuse": "append",
    "adapters": "preempt",
    "slots": "finish",
    "buffers": "extend",
}
"""The event of each system whose proof takes longest."""

QUICKEST = Task("buffers", SLOWEST["buffers"])
"""The one of these whose proof takes least."""

CHANGED = "suspend"
"""The event of the lifecycle that is taken to be new."""


def measured(benchmark: BenchmarkFixture, wanted: Sequence[Task], cache: ProofCache | None = None) -> ProofReport:
    """Prove in this process, once; note how long each event and each law took."""
    report: ProofReport = benchmark.pedantic(  # type: ignore[no-untyped-call]
        prove_all, (wanted,), {"jobs": 1, "cache": cache}, rounds=1
    )
    laws: dict[str, float] = {}
    for each in report.obligations:
        laws[each.law] = laws.get(each.law, 0.0) + each.seconds
    benchmark.extra_info["obligations"] = len(report.obligations)
    benchmark.extra_info["events"] = {each.event: each.seconds for each in report.events if not each.cached}
    benchmark.extra_info["laws"] = dict(sorted(laws.items(), key=lambda law: -law[1]))
    return report


@pytest.mark.parametrize("name", SYSTEMS)
def test_prove_a_system(benchmark: BenchmarkFixture, name: str) -> None:
    whole = tasks([name])
    report = measured(benchmark, whole if benchmark.enabled else whole[:1])
    assert report.proved
    assert set(benchmark.extra_info["events"]) == {each.event for each in report.events}
    assert 0 < sum(benchmark.extra_info["laws"].values()) < report.seconds


@pytest.mark.parametrize(("name", "event"), SLOWEST.items())
def test_prove_the_slowest_event(benchmark: BenchmarkFixture, name: str, event: str) -> None:
    """Where nothing is measured, the quickest of them is proved in the place of each."""
    assert event in SYSTEMS[name].events
    report = measured(benchmark, [Task(name, event) if benchmark.enabled else QUICKEST])
    assert report.proved
    assert report.obligations


def test_prove_again_with_one_event_changed(benchmark: BenchmarkFixture, tmp_path: Path) -> None:
    """What is possible depends on every event, so it is looked for again as well."""
    lifecycle, cache = SYSTEMS["lifecycle"], ProofCache(tmp_path)
    wanted = tasks(["lifecycle"]) if benchmark.enabled else [Task("lifecycle", name) for name in ("pause", CHANGED)]
    new = {CHANGED, POSSIBLE}
    prove_all([task for task in wanted if task.about not in new], jobs=1, cache=cache)
    assert not (tmp_path / name_of(lifecycle, CHANGED)).exists()
    report = measured(benchmark, wanted, cache)
    assert report.proved
    assert {each.event for each in report.events if not each.cached} == new & {task.about for task in wanted}
