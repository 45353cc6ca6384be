"""Requests leave with frames in flight, and come back: suspend, resume, preempt, abort, pause, unpause."""

from __future__ import annotations

from ...model.systems.steps.state import Stage
from .core import Core
from .errors import OutOfTurn, expect
from .kv_cache import Residence
from .requests import LlmRequest


class Leaving(Core):
    """What schedulers and clients do to requests, whatever is in flight."""

    def suspend(self, r: int) -> None:
        """Move the settled work of a running request off the device, in both pools."""
        request = self.suspendable(r)
        expect(request.cursor >= 1, OutOfTurn, f"nothing of request {r} is settled")
        request.saved = self.kv.save(self.residence(request))
        self.withdraw(request)
        request.stage = Stage.SUSPENDED

    def suspendable(self, r: int) -> LlmRequest:
        """Return a request that may be a victim, or refuse."""
        return self.find(r, Stage.RUNNING)

    def resume(self, r: int) -> None:
        """Bring settled work back, in both pools or in neither."""
        request = self.find(r, Stage.SUSPENDED)
        request.residence = self.restored(request)
        request.saved = None
        request.stage = Stage.RUNNING

    def restored(self, request: LlmRequest) -> Residence:
        """Return places with what was saved of a request, or refuse."""
        assert request.saved is not None
        return self.kv.restore(request.id, request.saved)

    def preempt(self, r: int) -> None:
        """A victim gives up everything, to be computed again."""
        request = self.preemptible(r)
        self.withdraw(request)
        request.forget(Stage.WAITING)

    def preemptible(self, r: int) -> LlmRequest:
        """Return a request that may be computed again, or refuse."""
        return self.find(r, Stage.RUNNING, Stage.SUSPENDED)

    def abort(self, r: int) -> None:
        """The client gives up."""
        request = self.find(r, Stage.WAITING, Stage.RUNNING, Stage.SUSPENDED, Stage.PAUSED)
        self.withdraw(request)
        request.forget(Stage.ENDED)

    def pause(self, r: int) -> None:
        """Leave a decoding request out of the next steps; what is in flight is still settled."""
        request = self.find(r, Stage.RUNNING)
        self.check_decodes(request)
        self.check_not_planned(request)
        request.stage = Stage.PAUSED

    def check_decodes(self, request: LlmRequest) -> None:
        """Refuse a request in prefill."""
        expect(request.decodes, OutOfTurn, f"request {request.id} is in prefill")

    def check_not_planned(self, request: LlmRequest) -> None:
        """Refuse a request that is in the step."""
        expect(request.id not in self.planned.frames, OutOfTurn, f"request {request.id} is in the step")

    def unpause(self, r: int) -> None:
        """Let a paused request be planned again."""
        self.find(r, Stage.PAUSED).stage = Stage.RUNNING
