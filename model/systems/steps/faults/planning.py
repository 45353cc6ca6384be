"""Growth that is not undone, not paired, or not recorded."""

from ....language import fault, require
from ....sorts import NO_ADAPTER, Adapter, Pool, Request, Tokens
from ..events.parts import forget, frames, set_extent, unplan
from ..events.planning import admit, chunk, decode, fits, has_room, plan, readable, revoke
from ..state import Pipeline, Stage


@fault(of=admit, id="F-R2", breaks=("both_pools_reserve_for_a_step",))
def admit_leaves_the_draft_pool_out(w: Pipeline, r: Request, a: Adapter, prompt: Tokens, tokens: Tokens) -> None:
    """The draft pages are no part of admission: a first chunk is planned with places in the target pool only."""
    require(w.stage[r] == Stage.WAITING, "only a waiting request is admitted")
    require(has_room(w), "the step has room")
    require(1 <= tokens <= prompt <= w.max_length, "the chunk has a token and stays in the prompt")
    require(fits(w, r, tokens, 0), "the target pool has the pages")
    require(readable(w, a), "the step may read its adapter")
    w.stage[r] = Stage.RUNNING
    w.prompt[r] = prompt
    w.adapter[r] = a
    plan(w, r, tokens, 0)


@fault(of=admit, id="F-S24", breaks=("steps_stay_within_the_limit",))
def admit_ignores_the_batch_limit(w: Pipeline, r: Request, a: Adapter, prompt: Tokens, tokens: Tokens) -> None:
    """The room of the step is taken to be larger than it is."""
    require(w.stage[r] == Stage.WAITING, "only a waiting request is admitted")
    require(1 <= tokens <= prompt <= w.max_length, "the chunk has a token and stays in the prompt")
    require(fits(w, r, tokens, tokens), "both pools have the pages")
    require(readable(w, a), "the step may read its adapter")
    w.stage[r] = Stage.RUNNING
    w.prompt[r] = prompt
    w.adapter[r] = a
    plan(w, r, tokens, tokens)


@fault(of=admit, id="F-P13", breaks=("adapters_fit_the_device_and_the_step",))
def admit_counts_no_adapters(w: Pipeline, r: Request, a: Adapter, prompt: Tokens, tokens: Tokens) -> None:
    """Every request sees a step that reads no adapter yet."""
    require(w.stage[r] == Stage.WAITING, "only a waiting request is admitted")
    require(has_room(w), "the step has room")
    require(1 <= tokens <= prompt <= w.max_length, "the chunk has a token and stays in the prompt")
    require(fits(w, r, tokens, tokens), "both pools have the pages")
    require(a == NO_ADAPTER or (w.on_device[a] == 1 and not w.outdated[a]), "its adapter is on the device")
    w.stage[r] = Stage.RUNNING
    w.prompt[r] = prompt
    w.adapter[r] = a
    plan(w, r, tokens, tokens)


@fault(of=chunk, id="F-R3", breaks=("extent_is_settled_in_flight_and_planned",))
def chunk_keeps_target_growth_on_draft_failure(w: Pipeline, r: Request, tokens: Tokens) -> None:
    """Where the draft pool has no room for the chunk, the target pool's growth is not rolled back."""
    require(w.stage[r] == Stage.RUNNING and not w.planned[r], "it is running, and not in the step yet")
    require(has_room(w), "the step has room")
    require(1 <= tokens and w.allocated[Pool.TARGET, r] + tokens <= w.prompt[r], "the chunk stays in the prompt")
    require(fits(w, r, tokens, 0), "the target pool has the pages of the chunk")
    require(readable(w, w.adapter[r]), "the step may read its adapter")
    if fits(w, r, tokens, tokens):
        plan(w, r, tokens, tokens)
    else:
        set_extent(w, Pool.TARGET, r, w.allocated[Pool.TARGET, r] + tokens)


@fault(of=chunk, breaks=("chunks_are_alike_in_both_pools",))
def chunk_drafts_too_early(w: Pipeline, r: Request, tokens: Tokens) -> None:
    """Any chunk, not the last one only, reserves a drafted token in the draft pool."""
    require(w.stage[r] == Stage.RUNNING and not w.planned[r], "it is running, and not in the step yet")
    require(has_room(w), "the step has room")
    require(1 <= tokens and w.allocated[Pool.TARGET, r] + tokens <= w.prompt[r], "the chunk stays in the prompt")
    require(w.allocated[Pool.DRAFT, r] + tokens + 1 <= w.max_length, "it stays within the longest")
    require(fits(w, r, tokens, tokens + 1), "both pools have the pages of the chunk")
    require(readable(w, w.adapter[r]), "the step may read its adapter")
    plan(w, r, tokens, tokens + 1)


@fault(of=decode, id="F-R4", breaks=("extent_is_settled_in_flight_and_planned",))
def decode_keeps_target_growth_on_draft_failure(w: Pipeline, r: Request, drafted: Tokens, wider: Tokens) -> None:
    """Where the draft pool has no room for the growth, the target pool's is not rolled back, again at each try."""
    require(w.stage[r] == Stage.RUNNING and not w.planned[r], "it is running, and not in the step yet")
    require(has_room(w), "the step has room")
    require(w.allocated[Pool.TARGET, r] >= w.prompt[r], "its whole prompt is settled or in flight")
    require(w.row[r] or frames(w, r) == w.late[r], "its newest token is in its row, or known")
    require(w.allocated[Pool.DRAFT, r] + 1 + drafted + wider <= w.max_length, "it stays within the longest")
    require(fits(w, r, 1 + drafted, 0), "the target pool has the pages of the growth")
    require(readable(w, w.adapter[r]), "the step may read its adapter")
    if fits(w, r, 1 + drafted, 1 + drafted + wider):
        plan(w, r, 1 + drafted, 1 + drafted + wider)
    else:
        set_extent(w, Pool.TARGET, r, w.allocated[Pool.TARGET, r] + 1 + drafted)


@fault(of=decode, id="F-R19", breaks=("reservation_stands_until_the_launch", "extent_is_settled_in_flight_and_planned"))
def decode_grows_again(w: Pipeline, r: Request, drafted: Tokens, wider: Tokens) -> None:
    """The growth is charged once by the scheduler and once more when the step is prepared."""
    require(w.stage[r] == Stage.RUNNING and w.planned[r], "it is in the step already")
    require(w.allocated[Pool.TARGET, r] >= w.prompt[r], "its whole prompt is settled or in flight")
    require(w.row[r] or frames(w, r) == w.late[r], "its newest token is in its row, or known")
    require(w.allocated[Pool.DRAFT, r] + 1 + drafted + wider <= w.max_length, "it stays within the longest")
    require(fits(w, r, 1 + drafted, 1 + drafted + wider), "both pools have the pages of the growth")
    plan(w, r, 1 + drafted, 1 + drafted + wider)


@fault(of=decode, id="F-K7", breaks=("extent_stays_within_the_longest",))
def decode_counts_no_drafted_tokens(w: Pipeline, r: Request, drafted: Tokens, wider: Tokens) -> None:
    """The longest request is guarded by the next token only, so that drafted ones go beyond what an index holds."""
    require(w.stage[r] == Stage.RUNNING and not w.planned[r], "it is running, and not in the step yet")
    require(has_room(w), "the step has room")
    require(w.allocated[Pool.TARGET, r] >= w.prompt[r], "its whole prompt is settled or in flight")
    require(w.row[r] or frames(w, r) == w.late[r], "its newest token is in its row, or known")
    require(w.allocated[Pool.TARGET, r] + 1 <= w.max_length, "its next token stays within the longest")
    require(fits(w, r, 1 + drafted, 1 + drafted + wider), "both pools have the pages of the growth")
    require(readable(w, w.adapter[r]), "the step may read its adapter")
    plan(w, r, 1 + drafted, 1 + drafted + wider)


@fault(of=decode, breaks=("chunks_end_with_the_prompt",))
def decode_in_prefill(w: Pipeline, r: Request, drafted: Tokens, wider: Tokens) -> None:
    """A request is taken to decode as soon as its first chunk is in flight."""
    require(w.stage[r] == Stage.RUNNING and not w.planned[r], "it is running, and not in the step yet")
    require(has_room(w), "the step has room")
    require(w.row[r] or frames(w, r) == w.late[r], "its newest token is in its row, or known")
    require(w.allocated[Pool.DRAFT, r] + 1 + drafted + wider <= w.max_length, "it stays within the longest")
    require(fits(w, r, 1 + drafted, 1 + drafted + wider), "both pools have the pages of the growth")
    require(readable(w, w.adapter[r]), "the step may read its adapter")
    plan(w, r, 1 + drafted, 1 + drafted + wider)


@fault(of=decode, breaks=("planned_decode_finds_its_newest_token",))
def displaced_request_decodes_too_early(w: Pipeline, r: Request, drafted: Tokens, wider: Tokens) -> None:
    """Who was left out of the step launched last is planned while its token is still in flight in the one before."""
    require(w.stage[r] == Stage.RUNNING and not w.planned[r], "it is running, and not in the step yet")
    require(has_room(w), "the step has room")
    require(w.allocated[Pool.TARGET, r] >= w.prompt[r], "its whole prompt is settled or in flight")
    require(w.allocated[Pool.DRAFT, r] + 1 + drafted + wider <= w.max_length, "it stays within the longest")
    require(fits(w, r, 1 + drafted, 1 + drafted + wider), "both pools have the pages of the growth")
    require(readable(w, w.adapter[r]), "the step may read its adapter")
    plan(w, r, 1 + drafted, 1 + drafted + wider)


@fault(of=revoke, id="F-S2", breaks=("extent_is_settled_in_flight_and_planned", "revoked_growth_is_undone"))
def second_vote_keeps_the_growth(w: Pipeline, r: Request) -> None:
    """The ranks vote against the step, and nothing of the growth is undone."""
    require(w.planned[r], "it is planned")
    w.planned[r] = 0
    w.planned_target[r] = 0
    w.planned_draft[r] = 0
    if w.planned.total == 0:
        w.planned_reads.clear()


@fault(of=revoke, id="F-S3", breaks=("extent_is_settled_in_flight_and_planned", "revoked_growth_is_undone"))
def benchmark_gate_reverts_the_target_only(w: Pipeline, r: Request) -> None:
    """The pass is retried with the growth of a decoding request undone in the target pool only."""
    require(w.planned[r] and w.allocated[Pool.TARGET, r] - w.planned_target[r] >= w.prompt[r], "it is to decode")
    set_extent(w, Pool.TARGET, r, w.allocated[Pool.TARGET, r] - w.planned_target[r])
    w.planned[r] = 0
    w.planned_target[r] = 0
    w.planned_draft[r] = 0
    if w.planned.total == 0:
        w.planned_reads.clear()


@fault(of=revoke, id="F-S4", breaks=("extent_is_settled_in_flight_and_planned", "revoked_growth_is_undone"))
def dropped_chunk_keeps_its_pages(w: Pipeline, r: Request) -> None:
    """A filter after scheduling drops a chunk, and its pages stay with a request that nobody can evict."""
    require(w.planned[r] and w.allocated[Pool.TARGET, r] - w.planned_target[r] < w.prompt[r], "it has a chunk planned")
    w.planned[r] = 0
    w.planned_target[r] = 0
    w.planned_draft[r] = 0
    if w.planned.total == 0:
        w.planned_reads.clear()


@fault(of=revoke, id="F-S23", breaks=("extent_is_settled_in_flight_and_planned",))
def connector_vote_reverts_the_draft_by_the_target(w: Pipeline, r: Request) -> None:
    """The vote after the draft pool was mirrored takes back in it only what the target pool had reserved."""
    require(w.planned[r], "it is planned")
    set_extent(w, Pool.TARGET, r, w.allocated[Pool.TARGET, r] - w.planned_target[r])
    set_extent(w, Pool.DRAFT, r, w.allocated[Pool.DRAFT, r] - w.planned_target[r])
    w.planned[r] = 0
    w.planned_target[r] = 0
    w.planned_draft[r] = 0
    if w.planned.total == 0:
        w.planned_reads.clear()
    if w.allocated[Pool.TARGET, r] == 0:
        w.stage[r] = Stage.WAITING
        forget(w, r)


@fault(of=revoke, id="F-S12", breaks=("stage_says_what_is_there",))
def revoked_first_chunk_stays_admitted(w: Pipeline, r: Request) -> None:
    """A request whose first chunk was revoked counts as started, with nothing computed."""
    require(w.planned[r], "it is planned")
    unplan(w, r)


@fault(of=revoke, breaks=("slots_are_read_by_steps_only",))
def revoked_step_keeps_its_adapters(w: Pipeline, r: Request) -> None:
    """A step of which nothing is left still counts as reading its adapters."""
    require(w.planned[r], "it is planned")
    set_extent(w, Pool.TARGET, r, w.allocated[Pool.TARGET, r] - w.planned_target[r])
    set_extent(w, Pool.DRAFT, r, w.allocated[Pool.DRAFT, r] - w.planned_draft[r])
    w.planned[r] = 0
    w.planned_target[r] = 0
    w.planned_draft[r] = 0
    if w.allocated[Pool.TARGET, r] == 0:
        w.stage[r] = Stage.WAITING
        forget(w, r)
