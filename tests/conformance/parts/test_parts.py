"""Parts of engines beside their systems: the model itself conforms, and whatever does otherwise is found and named."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from random import Random

import pytest

from tenure.conformance.engine import Done, Outcome, Refused
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
    verdict = PartCampaign(factory, faults=("suspend_keeps_the_buffers",), runs=10).verdict()
    (found,) = verdict.findings
    assert found.law.id in factory.known["suspend_keeps_the_buffers"].laws
    assert len(found.calls) <= 4
    assert found.event_where.startswith("model/systems/buffers")
    assert "--part reference --seed 0 --fault suspend_keeps_the_buffers" in found.reproduce


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
