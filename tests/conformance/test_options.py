"""Possible and impossible calls, found by skipping: they must be those that trying every combination finds."""

import random
from itertools import product

import pytest

from tenure.conformance.dealing import Dealer, Mode
from tenure.conformance.options import argument_ranges, guards, impossible, possible, walk
from tenure.model.instance import Instance
from tenure.model.lifecycle import EVENTS
from tenure.model.trace import Call
from tenure.model.worlds.concrete import ConcreteWorld


@pytest.fixture(params=range(4))
def world(request: pytest.FixtureRequest, roomy: Instance) -> ConcreteWorld:
    """Return states along a run."""
    world, chance = ConcreteWorld(roomy), random.Random(request.param)
    dealer = Dealer(list(EVENTS))
    for _ in range(20 * request.param):
        call = dealer.deal(world, Mode.COMMANDED, chance)
        if world.enabled(EVENTS[call.event], call.args):
            EVENTS[call.event](world, *call.args)
    return world


@pytest.mark.parametrize("pick", [0, 12345])
def test_skipping_loses_nothing(world: ConcreteWorld, pick: int) -> None:
    for event in EVENTS.values():
        every = set(product(*argument_ranges(event, world.instance)))
        enabled = {args for args in every if world.enabled(event, args)}
        assert {args for args, refusal in walk(world, event, pick) if refusal is None} == enabled
        found = possible(world, event, pick)
        assert found in enabled if enabled else found is None


def test_impossible_calls_are_refused(world: ConcreteWorld) -> None:
    chance = random.Random(0)
    for _ in range(200):
        found = impossible(world, EVENTS.values(), chance.getrandbits(32))
        assert found is not None
        event, args = found
        assert world.refusal(event, args) is not None
        assert all(value in values for value, values in zip(args, argument_ranges(event, world.instance), strict=True))


def test_every_guard_has_its_turn(roomy: Instance) -> None:
    world, chance, seen = ConcreteWorld(roomy), random.Random(0), set()
    for _ in range(1500):
        found = impossible(world, EVENTS.values(), chance.getrandbits(32))
        assert found is not None
        refusal = world.refusal(*found)
        assert refusal is not None
        seen.add((found[0].name, refusal.why))
    failing = {
        (event.name, refusal.why)
        for event in EVENTS.values()
        for _, refusal in walk(world, event)
        if refusal is not None
    }
    assert seen == failing


def test_guards_are_read_from_the_source() -> None:
    submit = guards(EVENTS["submit"])
    assert [guard.depth for guard in submit.values()] == [0, 2, 1]
    assert submit["its adapter is registered"].law == "A2"
    assert guards(EVENTS["launch"])["no step is running"].depth == -1
    assert all(guards(event) for event in EVENTS.values())


def test_nothing_is_possible_with_sorts_that_are_empty() -> None:
    nobody = ConcreteWorld(Instance(0, 0, 1, {"max_length": 1}))
    assert possible(nobody, EVENTS["suspend"]) is None
    assert impossible(nobody, [EVENTS["suspend"]], 0) is None
    assert Call("suspend", (0,)).args == (0,)
