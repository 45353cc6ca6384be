"""The life of a request: submit, finish, abort, preempt, suspend, resume."""

from ....language import event, one_of, require
from ....sorts import Request
from ..state import Memory, Page, Stage
from .parts import drop_spares, let_go


@event
def submit(w: Memory, r: Request) -> None:
    """A request arrives; what it computes, it computes with the present weights."""
    require(w.stage[r] == Stage.ABSENT, "the request was never submitted before")
    w.stage[r] = Stage.LIVE
    w.born[r] = w.version


@event
def finish(w: Memory, r: Request) -> None:
    """A request ends and gives its pages back, whatever operations are pending."""
    require(w.stage[r] == Stage.LIVE, "it is live")
    let_go(w, r)
    w.stage[r] = Stage.ENDED


@event
def abort(w: Memory, r: Request) -> None:
    """The client gives up, wherever the request stands and whatever operations are pending."""
    require(one_of(w.stage[r], Stage.LIVE, Stage.SUSPENDED, Stage.MOVING), "it is submitted and has not ended", "D11")
    let_go(w, r)
    w.stage[r] = Stage.ENDED


@event
def preempt(w: Memory, r: Request, p: Page) -> None:
    """A request gives everything back for the sake of one page, and starts over in a new life."""
    require(w.holds[r, p] and w.refs[p] == 1, "it holds the page, no one else does, and no operation names it", "D12")
    let_go(w, r)
    w.stage[r] = Stage.LIVE
    w.born[r] = w.version


@event
def suspend(w: Memory, r: Request) -> None:
    """A request stops running and keeps its pages; a step of it may still be in flight."""
    require(w.stage[r] == Stage.LIVE, "it is live")
    w.stage[r] = Stage.SUSPENDED


@event
def resume(w: Memory, r: Request) -> None:
    """A suspended request whose pages are on the device runs on."""
    require(w.stage[r] == Stage.SUSPENDED, "it is suspended, and not moving")
    require(w.away[r] == 0, "its pages are on the device", "K4")
    drop_spares(w, r)
    w.stage[r] = Stage.LIVE
