"""One run of the model and an engine in lockstep: after every call, what the engine shows is held against the model."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from types import TracebackType
from typing import Self

from ..model.instance import Instance
from ..model.language import Refused as ModelRefused
from ..model.lifecycle import EVENTS
from ..model.trace import Call, Trace
from ..model.worlds.concrete import ConcreteWorld
from . import laws
from .answers import both_scheduled_and_evicted, may_refuse, moved_by_refusal, runnable
from .comparing import EVERYTHING, Checks, Comparison, rank
from .content import NEEDED, Content, LoneRuns
from .engine import SCHEDULE, CannotClose, Decisions, Done, Engine, EngineFactory, Outcome, Refused, shut
from .evidence import Breach, Broken, Difference, Violated, broken
from .laws import cite
from .snapshot import Snapshot

IDLE_PASSES = 3
"""How many passes an engine may let go by while something can run; a policy may hold back for one or two."""

START = Call("start")
"""What a breach names where an engine is wrong before the first call."""

Tally = Counter[tuple[str, str]]
"""How often each event was done, refused, or decided by the engine."""


class Session:
    """One engine and the model, doing the same calls. `Violated` is raised at the first difference."""

    def __init__(
        self,
        factory: EngineFactory,
        instance: Instance,
        *,
        seed: int,
        faults: Sequence[str] = (),
        checks: Checks = EVERYTHING,
        alone: LoneRuns | None = None,
        tally: Tally | None = None,
    ) -> None:
        """Start the engine and look at it once."""
        self.factory, self.instance, self.seed, self.faults = factory, instance, seed, tuple(faults)
        self.calls: list[Call] = []
        """Every call so far, and the model's state at the start and after each."""
        self.states: list[tuple[int, ...]] = []
        self.tally: Tally = Counter() if tally is None else tally
        self.world = ConcreteWorld(instance)
        self._idle = 0
        self._lone = alone or LoneRuns(factory, seed=seed, faults=self.faults)
        self._owns_lone = alone is None
        self._content = Content(self._lone) if checks.content and factory.events >= NEEDED else None
        self.engine = self._start()
        try:
            self.snapshot = self._observe(START)
            self._comparison = Comparison(self.world, self.snapshot, checks, self._content)
            self._judge(START, [])
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> Self:
        """Use the session in a `with` statement: the engine is closed at its end."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Close the engine. What went wrong before is not hidden by an engine that cannot be closed."""
        try:
            self.close()
        except CannotClose:
            if kind is None:
                raise

    def close(self) -> None:
        """Give back what the engine took."""
        if self._owns_lone:
            self._lone.close()
        shut(self.engine)

    @property
    def trace(self) -> Trace:
        """The run so far."""
        return Trace(self.instance, self.seed, tuple(self.calls))

    def do(self, call: Call) -> bool:
        """Do the call on the model and on the engine, and compare. Return whether it was done."""
        if call == SCHEDULE:
            return self._schedule()
        refusal = self._step_model(call)
        self.calls.append(call)
        outcome, before = self._ask(call), self.snapshot
        self.snapshot = self._observe(call)
        found: list[Broken] = []
        guarded: list[Broken] = []
        refused = isinstance(outcome, Refused)
        self.tally[call.event, "refused" if refused else "done"] += 1
        if isinstance(outcome, Refused):
            if refusal is None:
                self.world.restore(self._comparison.before.state())
                self._comparison.done = None
            if refusal is None and not may_refuse(call):
                found.append(broken(laws.ANSWERS, f"answer to {call}", "done", f"refused: {outcome.reason}"))
            found += moved_by_refusal(before, self.snapshot)
        elif not isinstance(outcome, Done):
            found.append(broken(laws.ANSWERS, f"answer to {call}", "done or refused", outcome))
        elif refusal is not None:
            guarded = self._wrongly_done(call, refusal)
        elif call.event == "submit" and self._content is not None:
            self._content.born(call)
        self._judge(call, found, guarded, refused=refused)
        return not refused

    def _schedule(self) -> bool:
        """Let the engine plan a pass, and have the model follow each of its decisions."""
        self.calls.append(SCHEDULE)
        self._comparison.done = None
        outcome = self._ask(SCHEDULE)
        self.snapshot = self._observe(SCHEDULE)
        self.tally[SCHEDULE.event, "done"] += 1
        if not isinstance(outcome, Decisions):
            self._judge(SCHEDULE, [broken(laws.ANSWERS, f"answer to {SCHEDULE}", "decisions", outcome)])
            return False
        strange = next((call for call in outcome.calls if not isinstance(call, Call)), None)
        if strange is not None:
            self._judge(SCHEDULE, [broken(laws.ANSWERS, "a decision", "a Call", repr(strange))])
            return False
        found = both_scheduled_and_evicted(outcome.calls)
        guarded: list[Broken] = []
        for call in outcome.calls:
            wrong, kept = self._follow(call)
            found, guarded = found + wrong, guarded + kept
            if wrong or kept:
                break
        found += self._stalled(outcome)
        decided = "; ".join(str(call) for call in outcome.calls) or "nothing"
        self._judge(SCHEDULE, found, guarded, note=f"it decided: {decided}")
        return True

    def _stalled(self, outcome: Decisions) -> list[Broken]:
        """Return the law that an engine breaks which lets several passes in a row go by though something can run."""
        idle = len(self.calls) >= IDLE_PASSES and all(call == SCHEDULE for call in self.calls[-IDLE_PASSES:])
        self._idle = 0 if outcome.calls else self._idle + 1
        if not idle or self._idle < IDLE_PASSES:
            return []
        able = next(runnable(self.world), "")
        what = f"decisions of {IDLE_PASSES} passes in a row"
        return [broken(laws.PROGRESSES, what, f"something, such as {able}", "nothing")] if able else []

    def _follow(self, call: Call) -> tuple[list[Broken], list[Broken]]:
        """Let the model do what the engine decided. Return what is wrong with it, and the laws of a guard it passed."""
        known = EVENTS.get(call.event)
        if known is None or len(known.params) != len(call.args):
            return [broken(laws.ANSWERS, f"decision {call.event}{call.args}", "an event of the model", "none")], []
        try:
            refusal = self._step_model(call)
        except IndexError as error:
            return [broken(laws.ANSWERS, f"decision {call}", "arguments of this instance", error)], []
        self.tally[call.event, "decided"] += 1
        return [], self._wrongly_done(call, refusal) if refusal is not None else []

    def _step_model(self, call: Call) -> ModelRefused | None:
        self._comparison.before.restore(self.world.state())
        self._comparison.done = None
        try:
            EVENTS[call.event](self.world, *call.args)
        except ModelRefused as refused:
            return refused
        self._comparison.done = call
        return None

    def _wrongly_done(self, call: Call, refusal: ModelRefused) -> list[Broken]:
        """Return the laws that the guard keeps, or O2 where it names none."""
        differs = Difference(f"answer to {call}", f"refused: {refusal.why}", "done")
        kept = self._comparison.kept_by(refusal.law, self.snapshot) if refusal.law else [cite(laws.ANSWERS)]
        return [Broken(law, "", differs) for law in kept]

    def _judge(
        self, call: Call, found: list[Broken], guarded: Sequence[Broken] = (), *, refused: bool = False, note: str = ""
    ) -> None:
        """Compare the snapshot with the model by all checks; raise if anything is wrong."""
        self.states.append(self.world.state())
        if not found and not guarded:
            found = self._comparison.broken(self.snapshot, refused=refused)
            if not found:
                return
        else:
            found = [*guarded, *found, *self._comparison.broken(self.snapshot, refused=refused)]
        names = frozenset(each.law.name for each in guarded)
        raise Violated(Breach(self.trace, call, rank(found, names), note))

    def _start(self) -> Engine:
        try:
            return self.factory(self.instance, seed=self.seed, faults=self.faults)
        except (Exception, SystemExit) as error:
            raise self._crashed(START, "starting it", error) from error

    def _ask(self, call: Call) -> Outcome:
        try:
            return self.engine.apply(call)
        except (Exception, SystemExit) as error:
            raise self._crashed(call, f"answer to {call}", error) from error

    def _observe(self, call: Call) -> Snapshot:
        try:
            snapshot = self.engine.observe()
            if not isinstance(snapshot, Snapshot):
                raise TypeError(f"observe() returned a {type(snapshot).__name__}, no Snapshot")  # noqa: TRY301
        except (Exception, SystemExit) as error:
            raise self._crashed(call, f"observing it after {call}", error) from error
        return snapshot

    def _crashed(self, call: Call, what: str, error: BaseException) -> Violated:
        found = broken(laws.SURVIVES, what, "an answer", f"{type(error).__name__}: {error}")
        return Violated(Breach(self.trace, call, (found,)))
