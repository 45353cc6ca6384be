"""Pause in place: pause, unpause, force_unpause. A paused request keeps all that it holds, except for its seat."""

from __future__ import annotations

from ..model.sorts import Phase
from .core import Core
from .refusal import require
from .requests import Request


class Pausing(Core):
    """How requests give up their seats for a while."""

    def pause(self, r: int) -> None:
        """Let a decoding request give up its seat."""
        request = self.find(r)
        require(request.phase is Phase.DECODE, "only a decoding request is paused")
        require(request not in self.batch, "it is part of the step")
        require(self.count_paused() < self.pause_cap, "as many are paused as may be")
        request.phase = Phase.PAUSED
        self.clear_row(request)

    def unpause(self, r: int) -> None:
        """Let a paused request take a free seat."""
        request = self.find_paused(r)
        self.require_seat()
        request.phase = Phase.DECODE

    def force_unpause(self, r: int) -> None:
        """Let a request that was paused for too long go on, seat or not; a full step then displaces another."""
        self.find_paused(r).phase = Phase.DECODE

    def find_paused(self, r: int) -> Request:
        """Return a paused request, or refuse."""
        request = self.find(r)
        require(request.phase is Phase.PAUSED, "only a paused request is unpaused")
        return request
