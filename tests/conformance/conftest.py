"""Engines that are wrong in one way each: the reference with one thing forgotten, and the law that it must break."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import pytest

from tenure.conformance.engine import SCHEDULE, Decisions, Done, FaultInfo, Outcome, Refused
from tenure.conformance.reference import ReferenceEngine, ReferenceFactory
from tenure.conformance.script import read_calls
from tenure.conformance.snapshot import RequestView, Snapshot
from tenure.model.instance import Instance
from tenure.model.sorts import Phase, Pool, Request
from tenure.model.trace import Call, Trace

ROOMY = Instance(
    3,
    2,
    2,
    {
        "max_length": 8,
        "pool_size.TARGET": 6,
        "pool_size.DRAFT": 5,
        "host_size": 6,
        "slots_size": 3,
        "max_batch": 2,
        "pause_cap": 1,
        "host_adapters_size": 2,
        "device_adapters_size": 1,
    },
)
"""Room for two requests at a time."""

DECODING = "load(1); submit(0,1,3,1); admit(0,3); launch; settle_chunk(0)"
"""A paired request with an adapter, decoding."""


UNPAIRED = "load(1); submit(0,1,3,0); admit(0,3); launch; settle_chunk(0)"
"""The same without draft pages."""


@dataclass(frozen=True, slots=True)
class Example:
    """A wrong engine, a run that shows it, and the law that it breaks there."""

    engine: type[ReferenceEngine]
    calls: str
    law: str

    @property
    def name(self) -> str:
        return self.engine.__name__

    @property
    def factory(self) -> "BrokenFactory":
        return BrokenFactory(self)

    @property
    def trace(self) -> Trace:
        return Trace(ROOMY, 0, read_calls(self.calls))


class BrokenFactory(ReferenceFactory):
    """Makes one wrong engine; or the right one, with the wrong one as a fault that can be built in."""

    def __init__(self, example: Example, *, as_fault: bool = False, laws: Sequence[str] = ()) -> None:
        self.example, self.as_fault, self.laws = example, as_fault, tuple(laws)

    def __call__(self, instance: Instance, *, seed: int, faults: Sequence[str] = ()) -> ReferenceEngine:
        wrong = faults == (self.example.name,) if self.as_fault else True
        return (self.example.engine if wrong else ReferenceEngine)(instance, seed=seed)

    def faults(self) -> Mapping[str, FaultInfo]:
        name = self.example.name
        return {name: FaultInfo(name, "F-0", self.laws, "It is wrong.")} if self.as_fault else {}


class LeaksPages(ReferenceEngine):
    """A finished request's last target page is lost."""

    def follow(self, call: Call) -> None:
        super().follow(call)
        if call.event == "finish":
            del self.device[Pool.TARGET].free[-1]


class KeepsAdapterActive(ReferenceEngine):
    """A suspended request stays active on its adapter."""

    def observe(self) -> Snapshot:
        seen = super().observe()
        suspended = [r for r, view in seen.requests.items() if view.phase == Phase.SUSPENDED and view.adapter]
        active = {a: (*holders, *(r for r in suspended if seen.requests[r].adapter == a))
                  for a, holders in seen.active.items()}  # fmt: skip
        return replace(seen, active=active, parked=dict.fromkeys(seen.parked, ()))


class CountsLives(ReferenceEngine):
    """A preempted request keeps its life number: nobody else holds a copy of it, so only the model knows."""

    def view(self, r: Request) -> RequestView:
        return replace(super().view(r), life=0)


class MiscountsPrompt(ReferenceEngine):
    """It shows one token more in a prompt than was submitted."""

    def view(self, r: Request) -> RequestView:
        view = super().view(r)
        return replace(view, prompt=view.prompt + 1) if view.phase == Phase.WAITING else view


class RefusesResume(ReferenceEngine):
    """It never resumes."""

    def apply(self, call: Call) -> Outcome:
        return Refused("I would rather not") if call.event == "resume" else super().apply(call)


class PausesAnybody(ReferenceEngine):
    """It says done to a pause that must be refused."""

    def apply(self, call: Call) -> Outcome:
        outcome = super().apply(call)
        return Done() if call.event == "pause" else outcome


class LaunchesNothing(ReferenceEngine):
    """It says done to a launch without work, and does nothing: no guard's law is at stake, only the answer."""

    def apply(self, call: Call) -> Outcome:
        outcome = super().apply(call)
        return Done() if call.event == "launch" else outcome


class DecidesUnasked(ReferenceEngine):
    """It answers a command with decisions."""

    def apply(self, call: Call) -> Outcome:
        super().apply(call)
        return Decisions((call,))


class Crashes(ReferenceEngine):
    """It does not know how to suspend."""

    def apply(self, call: Call) -> Outcome:
        if call.event == "suspend":
            raise KeyError(call.args[0])
        return super().apply(call)


class CannotBeSeen(ReferenceEngine):
    """It cannot tell who holds what while somebody is suspended."""

    def observe(self) -> Snapshot:
        if any(self.world.phase[Request(r)] == Phase.SUSPENDED for r in range(self.instance.requests)):
            raise RuntimeError("no snapshot")
        return super().observe()


class RefusalTakesASeat(ReferenceEngine):
    """A refused admission leaves a seat taken."""

    extra = 0

    def apply(self, call: Call) -> Outcome:
        outcome = super().apply(call)
        self.extra += call.event == "admit" and isinstance(outcome, Refused)
        return outcome

    def observe(self) -> Snapshot:
        seen = super().observe()
        return replace(seen, seats_taken=seen.seats_taken + self.extra)


class ForgetsOnResume(ReferenceEngine):
    """A resumed request reads another request's pages: its next token is wrong."""

    def follow(self, call: Call) -> None:
        super().follow(call)
        if call.event == "resume":
            self.texts[Request(call.args[0])].adapter += 7


class DropsAToken(ReferenceEngine):
    """A resumed request has lost its newest token."""

    def follow(self, call: Call) -> None:
        super().follow(call)
        if call.event == "resume":
            self.texts[Request(call.args[0])].tokens.pop()


class DraftsFromElsewhere(ReferenceEngine):
    """After a pause the draft head reads a page of somebody else."""

    def view(self, r: Request) -> RequestView:
        view = super().view(r)
        return replace(view, draft=(view.draft + 1) % 32) if view.phase == Phase.PAUSED else view


class CannotRunAlone(ReferenceEngine):
    """It refuses to decode a request that has the engine to itself."""

    def apply(self, call: Call) -> Outcome:
        alone = self.instance.size("slots_size") == 1
        return Refused("too lonely") if call.event == "grow" and alone else super().apply(call)


class EvictsWhatItScheduled(ReferenceEngine):
    """In one pass it schedules request 0 and then suspends it."""

    def apply(self, call: Call) -> Outcome:
        if call != SCHEDULE:
            return super().apply(call)
        calls = read_calls("grow(0,0); launch; accept(0,0); suspend(0)")
        for each in calls:
            self.step(each)
        return Decisions(calls)


class PausesWhomItShouldNot(ReferenceEngine):
    """Its pass pauses one more than may be paused, and reports it."""

    def apply(self, call: Call) -> Outcome:
        return Decisions((Call("pause", (0,)),)) if call == SCHEDULE else super().apply(call)


class MakesUpAnEvent(ReferenceEngine):
    """Its pass consists of an event that there is not."""

    def apply(self, call: Call) -> Outcome:
        return Decisions((Call("ponder", (0,)),)) if call == SCHEDULE else super().apply(call)


class NamesNobody(ReferenceEngine):
    """Its pass suspends a request that there is not."""

    def apply(self, call: Call) -> Outcome:
        return Decisions((Call("suspend", (9,)),)) if call == SCHEDULE else super().apply(call)


class DoesNotDecide(ReferenceEngine):
    """It plans, and does not say what."""

    def apply(self, call: Call) -> Outcome:
        return Done() if call == SCHEDULE else super().apply(call)


class KeepsRegistry(ReferenceEngine):
    """An unloaded adapter stays registered."""

    def observe(self) -> Snapshot:
        seen = super().observe()
        return replace(seen, registry=seen.registry | {1} if self.texts else seen.registry)


EXAMPLES = [
    Example(LeaksPages, f"{DECODING}; finish(0)", "places_are_conserved"),
    Example(KeepsAdapterActive, f"{DECODING}; suspend(0)", "suspended_request_parks_its_adapter"),
    Example(CountsLives, f"{DECODING}; preempt(0)", "starting_over_is_a_new_life"),
    Example(MiscountsPrompt, "load(1); submit(0,1,3,1)", "request_is_as_submitted"),
    Example(RefusesResume, f"{DECODING}; suspend(0); resume(0)", "engine_answers_as_it_must"),
    Example(PausesAnybody, "load(1); submit(0,1,3,1); pause(0)", "paused_requests_stay_under_the_cap"),
    Example(LaunchesNothing, "launch", "engine_answers_as_it_must"),
    Example(DecidesUnasked, "load(1)", "engine_answers_as_it_must"),
    Example(Crashes, f"{DECODING}; suspend(0)", "engine_survives_every_event"),
    Example(CannotBeSeen, f"{DECODING}; suspend(0)", "engine_survives_every_event"),
    Example(RefusalTakesASeat, "admit(0,1)", "refusal_changes_nothing"),
    Example(ForgetsOnResume, f"{UNPAIRED}; suspend(0); resume(0); grow(0,0); launch; accept(0,0)",
            "tokens_are_those_given_alone"),
    Example(DropsAToken, f"{DECODING}; suspend(0); resume(0)", "tokens_are_those_given_alone"),
    Example(DraftsFromElsewhere, f"{DECODING}; pause(0)", "drafts_are_those_given_alone"),
    Example(CannotRunAlone, f"{DECODING}; grow(0,0); launch; accept(0,0)", "engine_answers_as_it_must"),
    Example(EvictsWhatItScheduled, f"{DECODING}; schedule", "scheduled_and_evicted_exclude_each_other"),
    Example(PausesWhomItShouldNot, "schedule", "paused_requests_stay_under_the_cap"),
    Example(MakesUpAnEvent, "schedule", "engine_answers_as_it_must"),
    Example(NamesNobody, "schedule", "engine_answers_as_it_must"),
    Example(DoesNotDecide, "schedule", "engine_answers_as_it_must"),
    Example(KeepsRegistry, f"{DECODING}; finish(0); evict_device(1); evict_host(1); unload(1)",
            "engine_does_what_the_model_says"),
]  # fmt: skip


@pytest.fixture(params=EXAMPLES, ids=lambda example: example.name)
def example(request: pytest.FixtureRequest) -> Example:
    """Each wrong engine in turn."""
    found = request.param
    assert isinstance(found, Example)
    return found


@pytest.fixture
def wrong() -> Callable[[str], Example]:
    """Return a wrong engine by name."""
    return lambda name: next(each for each in EXAMPLES if each.name == name)


@pytest.fixture
def make_wrong() -> Callable[[str, Sequence[str]], BrokenFactory]:
    """Return a factory of the right engine that has a wrong one as a fault, which must break the given laws."""
    return lambda name, laws: BrokenFactory(
        next(each for each in EXAMPLES if each.name == name), as_fault=True, laws=laws
    )


@pytest.fixture
def roomy() -> Instance:
    """Return an instance with room for two requests at a time."""
    return ROOMY


@pytest.fixture
def decoding() -> str:
    """Return the calls that bring a paired request with an adapter to decoding."""
    return DECODING
