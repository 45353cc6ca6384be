"""The host hands something to the device or to a peer: issue_step, issue_load, issue_store, issue_send, issue_move."""

from ....language import event, require
from ....sorts import Request
from ..state import Fill, Job, Memory, Operation, Page, Stage
from .parts import begin, free, issue, matchable, take


@event
def issue_step(w: Memory, o: Operation, r: Request, p: Page) -> None:
    """A step of a request is launched, which writes one page of its own; earlier steps may still be in flight."""
    require(w.job[o] == Job.NONE, "the name of the operation is unused")
    require(w.stage[r] == Stage.LIVE, "it is live", "K4")
    require(w.holds[r, p] and not w.published[p], "the page that it writes is its own", "K5")
    require(w.fill[p] != Fill.FULL, "the page has room", "K11")
    issue(w, o, Job.STEP, r)
    w.source.copy(o, w.holds, r)
    w.refs.add(w.holds, r)
    w.target[o, p] = 1
    w.refs[p] = w.refs[p] + 1


@event
def issue_load(w: Memory, o: Operation, r: Request, q: Page, p: Page) -> None:
    """A published page is to be copied into a free page of the device: from below, or because one is to write on."""
    require(w.job[o] == Job.NONE, "the name of the operation is unused")
    require(w.stage[r] == Stage.LIVE, "it is live")
    require(w.published[q] and not free(w, q), "the source is published, and in use or found", "K5")
    require(w.made[q] == w.born[r], "the source was computed with the weights that it computes with", "L13")
    require(w.tier[p] == 0 and free(w, p), "the target is a free page of the device", "K2")
    issue(w, o, Job.LOAD, r)
    w.source[o, q] = 1
    w.refs[q] = w.refs[q] + 1
    take(w, p, w.born[r])
    w.target[o, p] = 1


@event
def issue_store(w: Memory, o: Operation, p: Page, q: Page) -> None:
    """A page that is found, held or not, is to be copied into a free page of a lower tier."""
    require(w.job[o] == Job.NONE, "the name of the operation is unused")
    require(matchable(w, p), "the source is found", "K5")
    require(w.tier[q] > w.tier[p] and free(w, q), "the target is a free page of a lower tier", "K2")
    begin(w, o, Job.STORE)
    w.source[o, p] = 1
    w.refs[p] = w.refs[p] + 1
    take(w, q, w.made[p])
    w.target[o, q] = 1


@event
def issue_send(w: Memory, o: Operation, r: Request, p: Page) -> None:
    """A page that is written no more is to be read by a peer; its request may finish before that."""
    require(w.job[o] == Job.NONE, "the name of the operation is unused")
    require(w.holds[r, p], "it holds the page", "K5")
    require(
        w.published[p] or (w.fill[p] == Fill.FULL and w.target.holders[p] == 0),
        "the page is published, or full and whatever wrote it was polled",
        "K16",
    )
    issue(w, o, Job.SEND, r)
    w.source[o, p] = 1
    w.refs[p] = w.refs[p] + 1


@event
def issue_move(w: Memory, o: Operation, r: Request) -> None:
    """All that a suspended request holds is to be copied to the pages set aside for it: offloaded, or back."""
    require(w.job[o] == Job.NONE, "the name of the operation is unused")
    require(w.stage[r] == Stage.SUSPENDED, "it is suspended, and not moving yet")
    require(w.stepping[r] == 0, "its steps were polled, so that nothing writes its pages any more", "K16")
    issue(w, o, Job.MOVE, r)
    w.source.copy(o, w.holds, r)
    w.refs.add(w.holds, r)
    w.target.copy(o, w.spare, r)
    w.refs.add(w.spare, r)
    w.mover[r] = o
    w.stage[r] = Stage.MOVING
