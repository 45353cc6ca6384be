"""What must be possible, so that a model that forbids too much does not pass for a safe one."""

from ...language import sometimes
from ...sorts import Pool, Request
from .state import NO_PREFIX, Position, Reuse, Stage


@sometimes
def prefix_is_reused_in_both_pools(w: Reuse, r: Request) -> bool:
    """A request is admitted with cells that another one computed, in both pools."""
    return w.stage[r] == Stage.ADMITTED and w.cursor[r] >= 1 and w.chunk[r] == w.cursor[r] and w.fed[r] == 0


@sometimes
def draft_claims_less_than_the_target(w: Reuse, r: Request) -> bool:
    """A draft cell was evicted that the target pool still has."""
    return w.stage[r] == Stage.CLAIMING and w.held[Pool.TARGET, r] > w.held[Pool.DRAFT, r] and w.cursor[r] >= 1


@sometimes
def target_claims_less_than_the_draft(w: Reuse, r: Request) -> bool:
    """A target cell was evicted that the draft pool still has."""
    return w.stage[r] == Stage.CLAIMING and w.held[Pool.DRAFT, r] > w.held[Pool.TARGET, r]


@sometimes
def trailing_cell_is_garbage(w: Reuse, r: Request, i: Position) -> bool:
    """The last draft cell of a prompt was fed with a token that is not of the prompt."""
    return w.stage[r] == Stage.ADMITTED and i < w.held[Pool.DRAFT, r] and w.cell[Pool.DRAFT, r, i] == NO_PREFIX


@sometimes
def chunk_ends_inside_the_prompt(w: Reuse, r: Request) -> bool:
    """A chunk is computed whose last cell looks ahead to a token of the next chunk."""
    return w.stage[r] == Stage.ADMITTED and w.cursor[r] == w.chunk[r] and 1 <= w.chunk[r] < w.fed[r]


@sometimes
def cell_computed_twice_is_filed_once(w: Reuse, r: Request, s: Request) -> bool:
    """Two requests computed the same cell and published it; the second goes on with the first one's."""
    return (
        r != s
        and w.chunk[r] == 1
        and w.chunk[s] == 1
        and w.fed[r] == 2
        and w.fed[s] == 2
        and w.committed[Pool.DRAFT, r] == 1
        and w.committed[Pool.DRAFT, s] == 1
    )
