"""The Hypothesis machine, generated from the events that an engine can be commanded.

Hypothesis draws one number for a run, and everything else follows from it. That was measured: rules and arguments that
it draws one by one come in small variations of the runs before (it mutates them), so that after as many runs it had
found half of what this finds, at half the speed. Nothing is lost by it: a run that fails is shrunk as a trace, which
goes further than shrinking what was drawn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, ClassVar, Final

from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from ..model.lifecycle import EVENTS
from .comparing import EVERYTHING, Checks
from .content import LoneRuns
from .dealing import Dealer, Mode, all_ended
from .drain import drain
from .engine import EngineFactory
from .evidence import Breach, Violated
from .instances import draw_instance
from .profile import Profile
from .session import Session, Tally

REMOTE: Final = 3**50
"""Hypothesis mixes in numbers that it finds in loaded source code. There are none here, so only the seed decides."""

DRAW: Final = st.integers(REMOTE, REMOTE + 2**24 - 1)
"""What Hypothesis draws for a run. A wider range would not be drawn from evenly."""


@dataclass(frozen=True, slots=True)
class Watcher:
    """Who is told of the runs, and judges what they break."""

    started: Callable[[], object] = lambda: None
    """Told that a run begins."""
    waived: Callable[[Breach], bool] = lambda _: False
    """Whether a breach is expected. The run ends there all the same, for the engine is no longer where the model is."""


class Machine(RuleBasedStateMachine):
    """Runs of instances beside the model, one after the other. `machine` makes the subclass for an engine."""

    factory: ClassVar[EngineFactory]
    profile: ClassVar[Profile]
    dealer: ClassVar[Dealer]
    seed: ClassVar[int]
    faults: ClassVar[tuple[str, ...]]
    checks: ClassVar[Checks]
    alone: ClassVar[LoneRuns]
    tally: ClassVar[Tally]
    watcher: ClassVar[Watcher]

    def __init__(self) -> None:
        super().__init__()
        self.session: Session | None = None
        self.mode = Mode.COMMANDED
        self._over = False
        self._salt = self._steps = 0

    @initialize(draw=DRAW)
    def begin(self, draw: int) -> None:
        """Draw what all steps depend on. The engine starts with the first of them: many runs do not get that far."""
        self._salt = scatter(draw)

    @rule()
    def step(self) -> None:
        """Do the next call; start anew where everything has ended; do nothing after a breach that is waived."""
        self._steps += 1
        if not self._over:
            chance = Random(scatter(self._salt + self._steps))  # noqa: S311  it keeps no secrets
            self._guarded(lambda: self._next(chance))

    def _next(self, chance: Random) -> None:
        session = self.session
        if session is None:
            session = self._open(chance)
        elif all_ended(session.world):
            self._close(session)
            session = self._open(chance)
        session.do(self.dealer.deal(session.world, self.mode, chance))

    def _open(self, chance: Random) -> Session:
        """Start an engine of a size near need, and draw who decides."""
        self.watcher.started()
        self.mode = chance.choice(list(Mode)) if self.factory.observed else Mode.COMMANDED
        self.session = Session(
            self.factory,
            draw_instance(self.profile.ranges, chance),
            seed=self.seed,
            faults=self.faults,
            checks=self.checks,
            alone=self.alone,
            tally=self.tally,
        )
        return self.session

    def _close(self, session: Session) -> None:
        """Drain what is still running, and close the engine."""
        self.session = None
        try:
            if not self._over and self.checks.drain:
                drain(session)
        finally:
            session.close()

    def _guarded(self, action: Callable[[], object]) -> None:
        try:
            action()
        except Violated as violated:
            self._over = True
            if not self.watcher.waived(violated.breach):
                raise

    def teardown(self) -> None:
        """End the run."""
        session = self.session
        if session is not None:
            self._guarded(lambda: self._close(session))


def scatter(number: int) -> int:
    """Return a number that looks like chance, the same for the same number (splitmix64)."""
    mixed = (number + 0x9E3779B97F4A7C15) & 0xFFFFFFFFFFFFFFFF
    mixed = ((mixed ^ (mixed >> 30)) * 0xBF58476D1CE4E5B9) & 0xFFFFFFFFFFFFFFFF
    mixed = ((mixed ^ (mixed >> 27)) * 0x94D049BB133111EB) & 0xFFFFFFFFFFFFFFFF
    return mixed ^ (mixed >> 31)


def machine(
    factory: EngineFactory,
    profile: Profile,
    *,
    seed: int,
    faults: Sequence[str] = (),
    checks: Checks = EVERYTHING,
    alone: LoneRuns | None = None,
    tally: Tally | None = None,
    watcher: Watcher | None = None,
) -> type[Machine]:
    """Make the machine of an engine, from the events that it can be commanded."""
    body: dict[str, Any] = {
        "__doc__": f"Runs of {factory.name} beside the model.",
        "factory": factory,
        "profile": profile,
        "dealer": Dealer([name for name in EVENTS if name in factory.events and name not in profile.without]),
        "seed": seed,
        "faults": tuple(faults),
        "checks": checks,
        "alone": alone or LoneRuns(factory, seed=seed, faults=faults),
        "tally": Tally() if tally is None else tally,
        "watcher": watcher or Watcher(),
    }
    return type(f"{factory.name.capitalize()}Machine", (Machine,), body)
