"""A request's life: submit, finish, abort, preempt, suspend, resume."""

from __future__ import annotations

from ...model.systems.pages.state import Stage
from .core import Core
from .errors import OutOfTurn, PageInUse, WrongTier, check
from .page import Page
from .requests import Request


class Lives(Core):
    """How requests come, step back and end. Whatever is pending, all that they hold is given back at once."""

    def submit(self, r: int) -> None:
        """Take a request in; it computes with the present weights."""
        check(r not in self.requests, OutOfTurn, f"request {r} was submitted before")
        self.requests[r] = Request(r, self.index.weights)

    def finish(self, r: int) -> None:
        """End a request that has run to its end."""
        self.end(self.find(r, Stage.LIVE))

    def abort(self, r: int) -> None:
        """End a request wherever it stands."""
        self.end(self.abortable(r))

    def abortable(self, r: int) -> Request:
        """Return a request that has not ended, or refuse."""
        return self.find(r, Stage.LIVE, Stage.SUSPENDED, Stage.MOVING)

    def end(self, request: Request) -> None:
        """Give everything back for good."""
        self.let_go(request)
        request.stage = Stage.ENDED

    def preempt(self, r: int, p: int) -> None:
        """Let a request start over for the sake of one page that becomes free by it."""
        page = self.pool[p]
        request = self.holder(r, page, Stage.LIVE, Stage.SUSPENDED, Stage.MOVING)
        self.check_gain(page)
        self.let_go(request)
        request.stage = Stage.LIVE
        self.renew_weights(request)

    def check_gain(self, page: Page) -> None:
        """Refuse where the page would still be needed by another."""
        check(page.refs == 1, PageInUse, f"page {page.id} is needed by another")

    def renew_weights(self, request: Request) -> None:
        """Let a new life begin with the present weights."""
        request.weights = self.index.weights

    def let_go(self, request: Request) -> None:
        """End a life. What a pending operation needs stays in use until it is polled."""
        self.release_table(request)
        self.release_spares(request)
        self.forget_side(request)
        self.count_life(request)

    def release_table(self, request: Request) -> None:
        """Give the table back, tails first, so that they are evicted before what they follow."""
        for page in reversed(request.table):
            self.pool.release(page)
        request.table.clear()

    def release_spares(self, request: Request) -> None:
        """Give back what was set aside."""
        self.drop_spares(request)

    def forget_side(self, request: Request) -> None:
        """What it gets next is on the device."""
        request.offloaded = False

    def count_life(self, request: Request) -> None:
        """From now on what is pending is none of the request's own."""
        request.life += 1

    def suspend(self, r: int) -> None:
        """Let a request run no more for now; it keeps its pages, and a step of it may be in flight."""
        self.find(r, Stage.LIVE).stage = Stage.SUSPENDED

    def resume(self, r: int) -> None:
        """Let a suspended request run on, if its pages are on the device."""
        request = self.find(r, Stage.SUSPENDED)
        self.check_on_device(request)
        self.forget_move(request)
        request.stage = Stage.LIVE

    def check_on_device(self, request: Request) -> None:
        """Refuse a request whose pages lie below the device."""
        check(not request.offloaded, WrongTier, f"the pages of request {request.id} are not on the device")

    def forget_move(self, request: Request) -> None:
        """Give back what was set aside for a move that never came."""
        self.drop_spares(request)
