"""What the device does, or says that it did, is something else; or it lets go of pages that the host has not polled."""

from __future__ import annotations

from ....model.systems.pages.state import Job, Outcome
from ..content import POSITIONS
from ..device import Device
from ..memory import PageMemory
from ..operations import Operation
from ..page import Page
from ..polling import Polling
from ..streams import Work
from .registry import fault


@fault("step_is_reported_too_early", laws=("L12",))
class StepIsReportedTooEarly(Device):
    """The end is reported before the page is written."""

    def run_step(self, work: Work, full: int) -> None:
        """Report it, and do nothing."""
        del full
        work.drop(Outcome.DONE)


@fault("step_ends_under_another", laws=("K11",))
class StepEndsUnderAnother(Device):
    """A step writes the last position while another one is still to write to the page."""

    def check_last_writer(self, operation: Operation, page: Page) -> None:
        """Do not look for others."""


@fault("copy_is_reported_too_early", laws=("L12",))
class CopyIsReportedTooEarly(Device):
    """The end of a load or a store is reported before the page is written."""

    def run_copy(self, work: Work, page: Page) -> None:
        """Report it, and do nothing."""
        del page
        work.drop(Outcome.DONE)


@fault("move_is_reported_too_early", laws=("K16", "L13"))
class MoveIsReportedTooEarly(Device):
    """The end of a move is reported while the copies are still to be made."""

    def run_transfer(self, operation: Operation, work: Work) -> None:
        """Report it, and do nothing."""
        del operation
        work.drop(Outcome.DONE)


@fault("completion_releases_at_once", laws=("O12", "K2"))
class CompletionReleasesAtOnce(Device):
    """The pages are released where the device reports, and once more where the host learns of it."""

    def run_transfer(self, operation: Operation, work: Work) -> None:
        """Do it, and let go of what was read."""
        super().run_transfer(operation, work)
        for page in operation.reads:
            self.pool.release(page)


@fault("failed_copy_leaves_something", laws=("L12",))
class FailedCopyLeavesSomething(Device):
    """A copy fails after it has written, and what it left passes for content."""

    def give_up_on_device(self, work: Work, outcome: Outcome) -> None:
        """Copy before it fails."""
        if outcome == Outcome.FAILED and work.stream is self.copies:
            work.run()
            work.outcome = outcome
        else:
            super().give_up_on_device(work, outcome)


@fault("lost_copy_arrives_after_all", laws=("K16", "L13"))
class LostCopyArrivesAfterAll(Device, Polling):
    """What was given up on was only slow, and writes to pages that were taken back."""

    def give_up_on_device(self, work: Work, outcome: Outcome) -> None:
        """Leave a lost copy in its queue."""
        if outcome == Outcome.LOST and work.stream is self.copies:
            work.outcome = outcome
        else:
            super().give_up_on_device(work, outcome)

    def retire(self, operation: Operation) -> None:
        """Let it arrive as soon as its pages are free."""
        work = operation.work
        super().retire(operation)
        if work is not None and work in self.copies.queue:
            work.run()


@fault("copy_leaves_out_the_last_position", laws=("L13", "K16"))
class CopyLeavesOutTheLastPosition(PageMemory):
    """A page is copied up to its last position but one, as if it never were full."""

    def copy(self, source: Page, target: Page) -> None:
        """Copy too little."""
        self.of(target)[: POSITIONS - 1].copy_(self.of(source)[: POSITIONS - 1])


@fault("slots_are_mixed_up", laws=("L12", "K16"))
class SlotsAreMixedUp(PageMemory):
    """All pages of a tier are looked up at the same place, and what is written to one is in another."""

    def write(self, page: Page, positions: range, weights: int, mark: int) -> None:
        """Write to the first place of the tier."""
        super().write(Page(page.id, page.tier, 0), positions, weights, mark)


@fault("peer_gets_nothing", laws=("L13", "K16"))
class PeerGetsNothing(Device):
    """A page counts as sent, and the peer has got nothing of it."""

    def run_transfer(self, operation: Operation, work: Work) -> None:
        """Report the end of a send, and send nothing."""
        if operation.job == Job.SEND:
            work.stream.queue[work] = lambda: None
        super().run_transfer(operation, work)
