"""The prefix cache conforms to the system `prefix`, in the runs of the harness and in wider ones."""

from collections import Counter
from random import Random
from typing import Final

import pytest

from tenure.conformance.options import possible
from tenure.conformance.parts.campaign import PartCampaign
from tenure.conformance.parts.lockstep import Lockstep
from tenure.conformance.parts.machine import deal
from tenure.conformance.verdict import Result
from tenure.gpu_backend.prefix.part import EVENTS, FACTORY
from tenure.model.system import SYSTEMS
from tenure.model.trace import Call

from .running import Running, held_against, sized
from .scripts import COMMITTED, ON_HOST

EVENTUALLY: Final = {
    "close": 0.03, "drop_last": 0.15, "reset": 0.02, "reload": 0.02, "evict": 0.1, "evict_host": 0.1, "hollow": 0.1,
    "uproot": 0.3, "slide": 0.2, "fail": 0.3, "prune": 0.3,
}  # fmt: skip
"""How often what ends lives is done in the wide runs, beside 1 for all else: else nothing lives long enough."""


@pytest.mark.parametrize("seed", range(3))
def test_it_conforms(seed: int) -> None:
    verdict = PartCampaign(FACTORY, seed=seed).verdict()
    assert verdict.result is Result.CONFORMS, verdict
    assert verdict.done.keys() == FACTORY.model.events.keys()


def test_the_same_seed_makes_the_same_runs() -> None:
    once, again = (PartCampaign(FACTORY, seed=5, runs=4).verdict() for _ in range(2))
    assert (once.done, once.refused) == (again.done, again.refused)
    assert once.events > 0


def test_it_conforms_with_two_scopes_and_three_blocks_in_runs_where_requests_live_long() -> None:
    done: Counter[str] = Counter()
    for seed in range(12):
        chance = Random(seed)
        sizes = {"epochs": 3, "device_size": chance.randint(2, 5), "host_size": chance.randint(0, 3)}
        with Lockstep(FACTORY, sized(windowed=seed % 2, **sizes), seed=0) as run:
            for _ in range(250):
                call = _next(run, chance)
                done[call.event] += run.do(call)
    assert min(done[name] for name in ("match", "copy_start", "rebase", "publish_longer", "match_start")) >= 3
    assert done.keys() == FACTORY.model.events.keys()


def _next(run: Lockstep, chance: Random) -> Call:
    """Return what may be done next, rarely what ends something; now and then what the harness would ask."""
    asked = deal(FACTORY, run.world, {}, chance)
    if asked is not None and chance.random() < 0.3:
        return asked
    events = FACTORY.model.events.values()
    for event in sorted(events, key=lambda each: chance.expovariate(EVENTUALLY.get(each.name, 1.0))):
        args = possible(run.world, event, chance.getrandbits(24))
        if args is not None:
            return Call(event.name, args, "prefix")
    raise AssertionError("something is always possible")


def test_it_does_every_event_and_hides_nothing() -> None:
    assert EVENTS.keys() == SYSTEMS["prefix"].events.keys()
    assert not FACTORY.hidden
    assert not FACTORY.without
    assert FACTORY.wrong() is None


def test_what_it_shows_as_content_is_read_from_the_memory() -> None:
    run = Running(f"{COMMITTED}; offload(3); arrive(3)")
    block = run.part.nodes[3]
    seen = run.part.observe()
    assert (seen["content"][3], seen["saved"][3]) == (2, 2)
    assert block.page is not None
    run.cache.tiers.device.rows[block.page, 0] = 77.0
    seen = run.part.observe()
    assert (seen["content"][3], seen["saved"][3]) == (4, 2), "no block has this content: one more than there are"


def test_a_number_is_free_again_when_its_block_is_gone() -> None:
    run = Running(f"{COMMITTED}; {ON_HOST}; evict_host(3)")
    run.do("admit(1); insert(1,3,1)")
    assert run.part.nodes[3].key.runs == (1,)


def test_a_script_that_conforms_breaks_nothing() -> None:
    assert held_against(f"{COMMITTED}; {ON_HOST}; match(1,3,2)") is None
