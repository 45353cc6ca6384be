"""Steps that are launched, settled or ended wrongly, and their rows."""

from ..events.admission import settle_chunk
from ..events.parts import leave_batch, set_pages, settle
from ..events.step import accept, launch
from ..language import fault, require
from ..sorts import Phase, Pool, Request, Tokens
from ..state import World


@fault(of=launch, id="F-G1", breaks=("row_is_of_the_last_step", "running_request_owns_its_row"))
def displaced_request_keeps_row(w: World) -> None:
    """Rows are not renewed at the launch, and who is displaced points at the row of a step before the last."""
    require(not w.running, "no step is running")
    require(w.batch.total >= 1, "the step has work")
    w.running = 1
    w.ran.become(w.batch)


@fault(of=launch, breaks=("running_request_owns_its_row",))
def launch_clears_every_row(w: World) -> None:
    """The rows of the step before are cleared, and those of this one are not entered."""
    require(not w.running, "no step is running")
    require(w.batch.total >= 1, "the step has work")
    w.running = 1
    w.row.clear()
    w.ran.become(w.batch)


@fault(of=launch, breaks=("batch_stays_within_the_limit",))
def empty_step_is_launched(w: World) -> None:
    """A step without a request is launched, and nobody is there to end it."""
    require(not w.running, "no step is running")
    w.running = 1
    w.row.become(w.batch)
    w.ran.become(w.batch)


@fault(of=settle_chunk, breaks=("step_ends_with_its_last_request",))
def settle_chunk_ends_the_step(w: World, r: Request) -> None:
    """The step counts as done once its chunk is settled, while the requests that decode are still in it."""
    require(w.running and w.batch[r], "it takes part in the running step")
    require(w.phase[r] == Phase.PREFILL, "it is in prefill")
    settle(w, r, w.reserved[r])
    w.batch[r] = 0
    w.running = 0
    if w.cursor[r] == w.prompt[r]:
        w.phase[r] = Phase.DECODE


@fault(of=accept, breaks=("batch_stays_within_the_limit",))
def accept_leaves_the_step_open(w: World, r: Request, accepted: Tokens) -> None:
    """The last request leaves the step, and the step goes on without one."""
    require(w.running and w.batch[r], "it takes part in the running step")
    require(w.phase[r] == Phase.DECODE, "it decodes")
    require(1 + accepted <= w.reserved[r], "no more is accepted than was drafted", "R7")
    settle(w, r, 1 + accepted)
    w.batch[r] = 0


@fault(of=accept, id="F-S25", breaks=("accepted_tokens_settle_in_both_pools", "pages_match_the_extent"))
def rejected_drafts_keep_pages(w: World, r: Request, accepted: Tokens) -> None:
    """The places of drafted tokens that were not accepted are not given back, in either pool."""
    require(w.running and w.batch[r], "it takes part in the running step")
    require(w.phase[r] == Phase.DECODE, "it decodes")
    require(1 + accepted <= w.reserved[r], "no more is accepted than was drafted", "R7")
    w.cursor[r] = w.cursor[r] + 1 + accepted
    w.reserved[r] = 0
    leave_batch(w, r)


@fault(of=accept, id="F-R18", breaks=("accepted_tokens_settle_in_both_pools", "pools_move_together"))
def rejected_drafts_keep_draft_pages(w: World, r: Request, accepted: Tokens) -> None:
    """The target gives back what was not accepted, and the draft pool keeps what it had reserved."""
    require(w.running and w.batch[r], "it takes part in the running step")
    require(w.phase[r] == Phase.DECODE, "it decodes")
    require(1 + accepted <= w.reserved[r], "no more is accepted than was drafted", "R7")
    w.cursor[r] = w.cursor[r] + 1 + accepted
    w.reserved[r] = 0
    set_pages(w, Pool.TARGET, r, w.pages(w.cursor[r]))
    leave_batch(w, r)


@fault(of=accept, breaks=("exactly_the_accepted_is_kept",))
def accept_keeps_every_draft(w: World, r: Request, accepted: Tokens) -> None:
    """All drafted tokens are kept, whichever of them the target model agreed to."""
    require(w.running and w.batch[r], "it takes part in the running step")
    require(w.phase[r] == Phase.DECODE, "it decodes")
    require(1 + accepted <= w.reserved[r], "no more is accepted than was drafted", "R7")
    settle(w, r, w.reserved[r])
    leave_batch(w, r)


@fault(of=accept, breaks=("cursor_moves_at_settling_only",))
def accept_before_the_launch(w: World, r: Request, accepted: Tokens) -> None:
    """Tokens are settled of a step that is planned and was never launched."""
    require(w.batch[r] and not w.running, "it was planned into a step")
    require(w.phase[r] == Phase.DECODE, "it decodes")
    require(1 + accepted <= w.reserved[r], "no more is accepted than was drafted", "R7")
    settle(w, r, 1 + accepted)
    leave_batch(w, r)
