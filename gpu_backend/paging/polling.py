"""The host learns what became of operations: poll, poll_load, poll_store, poll_move, give_up."""

from __future__ import annotations

from ...model.systems.pages.state import Job, Outcome, Stage
from .core import Core
from .errors import NotTheHolder, OutOfTurn, StillRunning, check
from .operations import Operation
from .page import Page
from .requests import Request


class Polling(Core):
    """Only here is anything given back that an operation needed, and only once the device has really ended."""

    def poll(self, o: int) -> None:
        """An operation has ended, and nothing is made of its result."""
        operation = self.operations[o]
        self.check_reported(operation)
        self.stop_moving(operation)
        self.retire(operation)

    def check_reported(self, operation: Operation) -> None:
        """Refuse what has not ended, or will never say so."""
        ended = operation.outcome in (Outcome.DONE, Outcome.FAILED)
        check(ended, StillRunning, f"operation {operation.id} has not reported its end")

    def poll_load(self, o: int, p: int) -> None:
        """A page was loaded: put it into the table of the request that waits for it."""
        operation, page = self.operations[o], self.pool[p]
        self.check_loaded(operation)
        request = self.waiting(operation)
        check(page in operation.writes, NotTheHolder, f"operation {o} does not write page {p}")
        self.pool.retain(page)
        request.table.append(page)
        self.retire(operation)

    def check_loaded(self, operation: Operation) -> None:
        """Refuse a load that has not done its work."""
        self.check_done(operation, Job.LOAD)

    def waiting(self, operation: Operation) -> Request:
        """Return the request that still waits for a load, or refuse."""
        self.check_current(operation)
        return self.find(operation.owner, Stage.LIVE)

    def poll_store(self, o: int, q: int) -> None:
        """A page was stored: have it found in its tier, unless the weights have changed."""
        operation, page = self.operations[o], self.pool[q]
        self.check_done(operation, Job.STORE)
        check(page in operation.writes, NotTheHolder, f"operation {o} does not write page {q}")
        if self.is_of_present_weights(page):
            self.enter_below(page)
        self.retire(operation)

    def is_of_present_weights(self, page: Page) -> bool:
        """Whether what a page holds may still be found."""
        return page.weights == self.index.weights

    def enter_below(self, page: Page) -> None:
        """Let a stored page be found."""
        self.index.seal(page)

    def poll_move(self, o: int) -> None:
        """A set was moved: the request holds the copies, and gives the originals back."""
        operation = self.operations[o]
        self.check_done(operation, Job.MOVE)
        self.check_current(operation)
        request = self.requests[operation.owner]
        self.switch_table(request, operation)
        self.switch_side(request)
        self.stop_moving(operation)
        self.retire(operation)

    def switch_table(self, request: Request, operation: Operation) -> None:
        """Let the copies be the request's table."""
        for page in operation.writes:
            self.pool.retain(page)
        for page in request.table:
            self.pool.release(page)
        request.table = list(operation.writes)
        self.drop_spares(request)

    def switch_side(self, request: Request) -> None:
        """The set lies on the other side now."""
        request.offloaded = not request.offloaded

    def give_up(self, o: int) -> None:
        """Take the pages of an operation back that will never be reported, and touches nothing any more."""
        operation = self.operations[o]
        self.check_lost(operation)
        self.stop_waiting(operation)
        self.retire(operation)

    def check_lost(self, operation: Operation) -> None:
        """Refuse to give up on what may still touch its pages."""
        check(operation.outcome == Outcome.LOST, StillRunning, f"operation {operation.id} is not lost")

    def stop_waiting(self, operation: Operation) -> None:
        """Let the request of a lost move be suspended as before."""
        self.stop_moving(operation)

    def check_done(self, operation: Operation, job: Job) -> None:
        """Refuse an operation of another kind, or one that has not done its work."""
        done = operation.job == job and operation.outcome == Outcome.DONE
        check(done, OutOfTurn, f"operation {operation.id} is no {job.name} that is done")

    def check_current(self, operation: Operation) -> None:
        """Refuse to apply a result to another life."""
        check(self.is_current(operation), OutOfTurn, f"operation {operation.id} is of an earlier life")

    def stop_moving(self, operation: Operation) -> None:
        """Let the request of a move be suspended, if it is still in the life in which it waited."""
        if operation.job == Job.MOVE and self.still_waits(operation):
            self.requests[operation.owner].stage = Stage.SUSPENDED

    def still_waits(self, operation: Operation) -> bool:
        """Whether the request of a move is in the life in which the move was issued."""
        return self.is_current(operation)

    def retire(self, operation: Operation) -> None:
        """Wait for the device, let go of all that the operation named, and let its descriptor be used again."""
        if operation.work is not None:
            operation.work.wait()
        operation.work, operation.job = None, Job.NONE
        self.release(operation)

    def release(self, operation: Operation) -> None:
        """Let go of what the operation named."""
        pages = operation.pages
        operation.reads, operation.writes = [], []
        for page in pages:
            self.pool.release(page)
