"""What events and laws say alike of a page or an operation, and what several events do alike."""

from ....language import helper
from ....sorts import Request
from ..state import Fill, Job, Memory, Operation, Outcome, Page, Prefix, Stage


@helper
def matchable(w: Memory, p: Page) -> bool:
    """Whether the page is found: it is published, and its key was not dropped since."""
    return w.published[p] == 1 and w.sealed[p] == (w.epoch if w.tier[p] == 0 else w.below)


@helper
def found(w: Memory, t: Prefix) -> bool:
    """Whether a device page is found by the prefix; an entry of the index counts only if its page's key fits."""
    return w.tier[w.index[t]] == 0 and w.key[w.index[t]] == t and matchable(w, w.index[t])


@helper
def free(w: Memory, p: Page) -> bool:
    """Whether the page can be given to somebody: nobody holds it, no operation names it, and it is not found."""
    return w.refs[p] == 0 and not matchable(w, p)


@helper
def keeps(w: Memory, r: Request, p: Page) -> bool:
    """Whether the page is in the request's table or set aside for its move."""
    return w.holds[r, p] == 1 or w.spare[r, p] == 1


@helper
def names(w: Memory, o: Operation, p: Page) -> bool:
    """Whether the operation reads or writes the page."""
    return w.source[o, p] == 1 or w.target[o, p] == 1


@helper
def current(w: Memory, o: Operation) -> bool:
    """Whether the operation was issued in the present life of its request, which then has not ended."""
    return w.life[w.owner[o]] == w.term[o]


@helper
def take(w: Memory, p: Page, version: int) -> None:
    """Give a free page to one who will fill it with what these weights compute."""
    w.refs[p] = w.refs[p] + 1
    w.published[p] = 0
    w.fill[p] = Fill.BLANK
    w.made[p] = version


@helper
def enter(w: Memory, p: Page, t: Prefix) -> None:
    """Have a page of the device found by a prefix."""
    w.published[p] = 1
    w.sealed[p] = w.epoch
    w.key[p] = t
    w.index[t] = p


@helper
def drop_spares(w: Memory, r: Request) -> None:
    """Give back what was set aside for the request's move."""
    w.refs.subtract(w.spare, r)
    w.spare.clear(r)


@helper
def let_go(w: Memory, r: Request) -> None:
    """End a life: give back every page at once. What a pending operation names stays in use until it is polled."""
    w.refs.subtract(w.holds, r)
    w.holds.clear(r)
    drop_spares(w, r)
    w.away[r] = 0
    w.life[r] = w.life[r] + 1


@helper
def begin(w: Memory, o: Operation, job: int) -> None:
    """Begin an operation."""
    w.job[o] = job
    w.outcome[o] = Outcome.PENDING


@helper
def issue(w: Memory, o: Operation, job: int, r: Request) -> None:
    """Begin an operation for a request, in its present life."""
    w.owner[o] = r
    w.term[o] = w.life[r]
    begin(w, o, job)


@helper
def retire(w: Memory, o: Operation) -> None:
    """End an operation, and let go of all that it named."""
    w.refs.subtract(w.source, o)
    w.refs.subtract(w.target, o)
    w.source.clear(o)
    w.target.clear(o)
    w.outcome[o] = Outcome.NONE
    w.job[o] = Job.NONE


@helper
def stop_moving(w: Memory, o: Operation) -> None:
    """Let the request of a move that came to nothing be suspended as before."""
    if w.job[o] == Job.MOVE and current(w, o):
        w.stage[w.owner[o]] = Stage.SUSPENDED
