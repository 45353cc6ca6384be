"""A life that ends or pauses wrongly."""

from ....language import fault, one_of, require
from ....sorts import Request
from ..events.parts import drop_spares, let_go
from ..events.requests import abort, finish, preempt, resume
from ..state import Memory, Page, Stage


@fault(of=abort, breaks=("request_outside_holds_nothing", "pages_are_set_aside_for_suspended_requests"))
def abort_keeps_what_was_set_aside(w: Memory, r: Request) -> None:
    """Only the table is given back; what was set aside for a move stays taken."""
    require(one_of(w.stage[r], Stage.LIVE, Stage.SUSPENDED, Stage.MOVING), "it is submitted and has not ended")
    w.refs.subtract(w.holds, r)
    w.holds.clear(r)
    w.away[r] = 0
    w.life[r] = w.life[r] + 1
    w.stage[r] = Stage.ENDED


@fault(of=abort, breaks=("ended_is_final",))
def abort_of_an_ended_request(w: Memory, r: Request) -> None:
    """A late abort is applied to a request that has ended."""
    require(w.stage[r] != Stage.ABSENT, "it was submitted")
    let_go(w, r)
    w.stage[r] = Stage.ENDED


@fault(of=finish, breaks=("references_are_holders", "named_page_is_not_free"))
def finish_releases_twice(w: Memory, r: Request) -> None:
    """The pages are released by the request and once more by its owner."""
    require(w.stage[r] == Stage.LIVE, "it is live")
    w.refs.subtract(w.holds, r)
    let_go(w, r)
    w.stage[r] = Stage.ENDED


@fault(of=finish, breaks=("life_ends_at_once", "operations_are_of_a_life_that_began"))
def finish_ends_no_life(w: Memory, r: Request) -> None:
    """The life is not counted up, so that what is pending still counts as the request's own."""
    require(w.stage[r] == Stage.LIVE, "it is live")
    w.refs.subtract(w.holds, r)
    w.holds.clear(r)
    w.stage[r] = Stage.ENDED


@fault(of=preempt, breaks=("preemption_gains_a_page",))
def preempt_without_a_gain(w: Memory, r: Request, p: Page) -> None:
    """The victim's pages are all named by steps in flight, so that nothing becomes free."""
    require(w.holds[r, p], "it holds the page")
    let_go(w, r)
    w.stage[r] = Stage.LIVE
    w.born[r] = w.version


@fault(of=preempt, breaks=("life_begins_with_the_present_weights",))
def preempt_keeps_the_old_weights(w: Memory, r: Request, p: Page) -> None:
    """The request counts as computed with the weights of its first life."""
    require(w.holds[r, p] and w.refs[p] == 1, "it holds the page, no one else does, and no operation names it")
    let_go(w, r)
    w.stage[r] = Stage.LIVE


@fault(of=resume, breaks=("only_suspended_requests_are_away",))
def resume_from_below(w: Memory, r: Request) -> None:
    """The request runs on while its pages lie below the device."""
    require(w.stage[r] == Stage.SUSPENDED, "it is suspended, and not moving")
    drop_spares(w, r)
    w.stage[r] = Stage.LIVE


@fault(of=resume, breaks=("pages_are_set_aside_for_suspended_requests",))
def resume_keeps_what_was_set_aside(w: Memory, r: Request) -> None:
    """What was set aside for a move that never came stays taken."""
    require(w.stage[r] == Stage.SUSPENDED, "it is suspended, and not moving")
    require(w.away[r] == 0, "its pages are on the device")
    w.stage[r] = Stage.LIVE
