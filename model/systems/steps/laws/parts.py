"""What several laws speak of."""

from ....language import helper, one_of
from ....sorts import Pool, Request
from ..events.parts import frames
from ..state import Pipeline, Stage


@helper
def current(w: Pipeline, r: Request) -> int:
    """How many frames in flight are of the request's present life."""
    return frames(w, r) - w.late[r]


@helper
def in_steps(w: Pipeline) -> int:
    """How many frames of all requests are in flight."""
    return w.older.total + w.newest.total


@helper
def placed(w: Pipeline, r: Request) -> bool:
    """Whether the request has its settled work on the device."""
    return one_of(w.stage[r], Stage.RUNNING, Stage.PAUSED)


@helper
def older_width(w: Pipeline, p: Pool, r: Request) -> int:
    """What the older step reserved for the request in one pool."""
    return w.older_target[r] if p == Pool.TARGET else w.older_draft[r]


@helper
def newest_width(w: Pipeline, p: Pool, r: Request) -> int:
    """What the newer step in flight reserved for the request in one pool."""
    return w.newest_target[r] if p == Pool.TARGET else w.newest_draft[r]


@helper
def planned_width(w: Pipeline, p: Pool, r: Request) -> int:
    """What the step being planned reserved for the request in one pool."""
    return w.planned_target[r] if p == Pool.TARGET else w.planned_draft[r]


@helper
def settling(before: Pipeline, after: Pipeline, r: Request) -> bool:
    """Whether a frame of the request leaves flight."""
    return frames(after, r) < frames(before, r)
