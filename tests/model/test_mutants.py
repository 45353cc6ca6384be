"""Every small mistake in every event is noticed by a law, or listed with a reason.

All of them are judged by `tenure prove --mutants`, which takes many minutes. Here it has to be about a minute on two
cores: every missing statement of the lifecycle is judged, and of its other kinds, as of every other system, a few that
are drawn with a fixed seed. So a law that has grown too weak may pass here.
"""

import random
from collections.abc import Iterable, Sequence

import pytest

from tenure.model.catalogue import SYSTEMS
from tenure.model.check import broken
from tenure.model.graph import MOST_SEEN, Searched
from tenure.model.judging import Bench, judge, judge_all, stale
from tenure.model.language import Refused
from tenure.model.lifecycle import LIFECYCLE
from tenure.model.mutants import Mutant, affected, mutants
from tenure.model.system import System
from tenure.model.trace import Call
from tenure.model.variation import Mistake
from tenure.model.worlds.concrete import ConcreteWorld

from .mutation import mutant, mutated

SAMPLE = 6
"""So many mutants are drawn of each system, and of each kind of the lifecycle's but what is missing."""


def drawn(every: Sequence[Mutant], seed: str) -> list[Mutant]:
    """Draw a few mutants, the same ones each time as long as the system is the same."""
    return random.Random(seed).sample(every, min(SAMPLE, len(every)))


def survivors(chosen: Iterable[Mutant]) -> list[str]:
    """Judge mutants in this process; name those that are neither noticed nor listed, or both."""
    return [fate.mutant.key for fate in map(judge, chosen) if not fate.good]


@pytest.mark.parametrize("kind", Mistake)
def test_mistakes_of_the_lifecycle_are_noticed_or_listed(kind: Mistake) -> None:
    every = mutants(LIFECYCLE, [kind])
    assert len(every) > 40
    assert survivors(every if kind is Mistake.DELETION else drawn(every, kind.value)) == []


@pytest.mark.parametrize("system", [each for each in SYSTEMS.values() if each is not LIFECYCLE], ids=lambda s: s.name)
def test_mistakes_of_the_other_systems_are_noticed_or_listed(system: System) -> None:
    assert survivors(drawn(mutants(system), system.name)) == []


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=SYSTEMS)
def test_what_is_listed_is_a_mutant_and_most_of_them_are_not(system: System) -> None:
    every = mutants(system)
    assert stale(system) == []
    assert {each.kind for each in every} == set(Mistake)
    assert len(system.equivalents) < len(every) / 20


def test_mutants_are_judged_in_order_in_processes_that_know_the_runs() -> None:
    chosen = mutants(LIFECYCLE)[:3]
    assert list(judge_all(chosen, jobs=1)) == [judge(each) for each in chosen]


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=SYSTEMS)
def test_a_mutant_has_a_name_of_its_own_and_every_reason_is_a_sentence(system: System) -> None:
    keys = [each.key for each in mutants(system)]
    assert len(keys) == len(set(keys))
    assert all(len(reason) > 40 and reason.endswith(".") for reason in system.equivalents.values())


def test_the_model_stays_as_it_is() -> None:
    bodies = [event.body.__code__ for event in LIFECYCLE.events.values()]
    assert judge(mutant("leave_seat: w.row[r] = 0")).noticed is not None
    assert [event.body.__code__ for event in LIFECYCLE.events.values()] == bodies
    assert judge(mutant("leave_seat: w.row[r] = 0")) == judge(mutant("leave_seat: w.row[r] = 0"))


def test_a_helper_is_changed_for_every_event_that_calls_it() -> None:
    assert {event.name for event in mutated("extend: w.reserved[r] = tokens → tokens + 1")} == {
        "admit",
        "chunk",
        "settle_chunk",
        "grow",
        "revoke",
        "accept",
    }


def test_a_guard_that_is_too_strict_is_noticed_by_what_is_no_longer_possible() -> None:
    chosen = mutant("launch: w.batch.total >= 1 → w.batch.total >= 2")
    assert judge(chosen).noticed == "no longer possible: accept"
    assert Bench(LIFECYCLE, {}).judge(chosen).noticed is None, "no law says that a step of one may be launched"


def test_a_solver_that_gives_up_has_not_noticed_anything() -> None:
    fate = Bench(LIFECYCLE, {}, effort=1).judge(mutant("leave_seat: w.row[r] = 0"))
    assert fate.noticed is None
    assert fate.unsure is not None
    assert not fate.good


def test_a_broken_step_is_refuted_by_the_prover_too() -> None:
    """A step in a state of a small instance is only the quicker way to what the prover finds."""
    bench, proof = Bench(LIFECYCLE), Bench(LIFECYCLE, {})
    seen = 0
    for chosen in mutants(LIFECYCLE)[::12]:
        changed = affected(chosen, LIFECYCLE)
        noticed = bench.broken_step(changed[:1])
        if noticed is not None:
            seen += 1
            assert proof.prover.first_failure(changed[0]) is not None, chosen.key
    assert seen > 10


def test_the_known_states_are_reached_and_keep_every_law() -> None:
    bench = Bench(LIFECYCLE)
    world = ConcreteWorld(bench.instance)
    assert len(bench.states) > 200
    for state in bench.states:
        world.restore(state)
        assert [str(each) for each in broken(LIFECYCLE.laws.values(), world)] == []


def test_a_search_sees_twice_what_the_system_needs() -> None:
    bench = Bench(LIFECYCLE)
    longest = max(len(run) for run in bench.runs.values())
    needed: set[str] = set(bench.runs)
    searched = bench.graph.search([], bench.until_all(needed), MOST_SEEN)
    assert needed == set()
    assert bench.most_states == 2 * searched.states > 20_000
    assert searched.length == longest - 1, "its last level was not searched to the end"


def test_nothing_is_said_of_runs_that_a_search_was_too_short_for() -> None:
    bench = Bench(LIFECYCLE, {})
    run = (Call("load", (0,)),) * 3

    def never(world: ConcreteWorld, call: Call) -> bool:
        del world, call
        return False

    assert not bench.graph.search([], never, 5).covers(run)
    assert bench.graph.search([], never, 5, least_length=3).covers(run)
    assert Searched(10, None).covers(run)


def test_a_search_with_a_changed_event_takes_it_and_all_others_as_they_are() -> None:
    bench = Bench(LIFECYCLE, {})
    (never,) = mutated("launch: w.batch.total >= 1 → w.batch.total >= 2")
    taken: set[str] = set()

    def reached(world: ConcreteWorld, call: Call) -> bool:
        del world
        taken.add(call.event)
        return False

    bench.graph.search([never], reached, 400)
    assert {"load", "submit", "admit", "revoke", "abort", "unload"} <= taken
    assert "launch" not in taken
    bench.graph.search([], reached, 400)
    assert "launch" in taken
    for state in list(bench.graph.known)[:50]:
        for call, after in bench.graph.steps(state):
            bench.after.restore(state)
            try:
                LIFECYCLE.events[call.event](bench.after, *call.args)
            except Refused:  # pragma: no cover  the graph would be wrong
                pytest.fail(f"{call} is refused")
            assert bench.after.state() == after
