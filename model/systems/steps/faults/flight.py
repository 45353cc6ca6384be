"""Frames that are settled, dropped or reset wrongly."""

from ....language import fault, helper, require
from ....sorts import Pool, Request, Tokens
from ..events.flight import drop, finish, publish, reset, retire
from ..events.parts import forget, land, set_extent, withdraw
from ..state import Pipeline, Stage


@helper
def settle(w: Pipeline, r: Request, kept: int) -> None:
    """Move the cursor, in both pools, over what is kept."""
    w.committed[Pool.TARGET, r] = w.committed[Pool.TARGET, r] + kept
    w.committed[Pool.DRAFT, r] = w.committed[Pool.DRAFT, r] + kept
    w.cursor[r] = w.cursor[r] + kept


@fault(
    of=retire, id="F-S26", breaks=("extent_is_settled_in_flight_and_planned", "rejected_places_return_in_both_pools")
)
def retire_reclaims_the_width_of_the_newer_step(w: Pipeline, r: Request, kept: Tokens) -> None:
    """What the last pass reserved is taken for what the retired step reserved."""
    require(w.older[r] == 1 and w.late[r] == 0 and not w.failed, "the older step has a frame of it, of this life")
    require(w.newest[r] == 1, "so does the newer one")
    require(1 <= kept <= w.newest_target[r] and kept <= w.older_target[r], "a token is kept, and no more than reserved")
    require(kept == w.older_target[r] or w.cursor[r] >= w.prompt[r], "a chunk is kept whole")
    set_extent(w, Pool.TARGET, r, w.allocated[Pool.TARGET, r] - w.newest_target[r] + kept)
    set_extent(w, Pool.DRAFT, r, w.allocated[Pool.DRAFT, r] - w.newest_draft[r] + kept)
    settle(w, r, kept)
    land(w, r)


@fault(
    of=retire, id="F-R18", breaks=("extent_is_settled_in_flight_and_planned", "rejected_places_return_in_both_pools")
)
def retire_reclaims_the_common_part(w: Pipeline, r: Request, kept: Tokens) -> None:
    """The draft pool gives back what the target pool had reserved, and keeps what it had reserved beyond."""
    require(w.older[r] == 1 and w.late[r] == 0 and not w.failed, "the older step has a frame of it, of this life")
    require(1 <= kept <= w.older_target[r], "a token is kept, and no more than were reserved")
    require(kept == w.older_target[r] or w.cursor[r] >= w.prompt[r], "a chunk is kept whole")
    set_extent(w, Pool.TARGET, r, w.allocated[Pool.TARGET, r] - w.older_target[r] + kept)
    set_extent(w, Pool.DRAFT, r, w.allocated[Pool.DRAFT, r] - w.older_target[r] + kept)
    settle(w, r, kept)
    land(w, r)


@fault(of=retire, breaks=("held_pages_match_the_extent",))
def retire_keeps_the_rejected_pages(w: Pipeline, r: Request, kept: Tokens) -> None:
    """The rejected places are taken off the extent, and their pages stay with the request."""
    require(w.older[r] == 1 and w.late[r] == 0 and not w.failed, "the older step has a frame of it, of this life")
    require(1 <= kept <= w.older_target[r], "a token is kept, and no more than were reserved")
    require(kept == w.older_target[r] or w.cursor[r] >= w.prompt[r], "a chunk is kept whole")
    w.allocated[Pool.TARGET, r] = w.allocated[Pool.TARGET, r] - w.older_target[r] + kept
    w.allocated[Pool.DRAFT, r] = w.allocated[Pool.DRAFT, r] - w.older_draft[r] + kept
    settle(w, r, kept)
    land(w, r)


@fault(of=retire, breaks=("cursor_is_settled_in_both_pools",))
def retire_settles_the_target_only(w: Pipeline, r: Request, kept: Tokens) -> None:
    """The shared cursor moves with the target pool, and the draft pool is left behind it."""
    require(w.older[r] == 1 and w.late[r] == 0 and not w.failed, "the older step has a frame of it, of this life")
    require(1 <= kept <= w.older_target[r], "a token is kept, and no more than were reserved")
    require(kept == w.older_target[r] or w.cursor[r] >= w.prompt[r], "a chunk is kept whole")
    set_extent(w, Pool.TARGET, r, w.allocated[Pool.TARGET, r] - w.older_target[r] + kept)
    set_extent(w, Pool.DRAFT, r, w.allocated[Pool.DRAFT, r] - w.older_draft[r] + kept)
    w.committed[Pool.TARGET, r] = w.committed[Pool.TARGET, r] + kept
    w.cursor[r] = w.cursor[r] + kept
    land(w, r)


@fault(of=retire, breaks=("chunk_in_flight_is_kept_whole",))
def retire_keeps_part_of_a_chunk(w: Pipeline, r: Request, kept: Tokens) -> None:
    """A chunk is settled like drafted tokens, and the next one starts behind a gap."""
    require(w.older[r] == 1 and w.late[r] == 0 and not w.failed, "the older step has a frame of it, of this life")
    require(1 <= kept <= w.older_target[r], "a token is kept, and no more than were reserved")
    set_extent(w, Pool.TARGET, r, w.allocated[Pool.TARGET, r] - w.older_target[r] + kept)
    set_extent(w, Pool.DRAFT, r, w.allocated[Pool.DRAFT, r] - w.older_draft[r] + kept)
    settle(w, r, kept)
    land(w, r)


@fault(of=retire, breaks=("kept_tokens_are_settled",))
def retire_keeps_all_that_was_reserved(w: Pipeline, r: Request, kept: Tokens) -> None:
    """Drafted tokens count as kept, whatever the verification said."""
    require(not w.failed, "the older step did not fail")
    require(1 <= kept <= w.older_target[r], "a token is kept, and no more than were reserved")
    require(w.cursor[r] >= w.prompt[r], "it decodes")
    set_extent(w, Pool.DRAFT, r, w.allocated[Pool.DRAFT, r] - w.older_draft[r] + w.older_target[r])
    settle(w, r, w.older_target[r])
    land(w, r)


@fault(of=finish, breaks=("last_frame_is_answered",))
def finish_drops_the_last_frame(w: Pipeline, r: Request) -> None:
    """The end is taken for an abort: the frame with the last token is to be dropped as well."""
    require(w.older[r] == 1 and w.late[r] == 0 and not w.failed, "the older step has a frame of it, of this life")
    withdraw(w, r, 0)
    forget(w, r)
    w.stage[r] = Stage.ENDED


@fault(of=retire, breaks=("late_output_changes_nothing", "only_settling_moves_the_cursor"))
def retire_keeps_late_output(w: Pipeline, r: Request, kept: Tokens) -> None:
    """A frame that was launched before a preemption or an abort is settled into the life that came after."""
    require(w.older[r] == 1 and w.late[r] >= 1 and not w.failed, "the older step has a late frame of it")
    require(1 <= kept <= 1, "its token is kept")
    w.late[r] = w.late[r] - 1
    settle(w, r, kept)
    land(w, r)


@fault(of=retire, breaks=("failed_step_leaves_its_members_as_before",))
def retire_keeps_output_of_a_failed_step(w: Pipeline, r: Request, kept: Tokens) -> None:
    """The failure is reported and the output is kept all the same."""
    require(w.older[r] == 1 and w.late[r] == 0, "the older step has a frame of it, of this life")
    require(1 <= kept <= w.older_target[r], "a token is kept, and no more than were reserved")
    require(kept == w.older_target[r] or w.cursor[r] >= w.prompt[r], "a chunk is kept whole")
    set_extent(w, Pool.TARGET, r, w.allocated[Pool.TARGET, r] - w.older_target[r] + kept)
    set_extent(w, Pool.DRAFT, r, w.allocated[Pool.DRAFT, r] - w.older_draft[r] + kept)
    settle(w, r, kept)
    land(w, r)


@fault(of=retire, breaks=("newer_step_is_behind_an_older_one",))
def retire_leaves_the_newer_step_behind(w: Pipeline, r: Request, kept: Tokens) -> None:
    """The older step is empty, and the newer one does not take its place."""
    require(w.older[r] == 1 and w.late[r] == 0 and not w.failed, "the older step has a frame of it, of this life")
    require(1 <= kept <= w.older_target[r], "a token is kept, and no more than were reserved")
    require(kept == w.older_target[r] or w.cursor[r] >= w.prompt[r], "a chunk is kept whole")
    set_extent(w, Pool.TARGET, r, w.allocated[Pool.TARGET, r] - w.older_target[r] + kept)
    set_extent(w, Pool.DRAFT, r, w.allocated[Pool.DRAFT, r] - w.older_draft[r] + kept)
    settle(w, r, kept)
    w.older[r] = 0
    w.older_target[r] = 0
    w.older_draft[r] = 0


@fault(of=drop, id="F-S25", breaks=("only_late_frames_fence_pages",))
def update_of_a_suspended_request_is_skipped(w: Pipeline, r: Request) -> None:
    """The step is retired after its request was suspended, the update is skipped, and the places never come back."""
    require(w.older[r] == 1 and w.late[r] >= 1, "the older step has a late frame of it")
    w.late[r] = w.late[r] - 1
    land(w, r)


@fault(of=drop, breaks=("fenced_pages_are_conserved",))
def drop_loses_the_fenced_pages(w: Pipeline, r: Request) -> None:
    """The fence is lifted and its pages are nobody's."""
    require(w.older[r] == 1 and w.late[r] == 1, "the older step has the last late frame of it")
    w.fenced_last[Pool.TARGET, r] = 0
    w.fenced_last[Pool.DRAFT, r] = 0
    w.late[r] = w.late[r] - 1
    land(w, r)


@fault(of=drop, breaks=("fence_stands_until_its_frame_retires",))
def drop_lifts_the_fence_with_the_first_frame(w: Pipeline, r: Request) -> None:
    """All fenced pages are free with the first of two late frames; the second still writes them."""
    require(w.older[r] == 1 and w.late[r] == 2, "the older step has the first of two late frames")
    w.free[Pool.TARGET] = w.free[Pool.TARGET] + w.fenced_next[Pool.TARGET, r] + w.fenced_last[Pool.TARGET, r]
    w.free[Pool.DRAFT] = w.free[Pool.DRAFT] + w.fenced_next[Pool.DRAFT, r] + w.fenced_last[Pool.DRAFT, r]
    w.fenced_next[Pool.TARGET, r] = 0
    w.fenced_next[Pool.DRAFT, r] = 0
    w.fenced_last[Pool.TARGET, r] = 0
    w.fenced_last[Pool.DRAFT, r] = 0
    w.late[r] = w.late[r] - 1
    land(w, r)


@fault(of=reset, breaks=("failed_step_leaves_its_members_as_before",))
def reset_keeps_the_frame_behind(w: Pipeline, r: Request) -> None:
    """The member is as before the failed step, and a frame that read the failed one's output is still settled."""
    require(w.failed and w.older[r] == 1 and w.late[r] == 0, "the failed step has a frame of it, of this life")
    require(w.newest[r] == 1, "so does the step behind it")
    set_extent(w, Pool.TARGET, r, w.allocated[Pool.TARGET, r] - w.older_target[r])
    set_extent(w, Pool.DRAFT, r, w.allocated[Pool.DRAFT, r] - w.older_draft[r])
    land(w, r)


@fault(of=reset, breaks=("failure_ends_with_its_step",))
def reset_clears_the_failure_with_one_member(w: Pipeline, r: Request) -> None:
    """The first member that is reset clears the failure for the others, whose output is then kept."""
    require(w.failed and w.older[r] == 1 and w.late[r] == 0, "the failed step has a frame of it, of this life")
    land(w, r)
    withdraw(w, r, w.cursor[r])
    w.failed = 0
    if w.cursor[r] == 0:
        w.stage[r] = Stage.WAITING
        forget(w, r)


@fault(of=reset, breaks=("failed_step_is_in_flight",))
def reset_leaves_the_failure_to_the_next_step(w: Pipeline, r: Request) -> None:
    """The failure is not cleared with the step that it was reported of."""
    require(w.failed and w.older[r] == 1 and w.late[r] == 0, "the failed step has a frame of it, of this life")
    land(w, r)
    withdraw(w, r, w.cursor[r])
    w.failed = 1
    if w.cursor[r] == 0:
        w.stage[r] = Stage.WAITING
        forget(w, r)


@fault(of=publish, breaks=("extents_are_nested",))
def publish_what_is_in_flight(w: Pipeline, r: Request) -> None:
    """Whole extents are published, with places that a step in flight has yet to write or to reject."""
    require(w.published[r] < w.allocated[Pool.TARGET, r], "something is not published yet")
    w.published[r] = w.allocated[Pool.TARGET, r]
