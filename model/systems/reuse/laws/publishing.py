"""What may be shared, and what the draft is fed with: law R4."""

from ....language import law, step_law
from ....sorts import Pool, Request
from ..state import Position, Reuse, Stage
from .words import span


@law("R4")
def trailing_cells_are_not_shared(w: Reuse, p: Pool, r: Request) -> bool:
    """Shared are only cells that exist, and none that looks ahead beyond the end of its prompt."""
    return w.committed[p, r] <= w.held[p, r] and (w.committed[p, r] == 0 or w.committed[p, r] + span(w) <= w.length[r])


@law("R4")
def draft_is_fed_what_it_looks_ahead_to(w: Reuse, r: Request) -> bool:
    """At the end of a chunk the draft is fed every token it looks ahead to, or all the prompt still has: no more."""
    return w.stage[r] != Stage.ADMITTED or w.cursor[r] == w.chunk[r] or (
        w.fed[r] == (w.chunk[r] + span(w) if w.chunk[r] + span(w) < w.length[r] else w.length[r])
    )  # fmt: skip


@step_law("R4")
def request_under_way_keeps_its_prompt(before: Reuse, after: Reuse, r: Request, i: Position) -> bool:
    """A prompt only grows, and only while the request waits."""
    return (not 0 <= i < before.length[r] or after.at[r, i] == before.at[r, i]) and (
        after.length[r] == before.length[r]
        or (after.length[r] == before.length[r] + 1 and before.stage[r] == Stage.WAITING)
    )
