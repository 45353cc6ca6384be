"""Every small mistake in every event is noticed by a law, or listed with a reason."""

import pytest

from tenure.model.catalogue import SYSTEMS
from tenure.model.check import broken
from tenure.model.judging import Bench, judge, judge_all, stale
from tenure.model.language import Refused
from tenure.model.lifecycle import LIFECYCLE
from tenure.model.mutants import affected, mutants
from tenure.model.system import System
from tenure.model.trace import Call
from tenure.model.variation import Mistake
from tenure.model.worlds.concrete import ConcreteWorld

from .mutation import mutant, mutated


@pytest.mark.parametrize("system", SYSTEMS.values(), ids=SYSTEMS)
def test_every_mistake_is_noticed_or_listed(system: System) -> None:
    fates = list(judge_all(mutants(system), jobs=2))
    assert [fate.mutant.key for fate in fates if not fate.good] == []
    assert stale(system) == []
    assert {fate.mutant.kind for fate in fates} == set(Mistake)
    assert sum(fate.noticed is not None for fate in fates) / len(fates) > 0.9


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
