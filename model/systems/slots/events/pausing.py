"""Pausing in place: pause, sacrifice. At most one of them happens in a pass, and it opens admissions."""

from ....language import event, helper, require
from ....sorts import Request
from ..parts import lane_is_open, open_plan, seats_in_use
from ..state import Phase, Residents


@helper
def may_be_paused(w: Residents, r: Request) -> bool:
    """Whether the request is live, was paused less often than it may be, and has decoded enough since."""
    return w.phase[r] == Phase.DECODING and not w.paused[r] and w.pauses[r] < w.pause_limit and w.rest[r] == 0


@helper
def pausing_helps(w: Residents, q: Request) -> bool:
    """Whether a request waits that is about to be late, and no seat is free for it."""
    return w.late[q] == 1 and seats_in_use(w) >= w.max_batch


@helper
def pause_in_place(w: Residents, r: Request) -> None:
    """Give up the seat and the row of the last batch, and keep everything else."""
    w.paused[r] = 1
    w.pauses[r] = w.pauses[r] + 1
    w.row[r] = 0
    w.made_room = 1


@event
def pause(w: Residents, r: Request, q: Request) -> None:
    """A live request gives up its seat to a waiting one that is about to be late."""
    require(lane_is_open(w), "the resume lane was served, and nobody was paused in this pass", "G4")
    require(w.pausing and w.paused.total < w.pause_cap, "pausing is on, and fewer are paused than may be", "G1")
    require(pausing_helps(w, q), "somebody is about to be late and no seat is free", "G4")
    require(may_be_paused(w, r), "it is live and may be paused again", "G7")
    pause_in_place(w, r)
    open_plan(w)


@event
def sacrifice(w: Residents, r: Request, q: Request) -> None:
    """A live request is paused though it will miss its own target; the credit is debited, once."""
    require(lane_is_open(w), "the resume lane was served, and nobody was paused in this pass", "G4")
    require(w.pausing and w.paused.total < w.pause_cap, "pausing is on, and fewer are paused than may be", "G1")
    require(pausing_helps(w, q), "somebody is about to be late and no seat is free", "G4")
    require(may_be_paused(w, r), "it is live and may be paused again", "G7")
    require(not w.sacrificed[r], "it was not sacrificed before", "G14")
    require(w.credit >= w.price, "the credit allows it", "G12")
    w.sacrificed[r] = 1
    w.credit = w.credit - w.price
    pause_in_place(w, r)
    open_plan(w)
