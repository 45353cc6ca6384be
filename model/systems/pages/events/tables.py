"""Which pages a request has: allocate, set_aside, drop, hit, publish, rebase."""

from ....language import event, require
from ....sorts import Request
from ..state import Fill, Memory, Page, Prefix, Stage
from .parts import enter, found, free, take


@event
def allocate(w: Memory, r: Request, p: Page) -> None:
    """A request gets a page of its own."""
    require(w.stage[r] == Stage.LIVE, "it is live")
    require(w.tier[p] == 0, "the page is on the device", "K4")
    require(free(w, p), "the page is free", "K2")
    take(w, p, w.born[r])
    w.holds[r, p] = 1


@event
def set_aside(w: Memory, r: Request, p: Page, q: Page) -> None:
    """A page of the other tier is set aside for the move of a suspended request, to be a copy of one of its pages."""
    require(w.stage[r] == Stage.SUSPENDED, "it is suspended, and not moving")
    require(w.stepping[r] == 0, "its steps were polled, so that nothing writes its pages any more", "K11")
    require(w.holds[r, q], "the page to be copied is in its table", "K11")
    require((w.tier[p] == 0) == (w.away[r] == 1), "the page is in the other tier", "K4")
    require(free(w, p), "the page is free", "K2")
    take(w, p, w.born[r])
    w.fill[p] = w.fill[q]
    w.image[p] = q
    w.spare[r, p] = 1


@event
def drop(w: Memory, r: Request, p: Page) -> None:
    """A request gives one page back: out of its window, drafted for nothing, or copied."""
    require(w.stage[r] == Stage.LIVE, "it is live")
    require(w.holds[r, p], "it holds the page", "K2")
    w.holds[r, p] = 0
    w.refs[p] = w.refs[p] - 1


@event
def hit(w: Memory, r: Request, t: Prefix) -> None:
    """A request holds the page that is found by a prefix, used or not, before anything else is allocated."""
    require(w.stage[r] == Stage.LIVE, "it is live")
    require(found(w, t), "a page is found", "L11")
    require(w.born[r] == w.version, "it computes with the weights that the page was computed with", "L13")
    require(not w.holds[r, w.index[t]], "it does not hold it yet", "K2")
    w.holds[r, w.index[t]] = 1
    w.refs[w.index[t]] = w.refs[w.index[t]] + 1


@event
def publish(w: Memory, r: Request, p: Page, t: Prefix) -> None:
    """A page that its request has written, in full or in part, is found from now on, and written no more."""
    require(w.stage[r] == Stage.LIVE, "it is live")
    require(w.holds[r, p], "it holds the page", "K5")
    require(w.fill[p] != Fill.BLANK, "the page is written", "L12")
    require(w.target.holders[p] == 0, "whatever writes it was polled", "K5")
    require(w.born[r] == w.version, "nothing is published that older weights computed", "L13")
    require(not found(w, t), "no other page is found by the prefix", "L11")
    enter(w, p, t)


@event
def rebase(w: Memory, r: Request, p: Page, t: Prefix) -> None:
    """The same page was published by another: that page is held instead of one's own."""
    require(w.stage[r] == Stage.LIVE, "it is live")
    require(w.holds[r, p], "it holds the page", "K2")
    require(found(w, t) and not w.holds[r, w.index[t]], "the other page is found, and not held yet", "K2")
    require(w.fill[p] == Fill.FULL and w.fill[w.index[t]] == Fill.FULL, "both pages are full", "K13")
    require(w.born[r] == w.version, "it computes with the weights that the page was computed with", "L13")
    w.holds[r, p] = 0
    w.refs[p] = w.refs[p] - 1
    w.holds[r, w.index[t]] = 1
    w.refs[w.index[t]] = w.refs[w.index[t]] + 1
