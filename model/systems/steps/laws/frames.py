"""Steps in flight, late frames and fences: laws S2, S5 and S8, and O1 to O4 of operations in flight."""

from ....language import law, one_of, post, step_law
from ....sorts import Pool, Request
from ..events.flight import finish
from ..events.parts import frames
from ..state import Pipeline, Stage
from .parts import current, in_steps, placed, planned_width, settling


@law("S2")
def planned_request_is_running(w: Pipeline, r: Request) -> bool:
    """Only a request that has its work on the device, and is not paused, is in the step being planned."""
    return not w.planned[r] or w.stage[r] == Stage.RUNNING


@law("S5")
def steps_stay_within_the_limit(w: Pipeline) -> bool:
    """No step takes more requests than it may."""
    return w.planned.total <= w.max_batch and w.newest.total <= w.max_batch and w.older.total <= w.max_batch


@law("O2")
def newer_step_is_behind_an_older_one(w: Pipeline) -> bool:
    """A second step is in flight only behind a first one that is not retired."""
    return w.newest.total == 0 or w.older.total >= 1


@step_law("O2")
def steps_retire_in_order(before: Pipeline, after: Pipeline, r: Request) -> bool:
    """A frame of the newer step stays in it until the older step is retired as a whole, and takes its place."""
    return (
        before.newest[r] == 0
        or after.newest[r] == 1
        or (after.older[r] == 1 and after.older.total == before.newest.total and after.newest.total == 0)
    )


@step_law("O2")
def frame_is_answered_once(before: Pipeline, after: Pipeline, r: Request) -> bool:
    """A frame leaves flight alone, and is settled, the last of its request, dropped, or of a failed step."""
    return not settling(before, after, r) or (
        frames(after, r) == frames(before, r) - 1
        and before.older[r] == 1
        and (
            after.late[r] == before.late[r] - 1
            or after.cursor[r] > before.cursor[r]
            or after.stage[r] == Stage.ENDED
            or before.failed == 1
        )
    )


@post("O2", of=finish)
def last_frame_is_answered(before: Pipeline, after: Pipeline, r: Request) -> bool:
    """The frame that has a request's last token is answered by that, and is not dropped like those behind it."""
    return frames(after, r) == frames(before, r) - 1


@step_law("O2")
def only_planned_requests_are_launched(before: Pipeline, after: Pipeline, r: Request) -> bool:
    """A request gets a frame only by having been planned, and a launch takes it out of the plan."""
    return frames(after, r) <= frames(before, r) or (
        before.planned[r] == 1 and after.planned[r] == 0 and frames(after, r) == frames(before, r) + 1
    )


@law("O3")
def frames_of_a_life_that_ended_are_late(w: Pipeline, r: Request) -> bool:
    """Of a request that waits, is suspended or has ended, every frame in flight is late; of others, at most all."""
    return w.late[r] <= frames(w, r) and (placed(w, r) or w.late[r] == frames(w, r))


@step_law("O3")
def late_output_changes_nothing(before: Pipeline, after: Pipeline, r: Request) -> bool:
    """A frame of an earlier life changes nothing of the request, whatever the request has become."""
    return (
        not settling(before, after, r)
        or before.late[r] == 0
        or (
            after.late[r] == before.late[r] - 1
            and after.stage[r] == before.stage[r]
            and after.cursor[r] == before.cursor[r]
            and after.prompt[r] == before.prompt[r]
            and after.published[r] == before.published[r]
            and after.planned[r] == before.planned[r]
            and after.row[r] == before.row[r]
            and after.allocated[Pool.TARGET, r] == before.allocated[Pool.TARGET, r]
            and after.allocated[Pool.DRAFT, r] == before.allocated[Pool.DRAFT, r]
        )
    )


@step_law("O3")
def frames_become_late_all_at_once(before: Pipeline, after: Pipeline, r: Request) -> bool:
    """Frames become late only when their request leaves or their step failed, and then all of them, once."""
    return (
        after.late[r] == before.late[r]
        or (after.late[r] == before.late[r] - 1 and settling(before, after, r))
        or (after.late[r] == frames(after, r) and (not placed(after, r) or before.failed == 1))
    )


@law("O1")
def only_late_frames_fence_pages(w: Pipeline, r: Request, p: Pool) -> bool:
    """Pages are fenced only as long as the late frame that they wait for is in flight."""
    return (w.late[r] >= 1 or w.fenced_last[p, r] == 0) and (w.late[r] >= 2 or w.fenced_next[p, r] == 0)


@step_law("O1")
def pages_in_flight_are_fenced(before: Pipeline, after: Pipeline, r: Request, p: Pool) -> bool:
    """When frames become late, all pages that were settled or in flight are still held, or fenced behind the last."""
    return after.late[r] <= before.late[r] or (
        after.held[p, r] + after.fenced_last[p, r] == before.pages(before.allocated[p, r] - planned_width(before, p, r))
        and after.fenced_next[p, r] == before.fenced_last[p, r]
    )


@step_law("O1")
def fence_stands_until_its_frame_retires(before: Pipeline, after: Pipeline, r: Request, p: Pool) -> bool:
    """Fenced pages are not touched until the late frame that they wait for is retired; then they are free."""
    return after.late[r] > before.late[r] or (
        (after.fenced_last[p, r] == before.fenced_last[p, r] or after.late[r] == 0)
        and (after.fenced_next[p, r] == before.fenced_next[p, r] or after.late[r] <= 1)
    )


@law("O4")
def failed_step_is_in_flight(w: Pipeline) -> bool:
    """A step is reported as failed only while it still has members."""
    return w.failed == 0 or w.older.total >= 1


@step_law("O4")
def failure_ends_with_its_step(before: Pipeline, after: Pipeline) -> bool:
    """A step that failed stays failed until its last member has left, and the step behind it did not fail with it."""
    return before.failed == 0 or (after.failed == 0) == (before.older.total == 1 and in_steps(after) < in_steps(before))


@step_law("O4")
def failed_step_leaves_its_members_as_before(before: Pipeline, after: Pipeline, r: Request, p: Pool) -> bool:
    """A member of a failed step has what was settled before it, in both pools, and is in no step any more."""
    return (
        not settling(before, after, r)
        or not before.failed
        or before.late[r] >= 1
        or (
            after.cursor[r] == before.cursor[r]
            and after.allocated[p, r] == before.cursor[r]
            and current(after, r) == 0
            and after.stage[r] == (before.stage[r] if before.cursor[r] >= 1 else Stage.WAITING)
        )
    )


@step_law("S8")
def ended_is_final(before: Pipeline, after: Pipeline, r: Request) -> bool:
    """A request that has ended stays ended, and one that was never submitted can only be submitted."""
    return (before.stage[r] != Stage.ENDED or after.stage[r] == Stage.ENDED) and (
        before.stage[r] != Stage.ABSENT or one_of(after.stage[r], Stage.ABSENT, Stage.WAITING)
    )


@law("G1")
def paused_request_decodes(w: Pipeline, r: Request) -> bool:
    """Only a request whose whole prompt is settled is paused."""
    return w.stage[r] != Stage.PAUSED or w.cursor[r] >= w.prompt[r]


@step_law("G2")
def paused_request_is_left_alone(before: Pipeline, after: Pipeline, r: Request) -> bool:
    """A paused request goes on or ends; it is neither suspended nor preempted."""
    return before.stage[r] != Stage.PAUSED or one_of(after.stage[r], Stage.PAUSED, Stage.RUNNING, Stage.ENDED)


@step_law("G2")
def pausing_and_going_on_change_nothing_else(before: Pipeline, after: Pipeline, r: Request, p: Pool) -> bool:
    """Pausing then unpausing is the identity: each keeps the pages, the cursor, the frames in flight and the row."""
    return (
        not (
            one_of(before.stage[r], Stage.RUNNING, Stage.PAUSED) and one_of(after.stage[r], Stage.RUNNING, Stage.PAUSED)
        )
        or after.stage[r] == before.stage[r]
        or (
            after.allocated[p, r] == before.allocated[p, r]
            and after.cursor[r] == before.cursor[r]
            and after.published[r] == before.published[r]
            and after.older[r] == before.older[r]
            and after.newest[r] == before.newest[r]
            and after.late[r] == before.late[r]
            and after.row[r] == before.row[r]
            and after.adapter[r] == before.adapter[r]
        )
    )


@step_law("R6")
def suspending_and_resuming_keep_the_work(before: Pipeline, after: Pipeline, r: Request) -> bool:
    """Suspending and resuming keep what is settled and published, with the prompt and the adapter."""
    return (
        (before.stage[r] == Stage.SUSPENDED) == (after.stage[r] == Stage.SUSPENDED)
        or one_of(after.stage[r], Stage.WAITING, Stage.ENDED)
        or (
            after.cursor[r] == before.cursor[r]
            and after.published[r] == before.published[r]
            and after.prompt[r] == before.prompt[r]
            and after.adapter[r] == before.adapter[r]
        )
    )
