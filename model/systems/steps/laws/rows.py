"""Rows of the step launched last: laws S14 and G8."""

from ....language import law, step_law
from ....sorts import Request
from ..events.parts import frames
from ..state import Pipeline
from .parts import current, in_steps, placed


@law("G8")
def displaced_request_owns_no_row(w: Pipeline, r: Request) -> bool:
    """Who was left out of the step launched last owns no row, for whatever reason it was left out."""
    return not w.row[r] or w.ran[r] == 1


@law("S14")
def row_is_of_this_life(w: Pipeline, r: Request) -> bool:
    """A row belongs to a request that kept its place since that step, and whose output is settled or will be."""
    return not w.row[r] or (placed(w, r) and (current(w, r) >= 1 or (frames(w, r) == 0 and w.cursor[r] >= 1)))


@law("S14")
def newest_frame_owns_its_row(w: Pipeline, r: Request) -> bool:
    """While the newer step is in flight, each of its members of this life owns its row."""
    return w.newest[r] == 0 or current(w, r) == 0 or w.row[r] == 1


@law("S14")
def planned_decode_finds_its_newest_token(w: Pipeline, r: Request) -> bool:
    """Who is planned to decode while a frame of it is in flight owns the row from which it reads that frame's token."""
    return (
        not w.planned[r]
        or current(w, r) == 0
        or w.row[r] == 1
        or w.cursor[r] + w.older_target[r] + w.newest_target[r] < w.prompt[r]
    )


@step_law("S14")
def rows_are_of_the_step_launched_last(before: Pipeline, after: Pipeline, r: Request) -> bool:
    """Who took part in the step launched last changes exactly when one is launched, to those who were planned."""
    return after.ran[r] == (before.planned[r] if in_steps(after) > in_steps(before) else before.ran[r])
