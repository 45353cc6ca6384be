"""The batch and its rows: laws S5, S6, S14 and S15."""

from ....language import law, step_law
from ....sorts import Request
from ..state import Phase, Residents, Stage


@law("S5")
def batch_stays_within_the_limit(w: Residents) -> bool:
    """A batch is never larger than it may be, however many requests are live; a running one is not empty."""
    return w.batch.total <= w.max_batch and (w.stage != Stage.RUN or w.batch.total >= 1)


@law("S5")
def batch_takes_somebody(w: Residents) -> bool:
    """No engine starts whose batch takes nobody."""
    return w.stage == Stage.SETUP or w.max_batch >= 1


@law("S5")
def batch_lasts_from_plan_to_end(w: Residents) -> bool:
    """There is a batch only while a pass is planned and while it runs."""
    return w.stage == Stage.PLAN or w.stage == Stage.RUN or w.batch.total == 0


@law("S5")
def only_live_requests_are_in_the_batch(w: Residents, r: Request) -> bool:
    """A request in the batch is live and not paused."""
    return not w.batch[r] or (w.phase[r] == Phase.DECODING and not w.paused[r])


@step_law("S5")
def nobody_joins_a_running_batch(before: Residents, after: Residents, r: Request) -> bool:
    """A request joins the batch only while the pass is planned."""
    return after.batch[r] <= before.batch[r] or (before.stage == Stage.PLAN and after.stage == Stage.PLAN)


@law("S6")
def row_belongs_to_a_live_request(w: Residents, r: Request) -> bool:
    """A request that is not live, or paused, reads from no row."""
    return not w.row[r] or (w.phase[r] == Phase.DECODING and not w.paused[r])


@step_law("S14")
def rows_are_those_of_the_last_batch(before: Residents, after: Residents, r: Request) -> bool:
    """At launch the batch, and nobody else, gets rows; at no other time does anybody. So a row is of the last batch."""
    return (
        after.row[r] == before.batch[r]
        if before.stage == Stage.PLAN and after.stage == Stage.RUN
        else after.row[r] <= before.row[r]
    )


@law("S15")
def stall_is_of_the_last_pass(w: Residents) -> bool:
    """Only a pass that has just ended counts as one without progress."""
    return w.stalled == 0 or w.stage == Stage.IDLE


@step_law("S15")
def paused_requests_do_not_stall(before: Residents, after: Residents) -> bool:
    """A pass counts as one without progress if nobody was planned though somebody could run; a paused one could not."""
    return (
        after.stalled == (1 if before.batch.total == 0 and before.decoding.total > before.paused.total else 0)
        if before.stage == Stage.PLAN and after.stage == Stage.IDLE
        else after.stalled <= before.stalled
    )
