"""An engine's conformance as a Hypothesis state machine, for a test suite of one's own: one rule for each event.

    TestMyEngine = state_machine(FACTORY).TestCase

Each rule has the event's guards as its precondition and draws its arguments among those that are possible; one more
rule asks for what must be refused. Hypothesis owns the choices, so it shrinks, remembers and prints failing runs as it
always does. The gate uses `machine.py` instead, which makes more runs in the same time and repeats itself by seed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, ClassVar

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from ..model.language import Event
from ..model.lifecycle import EVENTS
from ..model.trace import Call
from .content import LoneRuns
from .dealing import live
from .drain import drain
from .engine import SCHEDULE, EngineFactory
from .evidence import Violated
from .instances import draw_instance
from .options import impossible, possible
from .profile import Profile
from .script import command
from .session import Session

PICK = st.integers(0, 2**16 - 1)
"""Which of the possible arguments a call takes; the smallest number is the first of them."""


class StatefulEngine(RuleBasedStateMachine):
    """One engine beside the model. `state_machine` makes the subclass that has the rules."""

    factory: ClassVar[EngineFactory]
    profile: ClassVar[Profile]
    events: ClassVar[Sequence[Event]]
    faults: ClassVar[tuple[str, ...]]
    seed: ClassVar[int]
    alone: ClassVar[LoneRuns]

    session: Session | None = None
    broken: bool = False
    """Whether a law was broken; the engine is then no longer where the model is, and is not drained."""

    @initialize(chance=st.randoms(use_true_random=False))
    def start(self, chance: Random) -> None:
        """Start an engine whose capacities lie near need."""
        instance = draw_instance(self.profile.ranges, chance)
        self.session = Session(self.factory, instance, seed=self.seed, faults=self.faults, alone=self.alone)

    def running(self) -> Session:
        """Return the session, which the first rule has started."""
        if self.session is None:
            msg = "no rule may run before `start`"
            raise AssertionError(msg)
        return self.session

    def can(self, event: Event) -> bool:
        """Whether the event's guards hold for some arguments."""
        return self.session is not None and possible(self.session.world, event, 0) is not None

    def do(self, event: Event, pick: int) -> None:
        """Do the event with one of its possible arguments."""
        session = self.running()
        args = possible(session.world, event, pick)
        if args is not None:
            self.call(Call(event.name, args))

    def call(self, call: Call) -> None:
        """Do a call; where it breaks a law, add the command that shows it again to what is raised."""
        session = self.running()
        try:
            session.do(call)
        except Violated as violated:
            self.broken = True
            violated.add_note(command(self.factory.name, violated.breach.trace, self.faults))
            raise

    @rule(pick=PICK)
    def ask_for_what_must_be_refused(self, pick: int) -> None:
        """Ask for a call that some guard excludes."""
        found = impossible(self.running().world, self.events, pick)
        if found is not None:
            self.call(Call(found[0].name, found[1]))

    def teardown(self) -> None:
        """Drain what is still running, unless a law was broken before, and close the engine."""
        session, self.session = self.session, None
        if session is None:
            return
        try:
            if not self.broken:
                drain(session)
        finally:
            session.close()


def state_machine(
    factory: EngineFactory, profile: Profile | None = None, *, seed: int = 0, faults: Sequence[str] = ()
) -> type[StatefulEngine]:
    """Make the state machine of an engine: one rule for each event that it can be commanded."""
    chosen = profile or Profile(engine=factory.name)
    events = [event for name, event in EVENTS.items() if name in factory.events and name not in chosen.without]
    body: dict[str, Any] = {event.name: _rule_of(event) for event in events}
    if factory.observed:
        body[SCHEDULE.event] = precondition(_somebody_lives)(rule()(schedule))
    body |= {
        "__doc__": f"{factory.name} beside the model.",
        "factory": factory,
        "profile": chosen,
        "events": events,
        "faults": tuple(faults),
        "seed": seed,
        "alone": LoneRuns(factory, seed=seed, faults=faults),
    }
    return type("StatefulEngine", (StatefulEngine,), body)


def _rule_of(event: Event) -> Callable[..., None]:
    def do(self: StatefulEngine, pick: int) -> None:
        self.do(event, pick)

    do.__name__, do.__doc__ = event.name, event.doc

    def possible_now(self: Any) -> bool:
        return bool(self.can(event))

    made: Callable[..., None] = precondition(possible_now)(rule(pick=PICK)(do))
    return made


def _somebody_lives(self: Any) -> bool:
    return self.session is not None and live(self.session.world) > 0


def schedule(self: StatefulEngine) -> None:
    """Let the engine plan and run a pass by itself."""
    self.call(SCHEDULE)
