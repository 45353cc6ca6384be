"""From launch to retirement: launch, retire, finish, drop, fail, reset, publish."""

from ....language import event, require
from ....sorts import Pool, Request, Tokens
from ..state import Pipeline, Stage
from .parts import advance, forget, land, set_extent, withdraw


@event
def launch(w: Pipeline) -> None:
    """The planned step goes in flight behind at most one other; its rows replace those of the step before."""
    require(w.newest.total == 0, "at most one other step is in flight", "O2")
    require(w.planned.total >= 1, "the step has work")
    w.newest.become(w.planned)
    w.newest_target.become(w.planned_target)
    w.newest_draft.become(w.planned_draft)
    w.newest_reads.become(w.planned_reads)
    w.ran.become(w.planned)
    w.row.become(w.planned)
    w.planned.clear()
    w.planned_target.clear()
    w.planned_draft.clear()
    w.planned_reads.clear()
    advance(w)


@event
def retire(w: Pipeline, r: Request, kept: Tokens) -> None:
    """The older step's frame is settled: both pools keep so many tokens of what this very step reserved."""
    require(not w.failed, "the older step did not fail", "O4")
    # Only for a frame of this life does that step have places recorded.
    require(1 <= kept <= w.older_target[r], "a token is kept, and no more than that step reserved for this life", "R7")
    require(kept == w.older_target[r] or w.cursor[r] >= w.prompt[r], "a chunk is kept whole", "S4")
    set_extent(w, Pool.TARGET, r, w.allocated[Pool.TARGET, r] - w.older_target[r] + kept)
    set_extent(w, Pool.DRAFT, r, w.allocated[Pool.DRAFT, r] - w.older_draft[r] + kept)
    w.committed[Pool.TARGET, r] = w.committed[Pool.TARGET, r] + kept
    w.committed[Pool.DRAFT, r] = w.committed[Pool.DRAFT, r] + kept
    w.cursor[r] = w.cursor[r] + kept
    land(w, r)


@event
def finish(w: Pipeline, r: Request) -> None:
    """The older step's frame has its last token; a frame behind it becomes late, and what it writes is fenced."""
    require(w.older[r] == 1 and w.late[r] == 0, "the older step has a frame of it, of this life", "O3")
    require(not w.failed, "that step did not fail", "O4")
    land(w, r)
    withdraw(w, r, 0)
    forget(w, r)
    w.stage[r] = Stage.ENDED


@event
def drop(w: Pipeline, r: Request) -> None:
    """A late frame is retired: its output is dropped, and the pages that waited for it are free."""
    require(w.older[r] == 1 and w.late[r] != 0, "the older step has a late frame of it")
    if w.late[r] == 1:
        w.free[Pool.TARGET] = w.free[Pool.TARGET] + w.fenced_last[Pool.TARGET, r]
        w.free[Pool.DRAFT] = w.free[Pool.DRAFT] + w.fenced_last[Pool.DRAFT, r]
        w.fenced_last[Pool.TARGET, r] = 0
        w.fenced_last[Pool.DRAFT, r] = 0
    else:
        w.free[Pool.TARGET] = w.free[Pool.TARGET] + w.fenced_next[Pool.TARGET, r]
        w.free[Pool.DRAFT] = w.free[Pool.DRAFT] + w.fenced_next[Pool.DRAFT, r]
        w.fenced_next[Pool.TARGET, r] = 0
        w.fenced_next[Pool.DRAFT, r] = 0
    w.late[r] = w.late[r] - 1
    land(w, r)


@event
def fail(w: Pipeline) -> None:
    """The engine reports the older step as failed or lost."""
    require(w.older.total >= 1, "a step is in flight")
    require(not w.failed, "it is not reported yet")
    w.failed = 1


@event
def reset(w: Pipeline, r: Request) -> None:
    """A member of a failed step is as before it; a frame behind it read what was never written, and is late."""
    require(w.failed, "the older step failed")
    require(w.older[r] == 1 and w.late[r] == 0, "that step has a frame of it, of this life")
    land(w, r)
    withdraw(w, r, w.cursor[r])
    if w.cursor[r] == 0:
        w.stage[r] = Stage.WAITING
        forget(w, r)


@event
def publish(w: Pipeline, r: Request) -> None:
    """What is settled in both pools may be reused by others; what is in flight may not."""
    require(w.published[r] < w.cursor[r], "something settled is not published yet")
    w.published[r] = w.cursor[r]
