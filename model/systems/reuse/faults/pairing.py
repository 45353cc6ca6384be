"""The two pools and the one cursor fall apart."""

from ....language import fault, one_of, require
from ....sorts import Pool, Request, Tokens
from ..events import claims, computing
from ..events.parts import ahead, key_of, let_go, let_go_of_all, looks_within
from ..state import Position, Prefix, Reuse, Stage
from .parts import may_claim, settle, take


@fault(of=claims.settle_claims, id="F-R1", breaks=("claims_are_settled_at_one_depth", "pools_hold_alike"))
def target_alone_moves_the_cursor(w: Reuse, r: Request) -> None:
    """The draft pool is not asked; the cursor skips what only the target pool has."""
    require(w.stage[r] == Stage.CLAIMING, "it is claiming")
    require(w.held[Pool.DRAFT, r] == 0, "the draft pool was not asked")
    settle(w, r, w.held[Pool.TARGET, r])


@fault(of=claims.settle_claims, id="F-R6", breaks=("pools_hold_alike", "cursor_is_where_the_cells_end"))
def longer_claim_is_not_clipped(w: Reuse, r: Request) -> None:
    """The cursor follows the longer claim, and the pool with the shorter one is not looked at."""
    require(w.stage[r] == Stage.CLAIMING, "it is claiming")
    if w.held[Pool.TARGET, r] >= w.held[Pool.DRAFT, r]:
        settle(w, r, w.held[Pool.TARGET, r])
    else:
        settle(w, r, w.held[Pool.DRAFT, r])


@fault(of=claims.settle_claims, id="F-R7", breaks=("uneven_claims_end_at_none",))
def second_claim_is_taken_for_equal(w: Reuse, r: Request) -> None:
    """A draft that claims again is taken to reach the target's depth, though a cell was evicted in between."""
    require(w.stage[r] == Stage.CLAIMING, "it is claiming")
    require(w.held[Pool.DRAFT, r] <= w.held[Pool.TARGET, r], "the draft claimed again, at most as deep")
    settle(w, r, w.held[Pool.TARGET, r])


@fault(of=claims.fall_back, id="F-R8", breaks=("claims_are_settled_at_one_depth", "cursor_is_where_the_cells_end"))
def fallback_keeps_the_cursor(w: Reuse, r: Request) -> None:
    """Falling back to no claim leaves the cursor where an earlier attempt had put it."""
    require(w.stage[r] == Stage.CLAIMING, "it is claiming")
    let_go_of_all(w, r)
    w.stage[r] = Stage.ADMITTED


@fault(of=claims.attempt, breaks=("chunks_are_of_admitted_requests",))
def next_attempt_keeps_the_chunk(w: Reuse, r: Request) -> None:
    """The next attempt starts with the chunk that the last one had planned."""
    require(one_of(w.stage[r], Stage.WAITING, Stage.ADMITTED), "it is not claiming yet")
    let_go(w, Pool.TARGET, r)
    let_go(w, Pool.DRAFT, r)
    w.stage[r] = Stage.CLAIMING


@fault(of=claims.withdraw, id="F-R15", breaks=("waiting_request_holds_nothing",))
def withdrawal_forgets_the_draft(w: Reuse, r: Request) -> None:
    """Only the target pool's cells are given back; the draft's stay held by a request that does not run."""
    require(one_of(w.stage[r], Stage.CLAIMING, Stage.ADMITTED), "it is under way")
    let_go(w, Pool.TARGET, r)
    w.stage[r] = Stage.WAITING
    w.cursor[r] = 0
    w.chunk[r] = 0
    w.fed[r] = 0


@fault(of=computing.start_chunk, id="F-K18", breaks=("admitted_request_goes_forward", "cursor_is_where_the_cells_end"))
def later_chunk_claims_again(w: Reuse, r: Request, end: Tokens) -> None:
    """A later chunk settles the claim once more, and the cursor goes back over what is computed."""
    require(w.stage[r] == Stage.ADMITTED, "it is admitted")
    require(w.cursor[r] == w.chunk[r], "the chunk before is computed")
    require(w.cursor[r] < end <= w.length[r], "the chunk has a token and stays in the prompt")
    w.cursor[r] = w.committed[Pool.TARGET, r]
    w.chunk[r] = end
    w.fed[r] = end + ahead(w) if end + ahead(w) <= w.length[r] else w.length[r]


@fault(of=computing.start_chunk, breaks=("chunk_lies_in_the_prompt",))
def chunk_is_a_full_one(w: Reuse, r: Request, end: Tokens) -> None:
    """The last chunk is as long as every other, and goes beyond the prompt."""
    require(w.stage[r] == Stage.ADMITTED, "it is admitted")
    require(w.cursor[r] == w.chunk[r], "the chunk before is computed")
    require(w.cursor[r] < end, "the chunk has a token")
    w.chunk[r] = end
    w.fed[r] = end + ahead(w) if end + ahead(w) <= w.length[r] else w.length[r]


@fault(of=claims.claim, breaks=("claims_leave_a_token_to_compute",))
def whole_prompt_is_claimed(w: Reuse, p: Pool, r: Request, i: Position, k: Prefix) -> None:
    """The last token is claimed as well, and nothing is left whose output would give the first token."""
    require(may_claim(w, p, r, i) and looks_within(w, r, i), "it is the next position")
    require(k == key_of(w, r, i) and w.kept[p, k] == 1, "the tree of the pool has a cell under its key")
    take(w, p, r, i, k)


@fault(of=claims.claim, breaks=("claims_are_shared",))
def claimed_cell_counts_as_own(w: Reuse, p: Pool, r: Request, i: Position, k: Prefix) -> None:
    """A claimed cell is not counted as shared, so that it would be written to and published again."""
    require(may_claim(w, p, r, i) and looks_within(w, r, i) and i + 1 < w.length[r], "it is the next position")
    require(k == key_of(w, r, i) and w.kept[p, k] == 1, "the tree of the pool has a cell under its key")
    w.cell[p, r, i] = w.content[p, k]
    w.held[p, r] = i + 1
