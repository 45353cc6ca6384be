"""What happens on the device, unseen by the host: complete_step, complete_copy, complete, fail, lose."""

from ....language import event, one_of, require
from ....sorts import Flag
from ..state import Fill, Job, Memory, Operation, Outcome, Page


@event
def complete_step(w: Memory, o: Operation, p: Page, full: Flag) -> None:
    """A step has written its page, whatever became of its request; the last position is written by the last step."""
    require(w.outcome[o] == Outcome.PENDING and w.job[o] == Job.STEP, "it is a step that has not ended")
    require(w.target[o, p], "it writes the page", "K16")
    require(not full or w.target.holders[p] == 1, "no other step writes to the page after its last position")
    w.fill[p] = Fill.PARTIAL
    if full:
        w.fill[p] = Fill.FULL
    w.outcome[o] = Outcome.DONE


@event
def complete_copy(w: Memory, o: Operation, q: Page, p: Page) -> None:
    """A load or a store has copied its page."""
    require(
        w.outcome[o] == Outcome.PENDING and one_of(w.job[o], Job.LOAD, Job.STORE),
        "it is a load or a store that has not ended",
    )
    require(w.source[o, q] and w.target[o, p], "it copies the one page to the other", "K16")
    w.fill[p] = w.fill[q]
    w.outcome[o] = Outcome.DONE


@event
def complete(w: Memory, o: Operation) -> None:
    """A page was sent, or a whole set moved."""
    require(
        w.outcome[o] == Outcome.PENDING and one_of(w.job[o], Job.SEND, Job.MOVE),
        "it is a send or a move that has not ended",
    )
    w.outcome[o] = Outcome.DONE


@event
def fail(w: Memory, o: Operation) -> None:
    """An operation ends without having done its work."""
    require(w.outcome[o] == Outcome.PENDING, "it has not ended")
    w.outcome[o] = Outcome.FAILED


@event
def lose(w: Memory, o: Operation) -> None:
    """An operation ends, or never will, and no report of it arrives."""
    require(w.outcome[o] == Outcome.PENDING, "it has not ended")
    w.outcome[o] = Outcome.LOST
