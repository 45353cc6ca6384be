"""One run of a system of the model and a part of an engine, doing the same calls; compared after each of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from types import TracebackType
from typing import Self

from ...model.instance import Instance
from ...model.language import Law
from ...model.language import Refused as ModelRefused
from ...model.trace import Call, Trace
from ...model.worlds.concrete import ConcreteWorld
from .. import laws
from ..engine import SCHEDULE, Decisions, Done, Outcome, Refused
from ..evidence import Breach, Broken, Violated, broken
from ..laws import cite
from .part import PartFactory
from .unlike import unlikeness

START = Call("start")
"""What a breach names where a part is wrong before the first call."""


class Lockstep:
    """A part and its system. `Violated` is raised at the first difference."""

    def __init__(self, factory: PartFactory, instance: Instance, *, seed: int, faults: Sequence[str] = ()) -> None:
        """Start the part and look at it once."""
        self.factory, self.instance, self.seed = factory, instance, seed
        self.events = factory.model.events
        self.calls: list[Call] = []
        self.decided: tuple[Call, ...] = ()
        """What the part did by itself when it was last left to."""
        self.world, self.before = ConcreteWorld(instance), ConcreteWorld(instance)
        try:
            self.part = factory.make(instance, seed, faults)
        except (Exception, SystemExit) as error:
            raise self._crashed(START, "starting it", error) from error
        try:
            self._judge(START, [], [])
        except Violated:
            self.part.close()
            raise

    def __enter__(self) -> Self:
        """Use it in a `with` statement: the part is closed at its end."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Close the part."""
        self.part.close()

    def do(self, call: Call) -> bool:
        """Do the call on both, and compare. Return whether it was done."""
        if call == SCHEDULE:
            return self._schedule()
        self.before.restore(self.world.state())
        refusal = self._step_model(call)
        self.calls.append(call)
        outcome = self._ask(call)
        found: list[Broken] = []
        first: list[Law] = []
        if isinstance(outcome, Refused):
            if refusal is None:
                self.world.restore(self.before.state())
                found.append(broken(laws.ANSWERS, f"answer to {call}", "done", f"refused: {outcome.reason}"))
        elif not isinstance(outcome, Done):
            found.append(broken(laws.ANSWERS, f"answer to {call}", "done or refused", outcome))
        elif refusal is not None:
            found.append(broken(laws.ANSWERS, f"answer to {call}", f"refused: {refusal.why}", "done"))
            first = self._keeping(call, refusal)
        refused = isinstance(outcome, Refused)
        self._judge(call, found, first, done=refusal is None and isinstance(outcome, Done), refused=refused)
        return isinstance(outcome, Done)

    def _schedule(self) -> bool:
        """Let the part plan by itself, and have the model follow each of its decisions. It may have nothing to plan."""
        self.calls.append(SCHEDULE)
        outcome = self._ask(SCHEDULE)
        if isinstance(outcome, Refused):
            self._judge(SCHEDULE, [], [], refused=True)
            return False
        if not isinstance(outcome, Decisions):
            self._judge(SCHEDULE, [broken(laws.ANSWERS, f"answer to {SCHEDULE}", "decisions or refused", outcome)], [])
            return False
        self.decided = outcome.calls
        note = f"it decided: {'; '.join(map(str, outcome.calls)) or 'nothing'}"
        for call in outcome.calls:
            self.before.restore(self.world.state())
            try:
                refusal = self._step_model(call)
            except (LookupError, TypeError) as error:
                said = f"{type(error).__name__}: {error}"
                self._judge(SCHEDULE, [broken(laws.ANSWERS, f"decision {call}", "a call", said)], [], note=note)
                return False
            if refusal is not None:
                wrong = broken(laws.ANSWERS, f"decision {call}", f"refused: {refusal.why}", "done")
                self._judge(SCHEDULE, [wrong], self._keeping(call, refusal), note=note)
                return False
        self._judge(SCHEDULE, [], [], note=note)
        return True

    def _keeping(self, call: Call, refusal: ModelRefused) -> list[Law]:
        """Return the laws that the guards keep which refuse a call, those of the first one first."""
        try:
            others = self.before.refusals(self.events[call.event], call.args)
        except IndexError:  # behind a guard that does not hold it may look at what is not there
            others = []
        ids = dict.fromkeys([refusal.law, *(each.law for each in others)])
        return [law for wanted in ids for law in self.factory.model.laws.values() if wanted and law.id == wanted]

    def _step_model(self, call: Call) -> ModelRefused | None:
        try:
            self.events[call.event](self.world, *call.args)
        except ModelRefused as refused:
            return refused
        return None

    def _ask(self, call: Call) -> Outcome:
        try:
            return self.part.apply(call)
        except (Exception, SystemExit) as error:
            raise self._crashed(call, f"answer to {call}", error) from error

    def _judge(
        self,
        call: Call,
        found: list[Broken],
        first: list[Law],
        *,
        done: bool = False,
        refused: bool = False,
        note: str = "",
    ) -> None:
        """Compare what the part shows with the model; raise if anything is wrong."""
        try:
            shown = self.part.observe()
        except (Exception, SystemExit) as error:
            raise self._crashed(call, "showing its state", error) from error
        unlike = list(
            unlikeness(
                self.factory, (self.before, self.world), shown, call if done else None, first, at_odds=bool(found)
            )
        )
        if unlike and refused:
            unlike.append(Broken(cite(laws.UNCHANGED), "", unlike[0].differs))
        found += unlike
        if found:
            raise Violated(Breach(self.trace, call, tuple(_once(found)), note))

    @property
    def trace(self) -> Trace:
        """The run so far."""
        return Trace(self.instance, self.seed, tuple(self.calls))

    def _crashed(self, call: Call, what: str, error: BaseException) -> Violated:
        said = f"{type(error).__name__}: {error}"
        return Violated(Breach(self.trace, call, (broken(laws.SURVIVES, what, "done or refused", said),)))


def _once(found: Sequence[Broken]) -> Iterator[Broken]:
    """Yield each law once: laws of the system first, then what only says that something differs."""
    general = {laws.UNCHANGED: 1, laws.ANSWERS: 2, laws.AGREES: 3}
    once: dict[str, Broken] = {}
    for each in sorted(found, key=lambda each: general.get(each.law.name, 0)):
        once.setdefault(each.law.name, each)
    yield from once.values()
