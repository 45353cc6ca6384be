"""Growth for a step that is too much, too little, or not taken back."""

from ..events.admission import chunk, may_plan, pages_fit
from ..events.parts import extend, join_batch, leave_batch, leave_seat, release_adapter, release_memory, set_pages
from ..events.step import grow, revoke
from ..language import fault, require
from ..sorts import Phase, Pool, Request, Tokens
from ..state import World


@fault(of=grow, id="F-R19", breaks=("request_grows_once_in_a_pass",))
def growth_is_charged_twice(w: World, r: Request, drafted: Tokens) -> None:
    """Two parts of the engine reserve for the same step, and the second adds to the first."""
    require(w.phase[r] == Phase.DECODE, "only a decoding request grows")
    require(may_plan(w), "the step is being planned and its batch has room", "G3")
    require(drafted == 0 or w.paired[r], "only a paired request drafts")
    require(w.cursor[r] + w.reserved[r] + 1 + drafted <= w.max_length, "it stays within the longest request", "S11")
    require(pages_fit(w, r, w.reserved[r] + 1 + drafted), "both pools have the pages of the growth", "K2")
    join_batch(w, r)
    extend(w, r, w.reserved[r] + 1 + drafted)


@fault(of=grow, id="F-K7", breaks=("request_stays_within_the_longest",))
def growth_passes_the_longest(w: World, r: Request, drafted: Tokens) -> None:
    """The limit is asked of the next token only, and drafted tokens go past the end of the page index."""
    require(w.phase[r] == Phase.DECODE, "only a decoding request grows")
    require(not w.batch[r], "it is not in the step yet")
    require(may_plan(w), "the step is being planned and its batch has room", "G3")
    require(drafted == 0 or w.paired[r], "only a paired request drafts")
    require(w.cursor[r] + 1 <= w.max_length, "its next token stays within the longest request", "S11")
    require(pages_fit(w, r, 1 + drafted), "both pools have the pages of the growth", "K2")
    join_batch(w, r)
    extend(w, r, 1 + drafted)


@fault(of=grow, breaks=("only_paired_requests_draft",))
def unpaired_request_drafts(w: World, r: Request, drafted: Tokens) -> None:
    """A request without a draft pool reserves for drafted tokens that nobody proposes."""
    require(w.phase[r] == Phase.DECODE, "only a decoding request grows")
    require(not w.batch[r], "it is not in the step yet")
    require(may_plan(w), "the step is being planned and its batch has room", "G3")
    require(w.cursor[r] + 1 + drafted <= w.max_length, "it stays within the longest request", "S11")
    require(pages_fit(w, r, 1 + drafted), "both pools have the pages of the growth", "K2")
    join_batch(w, r)
    extend(w, r, 1 + drafted)


@fault(of=grow, breaks=("growth_is_as_planned",))
def growth_forgets_the_drafts(w: World, r: Request, drafted: Tokens) -> None:
    """One token is reserved, and what the drafted ones write lies in no page of the request."""
    require(w.phase[r] == Phase.DECODE, "only a decoding request grows")
    require(not w.batch[r], "it is not in the step yet")
    require(may_plan(w), "the step is being planned and its batch has room", "G3")
    require(drafted == 0 or w.paired[r], "only a paired request drafts")
    require(w.cursor[r] + 1 + drafted <= w.max_length, "it stays within the longest request", "S11")
    require(pages_fit(w, r, 1), "both pools have the pages of the growth", "K2")
    join_batch(w, r)
    extend(w, r, 1)


@fault(of=grow, id="F-S24", breaks=("batch_stays_within_the_limit",))
def batch_grows_past_its_limit(w: World, r: Request, drafted: Tokens) -> None:
    """Decoding requests are planned on a limit that is larger than that of the step."""
    require(w.phase[r] == Phase.DECODE, "only a decoding request grows")
    require(not w.batch[r], "it is not in the step yet")
    require(not w.running, "the step is being planned")
    require(drafted == 0 or w.paired[r], "only a paired request drafts")
    require(w.cursor[r] + 1 + drafted <= w.max_length, "it stays within the longest request", "S11")
    require(pages_fit(w, r, 1 + drafted), "both pools have the pages of the growth", "K2")
    join_batch(w, r)
    extend(w, r, 1 + drafted)


@fault(of=chunk, breaks=("nobody_joins_a_running_step",))
def chunk_joins_a_running_step(w: World, r: Request, tokens: Tokens) -> None:
    """A chunk is planned while the step runs, and is taken for a part of it."""
    require(w.phase[r] == Phase.PREFILL, "only a request in prefill has a next chunk")
    require(not w.batch[r], "it is not in the step yet")
    require(w.batch.total < w.max_batch, "the batch has room", "G3")
    require(1 <= tokens <= w.prompt[r] - w.cursor[r], "the chunk has a token and stays in the prompt")
    require(pages_fit(w, r, tokens), "both pools have the pages of the chunk", "K2")
    join_batch(w, r)
    extend(w, r, tokens)


@fault(of=grow, breaks=("rows_change_at_launch_only",))
def planned_request_counts_as_run(w: World, r: Request, drafted: Tokens) -> None:
    """Who is planned is entered among those of the last step before the next one is launched."""
    require(w.phase[r] == Phase.DECODE, "only a decoding request grows")
    require(not w.batch[r], "it is not in the step yet")
    require(may_plan(w), "the step is being planned and its batch has room", "G3")
    require(drafted == 0 or w.paired[r], "only a paired request drafts")
    require(w.cursor[r] + 1 + drafted <= w.max_length, "it stays within the longest request", "S11")
    require(pages_fit(w, r, 1 + drafted), "both pools have the pages of the growth", "K2")
    join_batch(w, r)
    w.ran[r] = 1
    extend(w, r, 1 + drafted)


@fault(of=revoke, id="F-S2", breaks=("growth_is_for_the_step_only", "revoked_growth_leaves_nothing"))
def revoke_keeps_growth(w: World, r: Request) -> None:
    """A step is not launched, and what was reserved for it stays; each such pass adds to it."""
    require(w.batch[r] and not w.running, "it was planned into a step that is not launched")
    leave_batch(w, r)
    if w.cursor[r] == 0:
        w.phase[r] = Phase.WAITING
        leave_seat(w, r)
        release_memory(w, r)
        release_adapter(w, r)


@fault(of=revoke, id="F-S3", breaks=("revoked_growth_leaves_nothing", "pools_move_together"))
def revoke_forgets_draft_pages(w: World, r: Request) -> None:
    """The growth is undone in the target pool alone."""
    require(w.batch[r] and not w.running, "it was planned into a step that is not launched")
    leave_batch(w, r)
    if w.cursor[r] == 0:
        w.phase[r] = Phase.WAITING
        leave_seat(w, r)
        release_memory(w, r)
        release_adapter(w, r)
    else:
        w.reserved[r] = 0
        set_pages(w, Pool.TARGET, r, w.pages(w.cursor[r]))


@fault(of=revoke, id="F-S4", breaks=("admitted_request_has_started",))
def revoke_leaves_a_first_chunk_admitted(w: World, r: Request) -> None:
    """A request that is dropped before its first chunk ran stays admitted, with a slot and nothing computed."""
    require(w.batch[r] and not w.running, "it was planned into a step that is not launched")
    leave_batch(w, r)
    extend(w, r, 0)


@fault(of=revoke, id="F-S12", breaks=("request_outside_holds_no_memory",))
def failed_admission_keeps_slot(w: World, r: Request) -> None:
    """A first chunk that comes to nothing gives back its pages and not its sequence slot."""
    require(w.batch[r] and not w.running, "it was planned into a step that is not launched")
    leave_batch(w, r)
    if w.cursor[r] == 0:
        w.phase[r] = Phase.WAITING
        leave_seat(w, r)
        extend(w, r, 0)
        release_adapter(w, r)
    else:
        extend(w, r, 0)
