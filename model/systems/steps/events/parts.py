"""What several events do alike. Guards stay in the events."""

from ....language import helper
from ....sorts import NO_ADAPTER, Pool, Request
from ..state import Pipeline


@helper
def frames(w: Pipeline, r: Request) -> int:
    """How many frames of the request are in flight, late ones included."""
    return w.older[r] + w.newest[r]


@helper
def set_extent(w: Pipeline, p: Pool, r: Request, tokens: int) -> None:
    """Let the request have places for exactly so many tokens in one pool; nothing in flight writes what it leaves."""
    w.free[p] = w.free[p] + w.held[p, r] - w.pages(tokens)
    w.held[p, r] = w.pages(tokens)
    w.allocated[p, r] = tokens


@helper
def fence(w: Pipeline, p: Pool, r: Request, tokens: int) -> None:
    """Let the request have places for exactly so many tokens; what it leaves is fenced behind its last frame."""
    w.fenced_next[p, r] = w.fenced_last[p, r]
    w.fenced_last[p, r] = w.held[p, r] - w.pages(tokens)
    w.held[p, r] = w.pages(tokens)
    w.allocated[p, r] = tokens


@helper
def unplan(w: Pipeline, r: Request) -> None:
    """Undo, in both pools, the growth for the step being planned; a step that nobody is planned into reads nothing."""
    set_extent(w, Pool.TARGET, r, w.allocated[Pool.TARGET, r] - w.planned_target[r])
    set_extent(w, Pool.DRAFT, r, w.allocated[Pool.DRAFT, r] - w.planned_draft[r])
    w.planned[r] = 0
    w.planned_target[r] = 0
    w.planned_draft[r] = 0
    if w.planned.total == 0:
        w.planned_reads.clear()


@helper
def withdraw(w: Pipeline, r: Request, tokens: int) -> None:
    """Keep places for so many tokens and no more; every frame in flight becomes late, and its pages are fenced.

    Pages of a life that has no frame in flight are free at once, whatever frames of an earlier life are still there.
    """
    unplan(w, r)
    w.row[r] = 0
    if frames(w, r) > w.late[r]:
        fence(w, Pool.TARGET, r, tokens)
        fence(w, Pool.DRAFT, r, tokens)
        w.late[r] = frames(w, r)
        w.older_target[r] = 0
        w.older_draft[r] = 0
        w.newest_target[r] = 0
        w.newest_draft[r] = 0
    else:
        set_extent(w, Pool.TARGET, r, tokens)
        set_extent(w, Pool.DRAFT, r, tokens)


@helper
def forget(w: Pipeline, r: Request) -> None:
    """Know nothing of the request's life any more."""
    w.prompt[r] = 0
    w.cursor[r] = 0
    w.published[r] = 0
    w.committed[Pool.TARGET, r] = 0
    w.committed[Pool.DRAFT, r] = 0
    w.adapter[r] = NO_ADAPTER


@helper
def advance(w: Pipeline) -> None:
    """The older step ends with its last frame, and the newer one is the next to retire."""
    if w.older.total == 0:
        w.older.become(w.newest)
        w.older_target.become(w.newest_target)
        w.older_draft.become(w.newest_draft)
        w.older_reads.become(w.newest_reads)
        w.newest.clear()
        w.newest_target.clear()
        w.newest_draft.clear()
        w.newest_reads.clear()
        w.failed = 0


@helper
def land(w: Pipeline, r: Request) -> None:
    """The request's frame leaves the older step."""
    w.older[r] = 0
    w.older_target[r] = 0
    w.older_draft[r] = 0
    advance(w)
