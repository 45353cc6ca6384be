"""The bounded search finds shortest runs, looks into several small instances, and never makes a run up."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tenure.model.catalogue import SYSTEMS
from tenure.model.check import out_of_range
from tenure.model.language import Event, require
from tenure.model.lifecycle import EVENTS, LIFECYCLE
from tenure.model.mutants import mutants
from tenure.model.search import ASIDE, FAR, NEAR, shortest_run, small, widening
from tenure.model.sorts import Phase, Request
from tenure.model.state import World
from tenure.model.system import System
from tenure.model.trace import Call
from tenure.model.worlds.concrete import ConcreteWorld
from tenure.model.worlds.layout import layout

from .mutation import mutated

WITHOUT_ROOM = "adapter_fits: without and w.on_host[w.adapter[r]] == 1 or"


def suspends(world: ConcreteWorld, before: tuple[int, ...], call: Call) -> bool:
    del before
    return call.event == "suspend" and world.phase[Request(0)] == Phase.SUSPENDED


def more_copies_than_room(world: ConcreteWorld, before: tuple[int, ...], call: Call) -> bool:
    del before, call
    return world.on_host.total > world.host_adapters_size


def of_one_request(body: Callable[..., None]) -> Event:
    return Event("odd", (("r", Request),), body, World)


def test_the_run_that_is_found_is_a_run_and_the_shortest() -> None:
    found = shortest_run(small(2), EVENTS.values(), suspends, NEAR)
    assert found.run is not None
    world = ConcreteWorld(small(2))
    for call in found.run:
        EVENTS[call.event](world, *call.args)
    assert world.phase[Request(0)] == Phase.SUSPENDED
    assert len(found.run) == 5
    assert not found.exhausted


def test_a_guard_that_comes_after_a_change_leaves_no_trace() -> None:
    """Not even where the event is wrong: its state after the refusal is none that a run reaches."""

    def odd(w: World, r: Request) -> None:
        w.life[r] = 99
        require(w.running, "the step is running")

    def ninety_nine(world: ConcreteWorld, before: tuple[int, ...], call: Call) -> bool:
        del before
        return call.event != "odd" and world.life[Request(0)] == 99

    found = shortest_run(small(1), [*EVENTS.values(), of_one_request(odd)], ninety_nine, NEAR)
    assert found.run is not None
    assert [call.event for call in found.run[:-2]].count("launch") == 1


def test_what_looks_beyond_the_instance_is_not_possible_in_it() -> None:
    def odd(w: World, r: Request) -> None:
        w.life[r + 1] = 99  # type: ignore[index]  # pyright: ignore[reportArgumentType]

    def happens(world: ConcreteWorld, before: tuple[int, ...], call: Call) -> bool:
        del world, before
        return call.event == "odd"

    assert shortest_run(small(1), [of_one_request(odd)], happens, NEAR).exhausted
    found = shortest_run(small(2), [of_one_request(odd)], happens, NEAR)
    assert found.run == (Call("odd", (0,)),)


def test_a_wide_system_is_broken_where_a_capacity_is_none() -> None:
    """One more copy than there is room for takes two adapters, or no room, which the small instance has not."""
    (key,) = {each.key for each in mutants(LIFECYCLE) if each.key.startswith(WITHOUT_ROOM)}
    (event,) = (each for each in mutated(key) if each.name == "admit")
    events = [event if each.name == event.name else each for each in EVENTS.values()]
    own = [small(requests) for requests in (1, 2)]
    assert all(shortest_run(each, events, more_copies_than_room, NEAR).run is None for each in own)
    runs = [
        found.run
        for size, most in widening(own, ["host_adapters_size"], ())
        if most == ASIDE
        for found in [shortest_run(size, events, more_copies_than_room, most)]
        if found.run is not None
    ]
    assert min(map(len, runs)) <= 3


def test_its_own_instances_are_searched_first_and_last() -> None:
    own = [small(1), small(2)]
    tried = list(widening(own, ["host_size"], ()))
    assert tried[:2] == [(each, NEAR) for each in own]
    assert tried[-2:] == [(each, FAR) for each in own]
    sizes = {size.sizes["host_size"] for size, most in tried if most == ASIDE}
    assert sizes == {0, 1, 2, 3}


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=SYSTEMS)
def test_every_instance_that_is_tried_has_capacities_that_the_proof_is_about(system: System) -> None:
    """A flag is never two, and what the proof takes as given stays as it is."""
    cells = layout(system.schema).cells
    own = [replace(each, sizes={**each.sizes, **system.fixed}) for each in (system.instance(1), system.instance(2))]
    for size, _ in widening(own, layout(system.schema).sizes, system.fixed):
        assert list(out_of_range(ConcreteWorld(size))) == []
        assert all(size.sizes[name] == amount for name, amount in system.fixed.items())
        assert size.sizes.keys() <= cells.keys()
