"""What happens on the device, unseen by the host: complete_step, complete_copy, complete, fail, lose."""

from __future__ import annotations

from ...model.systems.pages.state import Job, Outcome
from .core import Core
from .errors import NotTheHolder, OutOfTurn, StillRunning, check
from .operations import Operation
from .page import Page
from .streams import Work


class Device(Core):
    """The device comes to what it was handed, in an order of its own, or never. The host's lists stay as they are."""

    def complete_step(self, o: int, p: int, full: int) -> None:
        """A step has written its page, up to the end or not."""
        operation, page = self.operations[o], self.pool[p]
        work = self.in_flight(operation, Job.STEP)
        check(page in operation.writes, NotTheHolder, f"operation {o} does not write page {p}")
        if full:
            self.check_last_writer(operation, page)
        self.run_step(work, full)

    def check_last_writer(self, operation: Operation, page: Page) -> None:
        """Refuse to write the last position where another step is still to write before it."""
        check(self.operations.writing(page) == [operation], StillRunning, f"another step writes page {page.id}")

    def run_step(self, work: Work, full: int) -> None:
        """Do it."""
        work.run(full)

    def complete_copy(self, o: int, q: int, p: int) -> None:
        """A load or a store has copied its page."""
        operation, source, page = self.operations[o], self.pool[q], self.pool[p]
        work = self.in_flight(operation, Job.LOAD, Job.STORE)
        named = source in operation.reads and page in operation.writes
        check(named, NotTheHolder, f"operation {o} does not copy page {q} to page {p}")
        self.run_copy(work, page)

    def run_copy(self, work: Work, page: Page) -> None:
        """Do it."""
        del page
        work.run()

    def complete(self, o: int) -> None:
        """A page was sent, or a whole set moved."""
        operation = self.operations[o]
        self.run_transfer(operation, self.in_flight(operation, Job.SEND, Job.MOVE))

    def run_transfer(self, operation: Operation, work: Work) -> None:
        """Do it."""
        del operation
        work.run()

    def fail(self, o: int) -> None:
        """An operation ends without having done its work."""
        self.give_up_on_device(self.pending(self.operations[o]), Outcome.FAILED)

    def lose(self, o: int) -> None:
        """An operation ends, or never will, and no report of it arrives."""
        self.give_up_on_device(self.pending(self.operations[o]), Outcome.LOST)

    def give_up_on_device(self, work: Work, outcome: Outcome) -> None:
        """Do nothing of it any more."""
        work.drop(outcome)

    def in_flight(self, operation: Operation, *jobs: Job) -> Work:
        """Return the work of an operation of some kinds that has not ended, or refuse."""
        check(
            operation.job in jobs, OutOfTurn, f"operation {operation.id} is no {' or '.join(job.name for job in jobs)}"
        )
        return self.pending(operation)

    def pending(self, operation: Operation) -> Work:
        """Return the work of an operation that has not ended, or refuse."""
        if operation.work is None or operation.work.outcome != Outcome.PENDING:
            raise OutOfTurn(f"operation {operation.id} is not in flight")
        return operation.work
