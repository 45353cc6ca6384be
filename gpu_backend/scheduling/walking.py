"""The walk over the list, twice: begin_pass, pass_over, stop, begin_contexts, close_pass."""

from __future__ import annotations

from .batch import SchedulerOutput
from .core import Core
from .errors import OutOfTurn, expect
from .request import LlmRequest
from .walk import Phase, SchedulingPass


class Walking(Core):
    """How a pass begins, goes on and ends."""

    def begin_pass(self) -> None:
        """Begin a pass at the first place of the list, with nothing decided."""
        self.check_between()
        expect(not self.launching, OutOfTurn, "a launch is under way")
        expect(not len(self.batch), OutOfTurn, "what the last pass scheduled was neither launched nor dropped")
        expect(not self.output.disagg_candidates, OutOfTurn, "transfers wait to be admitted or put off")
        self.detector.check()
        self.forget_decisions()
        self.walk = self.scheduling_pass(len(self.queue))

    def forget_decisions(self) -> None:
        """Let nothing be decided."""
        self.output = SchedulerOutput()

    def pass_over(self, r: int) -> None:
        """Do nothing for a request, and walk on."""
        walk, request = self.untried(r)
        self.note_left(walk, request)
        walk.walk_on()

    def stop(self, r: int) -> None:
        """End the walk at a request: a budget is used up, or does not suffice for it."""
        walk, request = self.untried(r)
        self.check_reason_to_stop(request)
        self.note_left(walk, request)
        walk.stop()

    def untried(self, r: int) -> tuple[SchedulingPass, LlmRequest]:
        """Return the pass and the request that it is at, or refuse where something is tried for it."""
        walk, request = self.planning(), self.at_walk(r)
        expect(walk.attempt is None, OutOfTurn, f"something is tried for request {r}")
        return walk, request

    def check_reason_to_stop(self, request: LlmRequest) -> None:
        """Refuse to stop at somebody who could not run anyway, while nobody has used the budget."""
        expect(self.could_run(request) or len(self.batch), OutOfTurn, "the walk has no reason to stop")

    def note_left(self, walk: SchedulingPass, request: LlmRequest) -> None:
        """Note a request that could have run."""
        if self.could_run(request):
            walk.leave(request)

    def begin_contexts(self) -> None:
        """Begin the second walk, which goes as far as the first has come."""
        walk = self.planning()
        expect(walk.phase is Phase.GENERATION and walk.at_end, OutOfTurn, "the walk for generations is not over")
        walk.phase, walk.position = Phase.CONTEXT, 0

    def close_pass(self) -> None:
        """End the pass with what is decided, and let the detector judge it."""
        walk = self.planning()
        expect(walk.phase is Phase.CONTEXT and walk.at_end, OutOfTurn, "the walk for contexts is not over")
        progressed = self.output.progressed or bool(len(self.batch))
        self.detector.note(progressed=progressed, moving=self.pages_move(), left=bool(walk.left))
        self.walk = None

    def pages_move(self) -> bool:
        """Whether a transfer holds pages that will come free."""
        return bool(self.transfers.active)
