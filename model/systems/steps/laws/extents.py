"""Extents and pages in both pools: laws K1, K2, R2, R6, R7, S3, S4, S10, S11 and S12."""

from ....language import law, one_of, post, step_law
from ....sorts import NO_ADAPTER, Pool, Request, Tokens
from ..events.flight import retire
from ..events.parts import frames
from ..state import Pipeline, Stage
from .parts import current, newest_width, older_width, placed, planned_width, settling


@law("K1")
def held_pages_match_the_extent(w: Pipeline, r: Request, p: Pool) -> bool:
    """A request holds exactly the pages of the places that it has in the pool."""
    return w.held[p, r] == w.pages(w.allocated[p, r])


@law("K1")
def extents_are_nested(w: Pipeline, r: Request, p: Pool) -> bool:
    """What is published is settled, and what is settled on the device has its place there."""
    return w.published[r] <= w.committed[p, r] and (not placed(w, r) or w.committed[p, r] <= w.allocated[p, r])


@law("K2")
def fenced_pages_are_conserved(w: Pipeline, p: Pool) -> bool:
    """Free, held and fenced pages make up the pool."""
    return (
        w.free[p] + w.held.total[p] + w.fenced_next.total[p] + w.fenced_last.total[p] == w.pool_size[p]
        and w.free[p] >= 0
    )


@law("S10")
def extent_is_settled_in_flight_and_planned(w: Pipeline, r: Request, p: Pool) -> bool:
    """In each pool a request has places for what is settled and for what its steps reserved, and for nothing else."""
    return w.allocated[p, r] == (
        w.committed[p, r] + older_width(w, p, r) + newest_width(w, p, r) + planned_width(w, p, r) if placed(w, r) else 0
    )


@law("R6")
def cursor_is_settled_in_both_pools(w: Pipeline, r: Request, p: Pool) -> bool:
    """The one cursor is where both pools have been settled to: neither is behind it or ahead of it."""
    return w.cursor[r] == w.committed[p, r]


@law("S11")
def extent_stays_within_the_longest(w: Pipeline, r: Request, p: Pool) -> bool:
    """However many steps reserve for a request, its places stay within the longest, as do its prompt and cursor."""
    return w.allocated[p, r] <= w.max_length and w.prompt[r] <= w.max_length and w.cursor[r] <= w.max_length


@law("S3")
def each_step_records_what_it_reserved(w: Pipeline, r: Request) -> bool:
    """A step has places recorded exactly for its members of this life, in the draft pool at least as many."""
    return (
        (w.planned_target[r] >= 1) == (w.planned[r] == 1)
        and (w.newest_target[r] >= 1) == (w.newest[r] == 1 and current(w, r) >= 1)
        and (w.older_target[r] >= 1) == (w.older[r] == 1 and w.late[r] == 0)
    )


@law("R2")
def both_pools_reserve_for_a_step(w: Pipeline, r: Request) -> bool:
    """A step reserves in both pools or in neither, and in the draft pool no less than in the target pool."""
    return (
        w.planned_target[r] <= w.planned_draft[r]
        and (w.planned_target[r] >= 1 or w.planned_draft[r] == 0)
        and w.newest_target[r] <= w.newest_draft[r]
        and (w.newest_target[r] >= 1 or w.newest_draft[r] == 0)
        and w.older_target[r] <= w.older_draft[r]
        and (w.older_target[r] >= 1 or w.older_draft[r] == 0)
    )


@law("S4")
def chunks_end_with_the_prompt(w: Pipeline, r: Request) -> bool:
    """Until a prompt is settled or in flight as a whole, each step reserves no more than what is left of it."""
    return (
        (w.cursor[r] >= w.prompt[r] or w.cursor[r] + w.older_target[r] <= w.prompt[r])
        and (
            w.cursor[r] + w.older_target[r] >= w.prompt[r]
            or w.cursor[r] + w.older_target[r] + w.newest_target[r] <= w.prompt[r]
        )
        and (
            w.cursor[r] + w.older_target[r] + w.newest_target[r] >= w.prompt[r]
            or w.cursor[r] + w.older_target[r] + w.newest_target[r] + w.planned_target[r] <= w.prompt[r]
        )
    )


@law("R2")
def chunks_are_alike_in_both_pools(w: Pipeline, r: Request) -> bool:
    """A chunk reserves as much in the draft pool as in the target pool; only decoding may reserve more."""
    return (
        (w.cursor[r] + w.older_target[r] > w.prompt[r] or w.older_draft[r] == w.older_target[r])
        and (
            w.cursor[r] + w.older_target[r] + w.newest_target[r] > w.prompt[r]
            or w.newest_draft[r] == w.newest_target[r]
        )
        and (
            w.cursor[r] + w.older_target[r] + w.newest_target[r] + w.planned_target[r] > w.prompt[r]
            or w.planned_draft[r] == w.planned_target[r]
        )
    )


@law("S12")
def stage_says_what_is_there(w: Pipeline, r: Request) -> bool:
    """A running request has work settled, in flight or planned, a suspended or paused one settled work, others none."""
    return (
        w.prompt[r] >= 1 and (w.cursor[r] >= 1 or (w.stage[r] == Stage.RUNNING and w.allocated[Pool.TARGET, r] >= 1))
        if one_of(w.stage[r], Stage.RUNNING, Stage.PAUSED, Stage.SUSPENDED)
        else w.prompt[r] == 0 and w.cursor[r] == 0 and w.adapter[r] == NO_ADAPTER
    )


@step_law("S3")
def reservation_stands_until_the_launch(before: Pipeline, after: Pipeline, r: Request) -> bool:
    """What is reserved for the step being planned does not change until that step is launched or revoked."""
    return not (before.planned[r] and after.planned[r]) or (
        after.planned_target[r] == before.planned_target[r] and after.planned_draft[r] == before.planned_draft[r]
    )


@step_law("R6")
def only_settling_moves_the_cursor(before: Pipeline, after: Pipeline, r: Request) -> bool:
    """A cursor grows only over what the older step reserved for this life; else it stays, or is given up for good."""
    return (
        after.cursor[r] == before.cursor[r]
        or (after.cursor[r] == 0 and one_of(after.stage[r], Stage.WAITING, Stage.ENDED))
        or (
            settling(before, after, r)
            and before.late[r] == 0
            and not before.failed
            and before.cursor[r] + 1 <= after.cursor[r] <= before.cursor[r] + before.older_target[r]
        )
    )


@step_law("S4")
def chunk_in_flight_is_kept_whole(before: Pipeline, after: Pipeline, r: Request) -> bool:
    """A chunk counts in full: in prefill the cursor moves by all that the step reserved."""
    return (
        after.cursor[r] <= before.cursor[r]
        or before.cursor[r] >= before.prompt[r]
        or after.cursor[r] == before.cursor[r] + before.older_target[r]
    )


@post("R7", of=retire)
def kept_tokens_are_settled(before: Pipeline, after: Pipeline, r: Request, kept: Tokens) -> bool:
    """Of what was reserved, exactly the tokens that are kept are settled."""
    return after.cursor[r] == before.cursor[r] + kept


@step_law("R7")
def rejected_places_return_in_both_pools(before: Pipeline, after: Pipeline, r: Request, p: Pool) -> bool:
    """Settling gives back, in each pool, what the retired step reserved there less what was kept, and nothing else."""
    return (
        after.cursor[r] <= before.cursor[r]
        or after.allocated[p, r]
        == before.allocated[p, r] - older_width(before, p, r) + after.cursor[r] - before.cursor[r]
    )


@step_law("S10")
def revoked_growth_is_undone(before: Pipeline, after: Pipeline, r: Request, p: Pool) -> bool:
    """A request that leaves a step before its launch, and goes on, has exactly the pages that it had before."""
    return (
        before.planned[r] == 0
        or after.planned[r] == 1
        or frames(after, r) != frames(before, r)
        or after.stage[r] != before.stage[r]
        or (
            after.cursor[r] == before.cursor[r]
            and after.held[p, r] == before.pages(before.allocated[p, r] - planned_width(before, p, r))
        )
    )
