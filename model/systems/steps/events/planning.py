"""Planning the next step while others are in flight: submit, admit, chunk, decode, and the revocation of each."""

from ....language import event, helper, require
from ....sorts import NO_ADAPTER, Adapter, Pool, Request, Tokens
from ..state import Pipeline, Stage
from .parts import forget, frames, set_extent, unplan


@helper
def has_room(w: Pipeline) -> bool:
    """Whether the step being planned can take one more request."""
    return w.planned.total < w.max_batch


@helper
def fits(w: Pipeline, r: Request, target: int, draft: int) -> bool:
    """Whether each pool has the pages of so many more tokens."""
    return (
        w.pages(w.allocated[Pool.TARGET, r] + target) - w.held[Pool.TARGET, r] <= w.free[Pool.TARGET]
        and w.pages(w.allocated[Pool.DRAFT, r] + draft) - w.held[Pool.DRAFT, r] <= w.free[Pool.DRAFT]
    )


@helper
def readable(w: Pipeline, a: Adapter) -> bool:
    """Whether the step being planned may read the adapter: its slot has the newest content, and the cap allows it."""
    return a == NO_ADAPTER or (
        w.on_device[a] == 1
        and not w.outdated[a]
        and (w.planned_reads[a] == 1 or w.planned_reads.total < w.adapters_per_step)
    )


@helper
def plan(w: Pipeline, r: Request, target: int, draft: int) -> None:
    """Take part in the step being planned, with places for so many more tokens in each pool, recorded for that step."""
    w.planned[r] = 1
    w.planned_target[r] = target
    w.planned_draft[r] = draft
    set_extent(w, Pool.TARGET, r, w.allocated[Pool.TARGET, r] + target)
    set_extent(w, Pool.DRAFT, r, w.allocated[Pool.DRAFT, r] + draft)
    if w.adapter[r] != NO_ADAPTER:
        w.planned_reads[w.adapter[r]] = 1


@event
def submit(w: Pipeline, r: Request) -> None:
    """A request arrives, and waits."""
    require(w.stage[r] == Stage.ABSENT, "it was never submitted before")
    w.stage[r] = Stage.WAITING


@event
def admit(w: Pipeline, r: Request, a: Adapter, prompt: Tokens, tokens: Tokens) -> None:
    """A waiting request is planned with its first chunk. A replayed prompt may be longer than the first one was."""
    require(w.stage[r] == Stage.WAITING, "only a waiting request is admitted")
    require(has_room(w), "the step has room", "S5")
    require(1 <= tokens <= prompt, "the chunk has a token and stays in the prompt", "S4")
    require(prompt <= w.max_length, "the prompt is no longer than the longest request", "S11")
    require(fits(w, r, tokens, tokens), "both pools have the pages of the first chunk", "K2")
    require(readable(w, a), "the step may read its adapter", "P5")
    w.stage[r] = Stage.RUNNING
    w.prompt[r] = prompt
    w.adapter[r] = a
    plan(w, r, tokens, tokens)


@event
def chunk(w: Pipeline, r: Request, tokens: Tokens) -> None:
    """The next part of a prompt is planned, behind the parts that are still in flight."""
    require(w.stage[r] == Stage.RUNNING, "it is admitted, and neither suspended nor paused", "S2")
    require(not w.planned[r], "it is not in the step yet", "S3")
    require(has_room(w), "the step has room", "S5")
    require(1 <= tokens, "the chunk has a token", "S4")
    require(w.allocated[Pool.TARGET, r] + tokens <= w.prompt[r], "the chunk stays in the prompt", "S4")
    require(fits(w, r, tokens, tokens), "both pools have the pages of the chunk", "K2")
    require(readable(w, w.adapter[r]), "the step may read its adapter", "P5")
    plan(w, r, tokens, tokens)


@event
def decode(w: Pipeline, r: Request, drafted: Tokens, wider: Tokens) -> None:
    """One token and some drafted ones are planned, behind what is in flight; the draft pool may reserve more."""
    require(w.stage[r] == Stage.RUNNING, "it is admitted, and neither suspended nor paused", "S2")
    require(not w.planned[r], "it is not in the step yet", "S3")
    require(has_room(w), "the step has room", "S5")
    require(w.allocated[Pool.TARGET, r] >= w.prompt[r], "its whole prompt is settled or in flight", "S4")
    require(
        w.row[r] or frames(w, r) == w.late[r], "its newest token is in its row or, with nothing in flight, known", "S14"
    )
    require(w.allocated[Pool.DRAFT, r] + 1 + drafted + wider <= w.max_length, "it stays within the longest", "S11")
    require(fits(w, r, 1 + drafted, 1 + drafted + wider), "both pools have the pages of the growth", "K2")
    require(readable(w, w.adapter[r]), "the step may read its adapter", "P5")
    plan(w, r, 1 + drafted, 1 + drafted + wider)


@event
def revoke(w: Pipeline, r: Request) -> None:
    """No forward follows: a second vote, a benchmark gate, a late filter or a deferred transfer undoes the growth.

    One whose first chunk this was has nothing left and waits again.
    """
    require(w.planned[r], "it is planned, and the step is not launched")
    unplan(w, r)
    if w.allocated[Pool.TARGET, r] == 0:
        w.stage[r] = Stage.WAITING
        forget(w, r)
