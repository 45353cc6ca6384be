"""Leaving the device and coming back: suspend, resume, preempt."""

from __future__ import annotations

from ..model.sorts import Phase
from .core import Core
from .refusal import OutOfRoom, Refusal, require
from .requests import SEATED, Request


class Suspension(Core):
    """How requests make room for others."""

    def suspend(self, r: int) -> None:
        """Move both pools' pages to the host if they fit there, else leave them; park the adapter for the resume."""
        request = self.find(r)
        require(self.may_be_suspended(request), "only a request in prefill or decode is suspended")
        require(request not in self.batch, "it is part of the step")
        request.phase = Phase.SUSPENDED
        self.clear_row_of_suspended(request)
        self.park_adapter(request)
        self.move_pages_out(request)

    def resume(self, r: int) -> None:
        """Give a suspended request back what it gave away: its pages in both pools, its adapter slot, a seat."""
        request = self.find(r)
        require(request.phase is Phase.SUSPENDED, "only a suspended request is resumed")
        self.require_seat()
        self.bring_back(request)
        request.phase = Phase.PREFILL if request.cursor < request.prompt else Phase.DECODE

    def preempt(self, r: int) -> None:
        """Take everything from a victim. It starts over in a new life, with all its tokens as its prompt."""
        request = self.find(r)
        require(self.may_be_preempted(request), "it is not admitted, or paused")
        require(request not in self.batch, "it is part of the step")
        require(request.cursor < self.max_length, "it has reached its longest: it finishes instead")
        request.prompt = len(request.tokens)
        request.phase = Phase.WAITING
        request.life += 1
        self.clear_row(request)
        self.drop_work(request)
        self.release_adapter_of_victim(request)

    def may_be_suspended(self, request: Request) -> bool:
        """Whether the request can be a victim of a suspension. One that is paused in place keeps all it has."""
        return request.phase in SEATED

    def may_be_preempted(self, request: Request) -> bool:
        """Whether the request can be a victim of a preemption."""
        return request.phase in SEATED or request.phase is Phase.SUSPENDED

    def clear_row_of_suspended(self, request: Request) -> None:
        """A request that leaves the device owns no row of the last step."""
        self.clear_row(request)

    def release_adapter_of_victim(self, request: Request) -> None:
        """A request that starts over holds its adapter again only once it is admitted again."""
        self.release_adapter(request)

    def park_adapter(self, request: Request) -> None:
        """Keep the adapter on the host for the resume, and let go of its device slot."""
        if request.adapter:
            self.adapters.park(request.adapter, request.id)

    def move_pages_out(self, request: Request) -> None:
        """Move the pages of both pools to the host; where they do not fit, all of them stay on the device."""
        try:
            self.kv.offload(request.cache)
        except OutOfRoom:
            return

    def bring_back(self, request: Request) -> None:
        """Bring the pages back, then the adapter; where that finds no room the pages leave again."""
        moved = request.cache.on_host
        if moved:
            self.kv.onload(request.cache)
        try:
            self.reactivate_adapter(request)
        except Refusal:
            if moved:
                self.kv.undo_onload(request.cache)
            raise

    def reactivate_adapter(self, request: Request) -> None:
        """Turn the parked hold on the adapter into an active one, or refuse."""
        self.activate_adapter(request)
        if request.adapter:
            self.adapters.unpark(request.adapter, request.id)
