"""Runs that tell a mistake end otherwise with it, and folding them loses none."""

from dataclasses import replace
from typing import Any

import pytest

from tenure.model.language import require
from tenure.model.sorts import Request
from tenure.model.suite import Suite, folded, read, told_by, written
from tenure.model.system import SYSTEMS
from tenure.model.telling import Mistake, Telling, mistakes_in, taken, telling
from tenure.model.trace import Call
from tenure.model.worlds.concrete import ConcreteWorld

from . import toy

TOY = SYSTEMS["toy"]


def unguarded(w: toy.Toy, r: Request) -> None:
    """Start what has started."""
    w.live[r] = 1


def idle(w: toy.Toy, r: Request) -> None:
    """Start nothing."""
    require(not w.live[r], "it has not started")


def alike(w: toy.Toy, r: Request) -> None:
    """Start as it should, in other words."""
    require(w.live[r] != 1, "not yet")
    w.live[r] = 1


def mistakes(*bodies: Any) -> list[Mistake]:
    start = TOY.events["start"]
    return [Mistake(body.__name__, replace(start, body=body)) for body in bodies]


def test_the_last_call_of_a_run_ends_otherwise_with_the_mistake() -> None:
    every = {each.name: each for each in mistakes_in(TOY)}
    found = list(telling(TOY, every.values()))
    assert len(every) > 20
    for each in found:
        world = ConcreteWorld(each.instance)
        for call in each.run[:-1]:
            TOY.events[call.event](world, *call.args)
        state, last = world.state(), each.run[-1]
        after = taken(world, state, TOY.events[last.event], last.args)
        assert all(taken(world, state, every[name].event, last.args) != after for name in each.mistakes)
    assert len({name for each in found for name in each.mistakes}) > 20


def test_each_mistake_is_told_by_a_shortest_run_and_what_is_none_by_no_run() -> None:
    found = {name: each.run for each in telling(TOY, mistakes(unguarded, idle, alike)) for name in each.mistakes}
    start = Call("start", (0,), "toy")
    assert found == {"idle": (start,), "unguarded": (start, start)}


def test_a_suite_tells_what_its_runs_tell_and_is_read_as_it_was_written() -> None:
    found = list(telling(TOY, mistakes_in(TOY)))
    suite = Suite(tuple(folded(TOY, found)), ("untold",))
    told = {name for each in found for name in each.mistakes}
    assert told_by(TOY, suite) == told
    assert read(TOY, written(suite)) == suite
    assert sum(len(run) for _, run in suite.runs) < sum(len(each.run) for each in found)
    assert told_by(TOY, Suite(suite.runs[:1])) < told


def test_what_is_refused_is_asked_on_the_way_of_another_run() -> None:
    instance, start, take = TOY.instance(1), Call("start", (0,), "toy"), Call("take", (0, 0), "toy")
    refused, taking = (start, start), (start, take)
    runs = [Telling(instance, run, ()) for run in (refused, taking, (take,), (start,))]
    assert folded(TOY, runs) == [(instance, (take, start, start, take))]


@pytest.mark.parametrize("text", ["{", "{}", '{"instances": [{}], "runs": [], "untold": []}'])
def test_a_text_that_is_no_suite_is_refused(text: str) -> None:
    with pytest.raises((ValueError, KeyError)):
        read(TOY, text)
