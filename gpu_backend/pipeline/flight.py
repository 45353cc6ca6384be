"""From the launch of a step to the answer to its last frame: kept, finished, dropped, or reset."""

from __future__ import annotations

from ...model.systems.steps.state import Stage
from .core import Core
from .errors import OutOfTurn, expect
from .frame import Frame
from .kv_cache import Widths
from .requests import LlmRequest
from .step import Step


class Flight(Core):
    """launch, retire, finish, drop, fail, reset, publish."""

    def launch(self) -> None:
        """Send the planned step off; its rows replace those of the step before."""
        self.in_flight.check_depth()
        expect(self.planned.frames, OutOfTurn, "the step has no work")
        step = self.planned
        self.in_flight.launch(step)
        self.renew_rows(step)
        self.begin_plan()

    def renew_rows(self, step: Step) -> None:
        """Who is in the step has its row in it; who is left out, for whatever reason, has none."""
        for r, request in self.requests.items():
            request.row = step.frames[r].row if r in step.frames else None

    def begin_plan(self) -> None:
        """Plan the next step."""
        self.planned = Step()

    def retire(self, r: int, kept: int) -> None:
        """Settle so many tokens of the older step's frame, and take back the places of the others."""
        frame = self.answerable(r)
        reserved = self.reserved_by(frame)
        expect(1 <= kept <= reserved.target, OutOfTurn, f"the step computed {reserved.target} tokens, not {kept}")
        self.check_kept_whole(frame, kept)
        self.kv.reclaim(frame.residence, reserved, kept)
        self.keep(frame, kept)
        self.land(frame)

    def answerable(self, r: int) -> Frame:
        """Return a frame whose output counts, once it has run; or refuse."""
        frame = self.in_flight.frame(r)
        self.check_in_time(frame)
        self.check_did_not_fail()
        self.wait_for_step()
        return frame

    def wait_for_step(self) -> None:
        """Return when the older step has written all that it will."""
        self.in_flight.wait(self.in_flight.older())

    def check_in_time(self, frame: Frame) -> None:
        """Refuse the output of a frame whose request has left since it was launched."""
        expect(not frame.is_late, OutOfTurn, f"the frame of request {frame.request.id} is late")

    def check_did_not_fail(self) -> None:
        """Refuse the output of a step that failed."""
        expect(not self.in_flight.older().failed, OutOfTurn, "the step failed")

    def check_kept_whole(self, frame: Frame, kept: int) -> None:
        """Refuse to keep a part of a chunk."""
        whole = frame.request.decodes or kept == frame.widths.target
        expect(whole, OutOfTurn, "a chunk is kept whole")

    def reserved_by(self, frame: Frame) -> Widths:
        """Return what the step that is answered reserved."""
        return frame.widths

    def keep(self, frame: Frame, kept: int) -> None:
        """Settle tokens: on the device, in both pools, and on the host."""
        forward = self.in_flight.older().forward
        assert forward is not None
        frame.request.settle(self.runner.accept(forward, frame.row, kept))
        self.kv.settle(frame.residence, kept)

    def finish(self, r: int) -> None:
        """The frame has the last token of its request, which ends; a frame behind it becomes late."""
        frame = self.answerable(r)
        self.land(frame)
        self.withdraw(frame.request)
        frame.request.forget(Stage.ENDED)

    def land(self, frame: Frame) -> None:
        """A frame is answered; what waited for it to be over is free."""
        self.in_flight.land(frame)
        if not self.in_flight.is_in_flight(frame.residence):
            self.kv.lift(frame.residence)

    def drop(self, r: int) -> None:
        """Answer a late frame: nothing of it is kept."""
        frame = self.in_flight.frame(r)
        expect(frame.is_late, OutOfTurn, f"the frame of request {r} is not late")
        self.wait_for_step()
        self.land(frame)

    def fail(self) -> None:
        """The older step is lost."""
        step = self.in_flight.older()
        expect(not step.failed, OutOfTurn, "the step is lost already")
        self.in_flight.fail(step)

    def reset(self, r: int) -> None:
        """A member of the failed step goes back to what is settled; a frame behind it becomes late."""
        frame = self.in_flight.frame(r)
        expect(self.in_flight.older().failed, OutOfTurn, "the step did not fail")
        expect(not frame.is_late, OutOfTurn, f"the frame of request {r} is late")
        self.land(frame)
        self.go_back(frame)
        if frame.request.cursor == 0:
            frame.request.forget(Stage.WAITING)

    def go_back(self, frame: Frame) -> None:
        """Keep what is settled, and no more."""
        self.withdraw(frame.request, frame.request.cursor)

    def publish(self, r: int) -> None:
        """Let others reuse what is settled."""
        request = self.requests.get(r)
        if request is None or request.published >= self.publishable(request):
            raise OutOfTurn(f"nothing of request {r} is settled and not published")
        request.published = self.publishable(request)

    def publishable(self, request: LlmRequest) -> int:
        """Return how many tokens no step will write any more."""
        return request.cursor
