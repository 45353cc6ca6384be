"""Parts of engines beside their systems: the model itself conforms, and whatever does otherwise is found and named."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random
from typing import ClassVar

import pytest

from tenure.conformance.engine import SCHEDULE, Decisions, Done, Outcome, Refused
from tenure.conformance.evidence import Violated
from tenure.conformance.options import barely_impossible
from tenure.conformance.parts.campaign import PartCampaign
from tenure.conformance.parts.lockstep import Lockstep
from tenure.conformance.parts.part import PartFactory, Shown
from tenure.conformance.parts.reference import ReferencePart, reference_part
from tenure.conformance.verdict import Result
from tenure.model.catalogue import SYSTEMS
from tenure.model.instance import Instance
from tenure.model.trace import Call
from tenure.model.worlds.concrete import ConcreteWorld

BUFFERS = SYSTEMS["buffers"]
CREATE = Call("create", (0, 0), "buffers")


def part_of(kind: type[ReferencePart]) -> PartFactory:
    """Return the factory of a part that is the model of the buffers, but for what the class does otherwise."""

    def make(instance: Instance, seed: int, faults: Sequence[str]) -> ReferencePart:
        del seed
        return kind("buffers", instance, faults)

    return PartFactory("odd", "buffers", make)


@pytest.mark.parametrize("system", ["buffers", "reuse", "adapters", "slots"])
def test_the_model_itself_conforms(system: str) -> None:
    verdict = PartCampaign(reference_part(system), runs=2).verdict()
    assert (verdict.result, verdict.unknown) == (Result.CONFORMS, ())
    assert sum(verdict.done.values()) > 50
    assert sum(verdict.refused.values()) > 5


def test_the_same_seed_gives_the_same_runs() -> None:
    first, again, other = (PartCampaign(reference_part("buffers"), seed, runs=3).verdict() for seed in (0, 0, 1))
    assert (first.done, first.refused) == (again.done, again.refused)
    assert (first.done, first.refused) != (other.done, other.refused)


@pytest.mark.parametrize("fault", BUFFERS.faults)
def test_a_fault_of_the_model_is_found_in_a_part(fault: str) -> None:
    verdict = PartCampaign(reference_part("buffers"), faults=(fault,), runs=10).verdict(small=False)
    assert verdict.result is Result.VIOLATES


def test_a_finding_is_made_small_and_names_a_law_of_the_system() -> None:
    factory = reference_part("buffers")
    campaign = PartCampaign(factory, faults=("suspend_keeps_the_buffers",), runs=10)
    (found,) = campaign.verdict().findings
    assert found.law.id in factory.known["suspend_keeps_the_buffers"].laws
    assert len(found.calls) <= 4
    assert found.event_where.startswith("model/systems/buffers")
    assert found.reproduce == ""  # no command could name the part
    (found,) = replace(campaign, engine="mine").verdict().findings
    assert found.reproduce.startswith("tenure replay --engine mine --part reference --fault suspend_keeps_the_buffers")


class Refuses(ReferencePart):
    """Refuses everything."""

    def apply(self, call: Call) -> Outcome:
        """Refuse."""
        return Refused(f"no {call}")


class Crashes(ReferencePart):
    """Falls over."""

    def apply(self, call: Call) -> Outcome:
        """Fall over."""
        raise RuntimeError(f"no {call}")


class Babbles(ReferencePart):
    """Answers with something that is no answer."""

    def apply(self, call: Call) -> Outcome:
        """Babble."""
        return str(call)  # type: ignore[return-value]  # pyright: ignore[reportReturnType]


class Hides(ReferencePart):
    """Does not show all it has."""

    def observe(self) -> Shown:
        """Leave a field out."""
        return {name: values for name, values in super().observe().items() if name != "held"}


class ShowsTooMuch(ReferencePart):
    """Shows a value that there cannot be."""

    def observe(self) -> Shown:
        """Show a stage that there is not."""
        return {**super().observe(), "stage": [99] * self.world.instance.requests}


class ChangesOnRefusal(ReferencePart):
    """Forgets to undo what it refuses."""

    def apply(self, call: Call) -> Outcome:
        """Refuse, with the state of the event that was refused."""
        return Refused("no room") if isinstance(super().apply(call), Done) else Done()


def wrong_with(kind: type[ReferencePart], *calls: Call) -> list[str]:
    """Return the names of the laws that a part breaks in a run."""
    factory = part_of(kind)
    try:
        with Lockstep(factory, BUFFERS.instance(1), seed=0) as run:
            for call in calls:
                run.do(call)
    except Violated as violated:
        return [each.law.name for each in violated.breach.broken]
    return []


@pytest.mark.parametrize(
    ("kind", "law"),
    [
        (Refuses, "engine_answers_as_it_must"),
        (Crashes, "engine_survives_every_event"),
        (Babbles, "engine_answers_as_it_must"),
        (Hides, "engine_does_what_the_model_says"),
        (ShowsTooMuch, "engine_does_what_the_model_says"),
        (ChangesOnRefusal, "refusal_changes_nothing"),
    ],
)
def test_a_part_that_does_otherwise_breaks_a_law(kind: type[ReferencePart], law: str) -> None:
    assert law in wrong_with(kind, CREATE)
    assert wrong_with(ReferencePart, CREATE) == []


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda part: replace(part, system="nothing"), "the systems are"),
        (lambda part: replace(part, hidden={"nothing": "not here"}), "does not have"),
        (lambda part: replace(part, without={"close": ""}), "without a reason"),
    ],
)
def test_a_factory_that_is_wrong_says_nothing_of_its_part(
    change: Callable[[PartFactory], PartFactory], said: str
) -> None:
    verdict = PartCampaign(change(reference_part("buffers")), runs=1).verdict()
    assert verdict.result is Result.UNKNOWN
    assert said in verdict.unknown[0]


def test_what_only_one_guard_refuses_is_found() -> None:
    world = ConcreteWorld(BUFFERS.instance(1))
    found = barely_impossible(world, list(BUFFERS.events.values()), {}, Random(0))
    assert found is not None
    event, args, why = found
    (refusal,) = world.refusals(event, args)
    assert why == f"{event.name}: {refusal.why}"
    assert world.state() == ConcreteWorld(BUFFERS.instance(1)).state()


class Plans(ReferencePart):
    """Creates a cache for each request that has none, when it is left to itself."""

    def choose(self) -> Sequence[Call]:
        """Return what it does next."""
        every = (Call("create", (r, 0), "buffers") for r in range(self.world.instance.requests))
        return [call for call in every if self.world.enabled(self.events[call.event], call.args)]

    def apply(self, call: Call) -> Outcome:
        """Do a call, or those that it chooses."""
        if call != SCHEDULE:
            return super().apply(call)
        chosen = self.choose()
        for each in chosen:
            super().apply(each)
        return Decisions(tuple(chosen)) if chosen else Refused("nothing to do")


class PlansTwice(Plans):
    """Says that it does everything twice."""

    def choose(self) -> Sequence[Call]:
        """Repeat what it does."""
        return [*super().choose(), *super().choose()]


class PlansInSecret(Plans):
    """Does not tell all that it does."""

    def apply(self, call: Call) -> Outcome:
        """Leave the last call out."""
        outcome = super().apply(call)
        return Decisions(outcome.calls[:-1]) if isinstance(outcome, Decisions) else outcome


class PlansNothingKnown(Plans):
    """Decides what nobody knows."""

    def choose(self) -> Sequence[Call]:
        """Make an event up."""
        return [Call("reorder", (0,), "buffers")]

    def apply(self, call: Call) -> Outcome:
        """Tell of it."""
        return Decisions(tuple(self.choose())) if call == SCHEDULE else super().apply(call)


class PlansWithoutTelling(Plans):
    """Answers a pass like a command."""

    def apply(self, call: Call) -> Outcome:
        """Say that it is done."""
        return Done() if call == SCHEDULE else super().apply(call)


@pytest.mark.parametrize(
    ("kind", "law"),
    [
        (PlansTwice, "engine_answers_as_it_must"),
        (PlansInSecret, "engine_does_what_the_model_says"),
        (PlansNothingKnown, "engine_answers_as_it_must"),
        (PlansWithoutTelling, "engine_answers_as_it_must"),
    ],
)
def test_what_a_part_decides_by_itself_is_followed_by_the_model(kind: type[ReferencePart], law: str) -> None:
    assert law in wrong_with(kind, SCHEDULE)
    assert wrong_with(Plans, SCHEDULE, SCHEDULE) == []


def test_a_part_that_plans_is_left_to_itself_now_and_then() -> None:
    factory = replace(part_of(Plans), observed=True)
    verdict = PartCampaign(factory, runs=3).verdict()
    assert (verdict.result, verdict.unknown) == (Result.CONFORMS, ())
    assert verdict.done["schedule"] > 5
    assert verdict.refused["schedule"] > 5
    (found,) = PartCampaign(replace(part_of(PlansInSecret), observed=True), runs=3).verdict().findings
    assert "it decided" in found.note


class WrongFromTheStart(ReferencePart):
    """Shows what it does not have, before it was asked for anything."""

    closed: ClassVar[int] = 0

    def observe(self) -> Shown:
        """Show a stage that nobody is at."""
        return {**super().observe(), "stage": [1] * self.world.instance.requests}

    def close(self) -> None:
        """Count."""
        WrongFromTheStart.closed += 1


def test_a_part_that_is_wrong_from_the_start_is_closed_all_the_same() -> None:
    assert "engine_does_what_the_model_says" in wrong_with(WrongFromTheStart)
    assert WrongFromTheStart.closed == 1
