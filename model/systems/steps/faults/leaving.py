"""Requests that leave, or come back, as if nothing of them were in flight."""

from ....language import fault, one_of, require
from ....sorts import Pool, Request
from ..events.leaving import abort, pause, preempt, suspend
from ..events.parts import forget, frames, set_extent, unplan, withdraw
from ..state import Pipeline, Stage


@fault(of=suspend, id="F-S1", breaks=("row_is_of_this_life",))
def suspend_keeps_the_row(w: Pipeline, r: Request) -> None:
    """A suspended request still names its row of the last step, and reads another one's token when it is resumed."""
    require(w.stage[r] == Stage.RUNNING and w.cursor[r] >= 1 and w.row[r], "it runs, with a row")
    withdraw(w, r, 0)
    w.row[r] = 1
    w.stage[r] = Stage.SUSPENDED


@fault(of=suspend, id="F-R15", breaks=("extent_is_settled_in_flight_and_planned",))
def suspend_leaves_one_pool(w: Pipeline, r: Request) -> None:
    """The draft pool is not suspended with the target pool, and its pages stay pinned."""
    require(w.stage[r] == Stage.RUNNING and w.cursor[r] >= 1, "it runs")
    require(frames(w, r) == w.late[r], "nothing of it is in flight")
    unplan(w, r)
    w.row[r] = 0
    set_extent(w, Pool.TARGET, r, 0)
    w.stage[r] = Stage.SUSPENDED


@fault(of=suspend, id="F-G7", breaks=("paused_request_is_left_alone",))
def suspend_takes_a_paused_request(w: Pipeline, r: Request) -> None:
    """A paused request is chosen as a victim."""
    require(one_of(w.stage[r], Stage.RUNNING, Stage.PAUSED) and w.cursor[r] >= 1, "it has settled something")
    withdraw(w, r, 0)
    w.stage[r] = Stage.SUSPENDED


@fault(of=suspend, breaks=("suspending_and_resuming_keep_the_work",))
def suspend_keeps_only_what_is_published(w: Pipeline, r: Request) -> None:
    """Settled work that was not published is lost by the way."""
    require(w.stage[r] == Stage.RUNNING and w.published[r] >= 1, "it runs, and has published something")
    withdraw(w, r, 0)
    w.cursor[r] = w.published[r]
    w.committed[Pool.TARGET, r] = w.published[r]
    w.committed[Pool.DRAFT, r] = w.published[r]
    w.stage[r] = Stage.SUSPENDED


@fault(of=preempt, id="F-K12", breaks=("pages_in_flight_are_fenced",))
def preempt_frees_pages_in_flight(w: Pipeline, r: Request) -> None:
    """A victim's pages are free at once, while a step in flight writes them."""
    require(w.stage[r] == Stage.RUNNING, "it runs")
    unplan(w, r)
    w.row[r] = 0
    set_extent(w, Pool.TARGET, r, 0)
    set_extent(w, Pool.DRAFT, r, 0)
    w.late[r] = frames(w, r)
    w.older_target[r] = 0
    w.older_draft[r] = 0
    w.newest_target[r] = 0
    w.newest_draft[r] = 0
    forget(w, r)
    w.stage[r] = Stage.WAITING


@fault(of=preempt, id="F-S10", breaks=("ended_is_final",))
def preempt_revives_what_has_ended(w: Pipeline, r: Request) -> None:
    """A victim that finished with the step in flight is reset, and computed again."""
    require(one_of(w.stage[r], Stage.RUNNING, Stage.SUSPENDED, Stage.ENDED), "it was admitted")
    withdraw(w, r, 0)
    forget(w, r)
    w.stage[r] = Stage.WAITING


@fault(of=abort, breaks=("frames_of_a_life_that_ended_are_late",))
def abort_forgets_the_newer_frame(w: Pipeline, r: Request) -> None:
    """Only one frame is marked to be dropped, though two are in flight."""
    require(w.stage[r] != Stage.ENDED and w.older[r] == 1 and w.newest[r] == 1 and w.late[r] == 0, "two are in flight")
    withdraw(w, r, 0)
    w.late[r] = 1
    forget(w, r)
    w.stage[r] = Stage.ENDED


@fault(of=pause, breaks=("frames_become_late_all_at_once", "pausing_and_going_on_change_nothing_else"))
def pause_drops_what_is_in_flight(w: Pipeline, r: Request) -> None:
    """A pause is taken for a preemption: the output in flight is dropped, and the token is lost."""
    require(w.stage[r] == Stage.RUNNING and w.cursor[r] >= w.prompt[r], "it decodes")
    require(not w.planned[r], "it is not planned")
    withdraw(w, r, w.cursor[r])
    w.stage[r] = Stage.PAUSED


@fault(of=pause, breaks=("newest_frame_owns_its_row", "pausing_and_going_on_change_nothing_else"))
def pause_gives_the_row_up(w: Pipeline, r: Request) -> None:
    """A request that goes on at once has lost the only place where its token in flight will be."""
    require(w.stage[r] == Stage.RUNNING and w.cursor[r] >= w.prompt[r], "it decodes")
    require(not w.planned[r], "it is not planned")
    w.row[r] = 0
    w.stage[r] = Stage.PAUSED


@fault(of=pause, breaks=("paused_request_decodes",))
def pause_takes_a_request_in_prefill(w: Pipeline, r: Request) -> None:
    """A request is paused between its chunks."""
    require(w.stage[r] == Stage.RUNNING and w.cursor[r] >= 1, "it has settled something")
    require(not w.planned[r], "it is not planned")
    w.stage[r] = Stage.PAUSED


@fault(of=pause, breaks=("planned_request_is_running",))
def pause_leaves_the_request_planned(w: Pipeline, r: Request) -> None:
    """A paused request stays in the step being planned."""
    require(w.stage[r] == Stage.RUNNING and w.cursor[r] >= w.prompt[r], "it decodes")
    w.stage[r] = Stage.PAUSED
