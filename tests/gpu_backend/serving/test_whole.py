"""The whole engine serves requests with each of its parts beside its system; known faults of it are seen."""

from collections import Counter

import pytest

from tenure.conformance.verdict import Result
from tenure.conformance.wholes.campaign import WholeCampaign
from tenure.conformance.wholes.kept import kept_runs
from tenure.gpu_backend.serving.whole import WHOLE
from tenure.model.system import SYSTEMS

ABSENT = {
    "scheduler": {"expect", "reorder", "make_room", "receive", "postpone", "land", "load", "loaded", "send", "sent"},
    "adapters": {
        "pause", "unpause", "keep", "discard", "unload", "fail_load", "pass_over", "count_leftover", "reload",
        "unregister",
    },
    "prefix": {"hollow", "prune", "pass_over", "reload", "fail", "drop_copy", "publish_longer", "slide"},
}  # fmt: skip
"""Events that this whole never comes to: transfers, pauses, loads that take time or fail, windows, part blocks."""

SEEDS = (0, 3)


def test_it_conforms_and_comes_to_every_event_that_it_can() -> None:
    done: Counter[str] = Counter()
    for seed in SEEDS:
        verdict = WholeCampaign(WHOLE, seed=seed).verdict()
        assert verdict.result is Result.CONFORMS, verdict
        done.update(verdict.done)
    never = {
        system: {event for event in SYSTEMS[system].events if not done[f"{system}.{event}"]} for system in WHOLE.systems
    }
    assert never == ABSENT


def test_the_same_seed_makes_the_same_runs() -> None:
    one, other = (WholeCampaign(WHOLE, seed=4, runs=6).verdict() for _ in range(2))
    assert one.done == other.done
    assert one.examples == other.examples == 6 + len(kept_runs(WHOLE.name))


@pytest.mark.parametrize("fault", WHOLE.known)
def test_a_known_fault_is_seen_by_a_law_that_it_must_break(fault: str) -> None:
    verdict = WholeCampaign(WHOLE, seed=1, faults=(fault,)).verdict(small=False)
    assert verdict.result is Result.VIOLATES
    assert verdict.findings[0].law.id in WHOLE.known[fault].laws
