"""What both pools and the one cursor agree on: laws R1, R2, R5, R6 and S12."""

from ....language import law, step_law
from ....sorts import Pool, Request
from ..state import Reuse, Stage


@step_law("R1")
def claims_are_settled_at_one_depth(before: Reuse, after: Reuse, r: Request) -> bool:
    """A request is admitted with the cursor where the shared cells of the target pool, and of the draft pool, end."""
    return not (before.stage[r] == Stage.CLAIMING and after.stage[r] == Stage.ADMITTED) or (
        after.cursor[r] == after.committed[Pool.TARGET, r]
        and (not after.paired or after.cursor[r] == after.committed[Pool.DRAFT, r])
    )


@step_law("R5")
def uneven_claims_end_at_none(before: Reuse, after: Reuse, r: Request) -> bool:
    """Where the two pools cannot agree on a depth, neither keeps a claim, and the cursor is at the start."""
    return (
        not (before.stage[r] == Stage.CLAIMING and after.stage[r] == Stage.ADMITTED)
        or not before.paired
        or before.held[Pool.TARGET, r] == before.held[Pool.DRAFT, r]
        or (after.cursor[r] == 0 and after.held[Pool.TARGET, r] == 0 and after.held[Pool.DRAFT, r] == 0)
    )


@law("R2")
def pools_hold_alike(w: Reuse, r: Request) -> bool:
    """Where the pools are paired, an admitted request has cells for as many positions in one as in the other."""
    return w.stage[r] != Stage.ADMITTED or not w.paired or w.held[Pool.DRAFT, r] == w.held[Pool.TARGET, r]


@law("R6")
def cursor_is_where_the_cells_end(w: Reuse, r: Request) -> bool:
    """The cursor of an admitted request stands where its cells end: never ahead of them, never behind."""
    return w.stage[r] != Stage.ADMITTED or w.cursor[r] == w.held[Pool.TARGET, r]


@law("R6")
def chunk_lies_in_the_prompt(w: Reuse, r: Request) -> bool:
    """The cursor of an admitted request stays in its chunk, and the chunk in its prompt."""
    return w.stage[r] != Stage.ADMITTED or (w.cursor[r] <= w.chunk[r] <= w.length[r])


@step_law("R6")
def admitted_request_goes_forward(before: Reuse, after: Reuse, r: Request) -> bool:
    """While a request stays admitted, its cursor only goes forward, and within the chunk."""
    return not (before.stage[r] == Stage.ADMITTED and after.stage[r] == Stage.ADMITTED) or (
        before.cursor[r] <= after.cursor[r] <= before.chunk[r]
    )


@law("S12")
def waiting_request_holds_nothing(w: Reuse, r: Request) -> bool:
    """An attempt that came to nothing leaves no cell in either pool, and the cursor at the start."""
    return w.stage[r] != Stage.WAITING or (
        w.held[Pool.TARGET, r] == 0 and w.held[Pool.DRAFT, r] == 0 and w.cursor[r] == 0
    )


@law("S12")
def chunks_are_of_admitted_requests(w: Reuse, r: Request) -> bool:
    """A request that is not admitted has no chunk planned, whatever its earlier attempts had."""
    return w.stage[r] == Stage.ADMITTED or (w.chunk[r] == 0 and w.fed[r] == 0)


@law("R5")
def claims_leave_a_token_to_compute(w: Reuse, p: Pool, r: Request) -> bool:
    """What is claimed is at most the prompt without its last token."""
    return w.stage[r] != Stage.CLAIMING or w.held[p, r] == 0 or w.held[p, r] + 1 <= w.length[r]


@law("R1")
def claims_are_shared(w: Reuse, p: Pool, r: Request) -> bool:
    """As long as nothing is computed, all cells of a request are claimed ones, shared with the tree."""
    return w.stage[r] != Stage.CLAIMING or w.committed[p, r] == w.held[p, r]
