"""Launches that leave behind what they must renew, or take along what they must not."""

from ....language import fault, helper, require
from ..events.flight import launch
from ..events.parts import advance
from ..state import Pipeline


@helper
def go_newest(w: Pipeline) -> None:
    """Let the planned step be the newer one in flight."""
    w.newest.become(w.planned)
    w.newest_target.become(w.planned_target)
    w.newest_draft.become(w.planned_draft)
    w.newest_reads.become(w.planned_reads)


@helper
def clear_plan(w: Pipeline) -> None:
    """Start planning anew."""
    w.planned.clear()
    w.planned_target.clear()
    w.planned_draft.clear()
    w.planned_reads.clear()


@fault(of=launch, id="F-G1", breaks=("displaced_request_owns_no_row", "newest_frame_owns_its_row"))
def launch_keeps_the_rows(w: Pipeline) -> None:
    """Rows are not renewed: who is displaced keeps the row of a step that is not the last one any more."""
    require(w.newest.total == 0 and w.planned.total >= 1, "the step has work, and at most one is in flight")
    go_newest(w)
    w.ran.become(w.planned)
    clear_plan(w)
    advance(w)


@fault(of=launch, breaks=("rows_are_of_the_step_launched_last",))
def launch_is_not_the_last_step(w: Pipeline) -> None:
    """The batch before is not replaced by the one that is launched."""
    require(w.newest.total == 0 and w.planned.total >= 1, "the step has work, and at most one is in flight")
    go_newest(w)
    w.row.become(w.planned)
    clear_plan(w)
    advance(w)


@fault(of=launch, breaks=("steps_retire_in_order",))
def launch_overtakes_the_newer_step(w: Pipeline) -> None:
    """A third step is launched over the newer one in flight, whose frames nobody waits for any more."""
    require(w.planned.total >= 1, "the step has work")
    go_newest(w)
    w.ran.become(w.planned)
    w.row.become(w.planned)
    clear_plan(w)
    advance(w)


@fault(of=launch, breaks=("frame_is_answered_once",))
def launch_forgets_the_older_step(w: Pipeline) -> None:
    """A launch takes the older step for retired while it still has members."""
    require(w.newest.total == 0 and w.planned.total >= 1, "the step has work, and at most one is in flight")
    w.older.become(w.planned)
    w.older_target.become(w.planned_target)
    w.older_draft.become(w.planned_draft)
    w.older_reads.become(w.planned_reads)
    w.failed = 0
    w.ran.become(w.planned)
    w.row.become(w.planned)
    clear_plan(w)


@fault(of=launch, breaks=("only_planned_requests_are_launched", "extent_is_settled_in_flight_and_planned"))
def launch_keeps_the_plan(w: Pipeline) -> None:
    """What was launched is still planned, and would be launched again."""
    require(w.newest.total == 0 and w.planned.total >= 1, "the step has work, and at most one is in flight")
    go_newest(w)
    w.ran.become(w.planned)
    w.row.become(w.planned)
    advance(w)


@fault(of=launch, breaks=("each_step_records_what_it_reserved",))
def launch_forgets_what_it_reserved(w: Pipeline) -> None:
    """What the step reserved is not recorded with it, so that nothing can be given back when it is retired."""
    require(w.newest.total == 0 and w.planned.total >= 1, "the step has work, and at most one is in flight")
    w.newest.become(w.planned)
    w.newest_reads.become(w.planned_reads)
    w.ran.become(w.planned)
    w.row.become(w.planned)
    clear_plan(w)
    advance(w)


@fault(of=launch, id="F-P10", breaks=("step_reads_the_adapters_of_its_members",))
def launch_claims_no_adapters(w: Pipeline) -> None:
    """The adapters of what is in flight are not counted as in use."""
    require(w.newest.total == 0 and w.planned.total >= 1, "the step has work, and at most one is in flight")
    w.newest.become(w.planned)
    w.newest_target.become(w.planned_target)
    w.newest_draft.become(w.planned_draft)
    w.ran.become(w.planned)
    w.row.become(w.planned)
    clear_plan(w)
    advance(w)
