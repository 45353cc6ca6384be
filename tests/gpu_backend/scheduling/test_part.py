"""The scheduling pass does what the model says, in the suite and in larger sizes."""

from random import Random

import pytest

from tenure.conformance.parts.campaign import PartCampaign
from tenure.conformance.verdict import Result
from tenure.gpu_backend.scheduling.part import FACTORY
from tenure.model.instance import Instance

from .running import SIZES, Running, deal


@pytest.mark.parametrize("seed", range(2))
def test_the_part_conforms_and_does_every_event(seed: int) -> None:
    verdict = PartCampaign(FACTORY, seed=seed, runs=4).verdict()
    assert verdict.result is Result.CONFORMS, verdict
    assert set(verdict.done) == set(FACTORY.model.events)


def test_nothing_is_hidden_or_left_out() -> None:
    assert FACTORY.wrong() is None
    assert not FACTORY.hidden
    assert not FACTORY.without


@pytest.mark.parametrize("size", SIZES, ids=range(len(SIZES)))
def test_larger_sizes_conform(size: Instance) -> None:
    chance, often, done = Random(3), dict[str, int](), 0
    run = Running(size)
    for _ in range(500):
        call = deal(run.lockstep, often, chance)
        if call is None:
            run = Running(size)
        else:
            done += run.lockstep.do(call)
    assert done > 100


def test_to_observe_changes_nothing() -> None:
    run = Running()
    assert run.part.observe() == run.part.observe()
