"""A batch that takes whom it should not, and rows that outlive it."""

from ....language import fault, require
from ....sorts import Request
from ..events.step import launch, retire, schedule, stand_still
from ..parts import close_plan
from ..state import Phase, Residents, Stage


@fault(of=launch, id="F-G1", breaks=("rows_are_those_of_the_last_batch",))
def launch_leaves_old_rows(w: Residents) -> None:
    """A displaced request keeps its row of an older batch."""
    require(w.stage == Stage.PLAN and w.batch.total >= 1 and w.lapsed.total == 0, "the batch has work")
    close_plan(w)
    w.stage = Stage.RUN


@fault(of=schedule, id="F-S24", breaks=("batch_stays_within_the_limit",))
def schedule_every_live_request(w: Residents, r: Request) -> None:
    """After a forced resume all that are live are scheduled, more than a batch takes."""
    require(w.stage == Stage.PLAN and not w.batch[r], "the batch is being planned")
    require(w.phase[r] == Phase.DECODING and not w.paused[r], "it is live and not paused")
    w.batch[r] = 1


@fault(of=schedule, breaks=("only_live_requests_are_in_the_batch", "paused_request_keeps_every_slot"))
def schedule_a_paused_request(w: Residents, r: Request) -> None:
    """The scheduler was not told who is paused."""
    require(w.stage == Stage.PLAN and w.batch.total < w.max_batch and not w.batch[r], "the batch has room")
    require(w.phase[r] == Phase.DECODING, "it decodes")
    w.batch[r] = 1


@fault(of=schedule, breaks=("nobody_joins_a_running_batch", "batch_lasts_from_plan_to_end"))
def schedule_at_any_time(w: Residents, r: Request) -> None:
    """A request joins a batch that runs already, or before the pass is planned."""
    require(w.batch.total < w.max_batch and not w.batch[r], "the batch has room")
    require(w.phase[r] == Phase.DECODING and not w.paused[r], "it is live and not paused")
    w.batch[r] = 1


@fault(of=retire, breaks=("running_batch_ends_with_its_last_request",))
def retire_ends_the_batch(w: Residents, r: Request) -> None:
    """The next pass begins with the first request that is ready."""
    require(w.stage == Stage.RUN and w.batch[r], "it is in the running batch")
    w.batch[r] = 0
    if w.rest[r] >= 1:
        w.rest[r] = w.rest[r] - 1
    w.stage = Stage.IDLE


@fault(of=stand_still, id="F-G25", breaks=("paused_requests_do_not_stall",))
def paused_requests_count_as_stalled(w: Residents) -> None:
    """The stall detector takes a paused request for one that could run."""
    require(w.stage == Stage.PLAN, "the batch was planned")
    if w.batch.total == 0 and w.decoding.total >= 1:
        w.stalled = 1
    w.batch.clear()
    close_plan(w)
    w.stage = Stage.IDLE


@fault(of=launch, breaks=("stall_is_of_the_last_pass",))
def launch_counts_as_stalled(w: Residents) -> None:
    """A pass counts as one without progress until the first token of its batch is there."""
    require(w.stage == Stage.PLAN and w.batch.total >= 1 and w.lapsed.total == 0, "the batch has work")
    w.row.become(w.batch)
    w.stalled = 1
    close_plan(w)
    w.stage = Stage.RUN
