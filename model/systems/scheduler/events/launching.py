"""What becomes of a decided pass: drop, launch."""

from ....language import event, helper, require
from ....sorts import Flag, Pool, Request
from ..kinds import Flight, Stage, Stand
from ..parts import abandon, go_on_launching, leave_pass, leave_seat, planning, stop_contributing
from ..state import Pass


@helper
def revoke(w: Pass, p: Pool, r: Request) -> None:
    """Take back in one pool the room that the pass gave."""
    w.capacity[p, r] = w.capacity[p, r] - w.grown[p, r]
    w.grown[p, r] = 0


@helper
def depart(w: Pass, r: Request, apart: Flag) -> None:
    """Be in flight: nothing of the request is revoked any more, and others wait for its block only if it is apart."""
    w.grown[Pool.TARGET, r] = 0
    w.grown[Pool.DRAFT, r] = 0
    w.flight[r] = Flight.APART if apart else Flight.OVERLAPPED
    if not apart:
        stop_contributing(w, r)
    leave_pass(w, r)
    go_on_launching(w)


@event
def drop(w: Pass, r: Request) -> None:
    """No forward follows for a request: its growth is taken back in both pools, and a first chunk leaves nothing."""
    require(w.stage == Stage.BETWEEN and w.scheduled[r], "it is scheduled, and not launched")
    if w.stand[r] == Stand.FIRST:
        abandon(w, r)
        leave_seat(w, r)
    else:
        revoke(w, Pool.TARGET, r)
        revoke(w, Pool.DRAFT, r)
    leave_pass(w, r)
    stop_contributing(w, r)


@event
def launch(w: Pass, r: Request, apart: Flag) -> None:
    """The forward runs what was scheduled, one request after the other; the first replaces the rows of the step before.

    A request's chunk counts as computed from now on, and its growth can be revoked no more. The result of its step
    before was read: an engine that reads it just after this launch differs in nothing else.
    """
    require(not planning(w) and w.scheduled[r], "the pass is decided, and has scheduled it")
    require(w.flight[r] == Flight.NONE, "its step before was read", "S8")
    if w.stage == Stage.BETWEEN:
        w.row.become(w.scheduled)
    if w.stand[r] == Stand.DECODES:
        w.flown[r] = w.charge[r] - 1
    elif w.cursor[r] + w.charge[r] >= w.prompt[r]:
        w.flown[r] = w.cursor[r] + w.charge[r] - w.prompt[r]
        w.cursor[r] = w.prompt[r]
        w.stand[r] = Stand.DECODES
    else:
        w.cursor[r] = w.cursor[r] + w.charge[r]
        w.stand[r] = Stand.LATER
    depart(w, r, apart)
