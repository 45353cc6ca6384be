"""The host learns what became of operations: poll, poll_load, poll_store, poll_move, give_up."""

from ....language import event, one_of, require
from ..state import Job, Memory, Operation, Outcome, Page, Stage
from .parts import current, drop_spares, retire, stop_moving


@event
def poll(w: Memory, o: Operation) -> None:
    """The host learns that an operation has ended, and makes nothing of its result: it failed, or came too late."""
    require(one_of(w.outcome[o], Outcome.DONE, Outcome.FAILED), "it has ended and reports it", "K16")
    stop_moving(w, o)
    retire(w, o)


@event
def poll_load(w: Memory, o: Operation, p: Page) -> None:
    """The host learns that a page was loaded, and puts it into the table of the request that waits for it."""
    require(w.job[o] == Job.LOAD and w.outcome[o] == Outcome.DONE, "it is a load that is done", "L12")
    require(current(w, o), "its request is in the life in which it was issued", "O13")
    require(w.stage[w.owner[o]] == Stage.LIVE, "its request is not suspended", "K4")
    require(w.target[o, p], "it wrote the page", "K2")
    w.holds[w.owner[o], p] = 1
    w.refs[p] = w.refs[p] + 1
    retire(w, o)


@event
def poll_store(w: Memory, o: Operation, q: Page) -> None:
    """The host learns that a page was stored; from now on it is found in its tier, unless the weights have changed."""
    require(w.job[o] == Job.STORE and w.outcome[o] == Outcome.DONE, "it is a store that is done", "L12")
    require(w.target[o, q], "it wrote the page")
    if w.made[q] == w.version:
        w.published[q] = 1
        w.sealed[q] = w.below
    retire(w, o)


@event
def poll_move(w: Memory, o: Operation) -> None:
    """The host learns that a set was moved: the request holds the copies, and gives the originals back."""
    require(w.job[o] == Job.MOVE and w.outcome[o] == Outcome.DONE, "it is a move that is done", "L12")
    require(current(w, o), "its request is in the life in which it was issued", "O13")
    w.refs.subtract(w.holds, w.owner[o])
    w.holds.copy(w.owner[o], w.target, o)
    w.refs.add(w.holds, w.owner[o])
    drop_spares(w, w.owner[o])
    w.away[w.owner[o]] = 1 - w.away[w.owner[o]]
    stop_moving(w, o)
    retire(w, o)


@event
def give_up(w: Memory, o: Operation) -> None:
    """The host waited long enough for an operation that touches nothing any more, and takes its pages back."""
    require(w.outcome[o] == Outcome.LOST, "no report of it will arrive, and it touches nothing any more", "K16")
    stop_moving(w, o)
    retire(w, o)
