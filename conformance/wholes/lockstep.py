"""One run of a whole: after each call the model follows every part, and what requests say is compared."""

from __future__ import annotations

from collections.abc import Sequence
from types import TracebackType
from typing import Self

from ...model.instance import Instance
from ...model.trace import Call, Trace
from ...model.worlds.concrete import ConcreteWorld
from .. import laws
from ..engine import SCHEDULE, Done, Outcome, Refused
from ..evidence import Breach, Broken, Violated, broken
from ..parts.lockstep import START, Lockstep
from .between import Worlds, broken_between
from .whole import CANCEL, STEP, NobodyHelped, Said, Whole, WholeFactory

ENOUGH = 40
"""So many steps for each request bring every one to its end."""


class WholeRun:
    """A whole with the systems of its parts. `Violated` is raised at the first difference."""

    def __init__(self, factory: WholeFactory, instance: Instance, *, seed: int, faults: Sequence[str] = ()) -> None:
        """Start it, and look at every part once."""
        self.factory, self.instance, self.seed = factory, instance, seed
        self.calls: list[Call] = []
        self.heard: dict[int, int] = {}
        """How many tokens each request had said when it was last listened to."""
        self.given_up: dict[int, int] = {}
        """Who was given up by its client, and how many steps were taken since."""
        self.events: dict[str, int] = {}
        """How often each event was done by a part, by system and name."""
        try:
            self.whole: Whole = factory.make(instance, seed, faults)
        except (Exception, SystemExit) as error:
            raise self._crashed(START, "starting it", error) from error
        try:
            self.followers = [Lockstep(member.factory, member.instance, seed=seed) for member in self.whole.members()]
        except Violated as violated:
            self.whole.close()
            raise Violated(Breach(self.trace, START, violated.breach.broken, violated.breach.note)) from violated

    def __enter__(self) -> Self:
        """Use it in a `with` statement: the whole is closed at its end."""
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Close the whole."""
        self.whole.close()

    def do(self, call: Call) -> bool:
        """Do the call, and compare. Return whether it was done."""
        self.calls.append(call)
        outcome = self._ask(call)
        if not isinstance(outcome, Done | Refused):
            self._break(call, [broken(laws.ANSWERS, f"answer to {call}", "done or refused", outcome)])
        if isinstance(outcome, Done):
            self._note(call)
        self._listen(call)
        for follower in self.followers:
            self._follow(call, follower)
        between = broken_between(self._worlds(), self.instance.page_size)
        if between:
            self._break(call, between)
        return isinstance(outcome, Done)

    def drain(self) -> None:
        """Take steps until every request has ended; in the end nothing may be held."""
        steps = 0
        while not all(each.ended for each in self.whole.said().values()):
            steps += 1
            if steps > ENOUGH * max(self.instance.requests, 1):
                left = ", ".join(f"request {r}" for r, each in self.whole.said().items() if not each.ended)
                self._break(STEP, [broken(laws.PROGRESSES, "who has not ended", "nobody", left)])
            self.do(STEP)
        for what, count in self.whole.held().items():
            if count:
                self._break(STEP, [broken(laws.DRAINED, what, 0, count)])

    @property
    def trace(self) -> Trace:
        """The run so far."""
        return Trace(self.instance, self.seed, tuple(self.calls))

    def _worlds(self) -> Worlds:
        """Return the states of all parts by their systems."""
        found: dict[str, list[ConcreteWorld]] = {}
        for follower in self.followers:
            found.setdefault(follower.factory.system, []).append(follower.world)
        return found

    def _follow(self, call: Call, follower: Lockstep) -> None:
        """Let the model do what a part has done, and compare the two."""
        before = len(follower.calls)
        try:
            follower.do(SCHEDULE)
        except Violated as violated:
            breach = violated.breach
            note = f"in {follower.factory.name}; {breach.note}" if breach.note else f"in {follower.factory.name}"
            raise Violated(Breach(self.trace, call, breach.broken, note)) from violated
        del follower.calls[before:]  # they are told by the calls of the whole
        for done in follower.decided:
            self.events[f"{done.system}.{done.event}"] = self.events.get(f"{done.system}.{done.event}", 0) + 1

    def _note(self, call: Call) -> None:
        """Note whom clients give up, and the steps since."""
        if call == STEP:
            self.given_up = {r: steps + 1 for r, steps in self.given_up.items()}
        elif call.event == CANCEL:
            self.given_up.setdefault(call.args[0], 0)

    def _listen(self, call: Call) -> None:
        """Compare what requests have said with what they say alone, and how much with what was asked for."""
        for r, said in self.whole.said().items():
            self._measure(call, r, said)
            alone = list(said.alone[: len(said.tokens)])
            if list(said.tokens) != alone:
                at = next(
                    (at for at, pair in enumerate(zip(said.tokens, alone, strict=False)) if len(set(pair)) > 1), 0
                )
                self._break(
                    call, [broken(laws.TOKENS, f"token {at} of request {r}", alone[at], said.tokens[at], f"r={r}")]
                )
            for behind, drafted in said.drafts.items():
                if drafted != said.drafts_alone[behind]:
                    what = f"draft behind {behind} tokens of request {r}"
                    self._break(call, [broken(laws.DRAFTS, what, said.drafts_alone[behind], drafted, f"r={r}")])

    def _measure(self, call: Call, r: int, said: Said) -> None:
        """Compare how much a request has said, and whether it has ended, with what its client asked for."""
        count, before = len(said.tokens), self.heard.get(r, 0)
        least = said.goal if said.ended and r not in self.given_up else before
        if not max(least, before) <= count <= said.goal:
            wanted = str(said.goal) if least >= said.goal or count > said.goal else f"{before} or more"
            self._break(call, [broken(laws.WHOLE_ANSWER, f"tokens of request {r}", wanted, count, f"r={r}")])
        self.heard[r] = count
        if self.given_up.get(r) and not said.ended:
            late = f"it goes on after {self.given_up[r]} steps"
            self._break(call, [broken(laws.GIVEN_UP, f"request {r}, which was given up", "ended", late, f"r={r}")])

    def _ask(self, call: Call) -> Outcome:
        try:
            return self.whole.apply(call)
        except NobodyHelped as stuck:
            found = broken(laws.PROGRESSES, f"what it says of {call}", "that it brings somebody on", stuck)
            raise Violated(Breach(self.trace, call, (found,))) from stuck
        except (Exception, SystemExit) as error:
            raise self._crashed(call, f"answer to {call}", error) from error

    def _break(self, call: Call, found: Sequence[Broken]) -> None:
        raise Violated(Breach(self.trace, call, tuple(found)))

    def _crashed(self, call: Call, what: str, error: BaseException) -> Violated:
        said = f"{type(error).__name__}: {error}"
        return Violated(Breach(self.trace, call, (broken(laws.SURVIVES, what, "done or refused", said),)))
