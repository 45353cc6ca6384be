"""The walk over the list, twice: begin_pass, pass_over, stop, begin_contexts, close_pass."""

from ....language import event, helper, require
from ....sorts import Request
from ..kinds import Rung, Stage
from ..parts import could_run, listed_at, progressed, walk_on
from ..state import Pass


@helper
def at_walk(w: Pass, r: Request) -> bool:
    """Whether the pass is at the request."""
    return listed_at(w, r, w.walk) and w.walk < w.end


@helper
def end_pass(w: Pass) -> None:
    """Leave the list; what was decided stands."""
    w.stage = Stage.BETWEEN
    w.walk = 0
    w.end = 0
    w.left.clear()


@event
def begin_pass(w: Pass) -> None:
    """A pass begins with an empty budget, at the first place of the list."""
    require(w.stage == Stage.BETWEEN, "no pass and no launch is under way")
    require(w.scheduled.total == 0, "what the last pass scheduled was launched or dropped", "S1")
    require(w.candidate.total == 0, "every transfer that it made room for was admitted or put off", "S1")
    require(not w.error, "no error was raised", "S15")
    w.stage = Stage.GENERATIONS
    w.end = w.length
    w.evicted.clear()
    w.recomputed.clear()
    w.deferred.clear()


@event
def pass_over(w: Pass, r: Request) -> None:
    """The pass does nothing for a request and walks on; one that could have run is left, for the detector to see."""
    require(w.rung == Rung.NONE, "nothing is tried for it")
    require(at_walk(w, r), "the pass is at the request", "S9")
    if could_run(w, r):
        w.left[r] = 1
    walk_on(w)


@event
def stop(w: Pass, r: Request) -> None:
    """A budget is used up, or too small for a request that could run: the walk ends here."""
    require(w.rung == Rung.NONE, "nothing is tried for it")
    require(at_walk(w, r), "the pass is at the request", "S9")
    require(could_run(w, r) or w.scheduled.total >= 1, "somebody used the budget, or it does not suffice", "S15")
    if could_run(w, r):
        w.left[r] = 1
    w.end = w.walk


@event
def begin_contexts(w: Pass) -> None:
    """The walk for generations is over; the contexts that it came past are looked at, from the first on."""
    require(w.stage == Stage.GENERATIONS, "the pass walks for generations")
    require(w.walk == w.end, "that walk is over", "S15")
    w.stage = Stage.CONTEXTS
    w.walk = 0


@event
def close_pass(w: Pass) -> None:
    """The pass is decided; it was a stall if it helped nobody, though somebody could run and no pages are on the move.

    As many stalls in a row as may be raise the error.
    """
    require(w.stage == Stage.CONTEXTS, "the pass walks for contexts")
    require(w.walk == w.end, "that walk is over", "S15")
    if progressed(w) or w.moving.total >= 1 or w.left.total == 0:
        w.stalled = 0
    else:
        w.stalled = w.stalled + 1
        if w.stalled >= w.stall_limit:
            w.error = 1
    end_pass(w)
