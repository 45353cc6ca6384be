"""An operation that is issued, or ends on the device, wrongly."""

from ....language import fault, one_of, require
from ....sorts import Flag, Request
from ..events.device import complete, complete_copy, complete_step
from ..events.issue import issue_load, issue_move, issue_send, issue_step, issue_store
from ..events.parts import begin, free, issue, matchable, take
from ..state import Fill, Job, Memory, Operation, Outcome, Page, Stage


@fault(of=issue_step, breaks=("references_are_holders",))
def step_holds_nothing(w: Memory, o: Operation, r: Request, p: Page) -> None:
    """A step is launched without holding what it reads, so that its request's end frees pages that it still reads."""
    require(w.job[o] == Job.NONE, "the name of the operation is unused")
    require(w.stage[r] == Stage.LIVE, "it is live")
    require(w.holds[r, p] and not w.published[p], "the page that it writes is its own")
    require(w.fill[p] != Fill.FULL, "the page has room")
    issue(w, o, Job.STEP, r)
    w.source.copy(o, w.holds, r)
    w.target[o, p] = 1


@fault(of=issue_step, breaks=("published_page_is_never_written", "written_page_is_named_by_no_other"))
def step_writes_a_shared_page(w: Memory, o: Operation, r: Request, p: Page) -> None:
    """A step writes on in a published page, instead of in a copy of it."""
    require(w.job[o] == Job.NONE, "the name of the operation is unused")
    require(w.stage[r] == Stage.LIVE, "it is live")
    require(w.holds[r, p], "it holds the page")
    require(w.fill[p] != Fill.FULL, "the page has room")
    issue(w, o, Job.STEP, r)
    w.source.copy(o, w.holds, r)
    w.refs.add(w.holds, r)
    w.target[o, p] = 1
    w.refs[p] = w.refs[p] + 1


@fault(of=issue_step, breaks=("full_page_is_written_no_more",))
def step_writes_a_full_page(w: Memory, o: Operation, r: Request, p: Page) -> None:
    """A step writes over what is computed already."""
    require(w.job[o] == Job.NONE, "the name of the operation is unused")
    require(w.stage[r] == Stage.LIVE, "it is live")
    require(w.holds[r, p] and not w.published[p], "the page that it writes is its own")
    issue(w, o, Job.STEP, r)
    w.source.copy(o, w.holds, r)
    w.refs.add(w.holds, r)
    w.target[o, p] = 1
    w.refs[p] = w.refs[p] + 1


@fault(of=issue_step, breaks=("step_is_on_the_device",))
def step_of_a_suspended_request(w: Memory, o: Operation, r: Request, p: Page) -> None:
    """A request runs whose pages may lie below the device."""
    require(w.job[o] == Job.NONE, "the name of the operation is unused")
    require(w.holds[r, p] and not w.published[p], "the page that it writes is its own")
    require(w.fill[p] != Fill.FULL, "the page has room")
    issue(w, o, Job.STEP, r)
    w.source.copy(o, w.holds, r)
    w.refs.add(w.holds, r)
    w.target[o, p] = 1
    w.refs[p] = w.refs[p] + 1


@fault(of=issue_load, breaks=("copy_has_one_target",))
def load_takes_a_name_in_use(w: Memory, o: Operation, r: Request, q: Page, p: Page) -> None:
    """A name is used again before the operation that it stood for was polled."""
    require(w.stage[r] == Stage.LIVE, "it is live")
    require(w.published[q] and not free(w, q), "the source is published, and in use or found")
    require(w.made[q] == w.born[r], "the source was computed with the weights that it computes with")
    require(w.tier[p] == 0 and free(w, p), "the target is a free page of the device")
    issue(w, o, Job.LOAD, r)
    w.source[o, q] = 1
    w.refs[q] = w.refs[q] + 1
    take(w, p, w.born[r])
    w.target[o, p] = 1


@fault(of=issue_load, breaks=("transfers_read_what_is_settled", "private_page_is_read_for_its_holder"))
def load_reads_a_private_page(w: Memory, o: Operation, r: Request, q: Page, p: Page) -> None:
    """A page is copied that its request may still write."""
    require(w.job[o] == Job.NONE, "the name of the operation is unused")
    require(w.stage[r] == Stage.LIVE, "it is live")
    require(w.fill[q] != Fill.BLANK and not free(w, q), "the source has content")
    require(w.made[q] == w.born[r], "the source was computed with the weights that it computes with")
    require(w.tier[p] == 0 and free(w, p), "the target is a free page of the device")
    issue(w, o, Job.LOAD, r)
    w.source[o, q] = 1
    w.refs[q] = w.refs[q] + 1
    take(w, p, w.born[r])
    w.target[o, p] = 1


@fault(of=issue_load, breaks=("copy_is_of_the_weights_of_its_source",))
def load_across_the_weights(w: Memory, o: Operation, r: Request, q: Page, p: Page) -> None:
    """A request that began with older weights loads what the new ones computed."""
    require(w.job[o] == Job.NONE, "the name of the operation is unused")
    require(w.stage[r] == Stage.LIVE, "it is live")
    require(w.published[q] and not free(w, q), "the source is published, and in use or found")
    require(w.tier[p] == 0 and free(w, p), "the target is a free page of the device")
    issue(w, o, Job.LOAD, r)
    w.source[o, q] = 1
    w.refs[q] = w.refs[q] + 1
    take(w, p, w.born[r])
    w.target[o, p] = 1


@fault(of=issue_load, breaks=("loaded_page_is_of_its_request",))
def load_forgets_for_whom(w: Memory, o: Operation, r: Request, q: Page, p: Page) -> None:
    """What is loaded counts as computed with the present weights, although request and source are of older ones."""
    require(w.job[o] == Job.NONE, "the name of the operation is unused")
    require(w.stage[r] == Stage.LIVE, "it is live")
    require(w.published[q] and not free(w, q), "the source is published, and in use or found")
    require(w.made[q] == w.born[r], "the source was computed with the weights that it computes with")
    require(w.tier[p] == 0 and free(w, p), "the target is a free page of the device")
    issue(w, o, Job.LOAD, r)
    w.source[o, q] = 1
    w.refs[q] = w.refs[q] + 1
    take(w, p, w.version)
    w.target[o, p] = 1


@fault(of=issue_store, breaks=("copies_land_in_their_tier",))
def store_stays_on_the_device(w: Memory, o: Operation, p: Page, q: Page) -> None:
    """A page is stored in its own tier."""
    require(w.job[o] == Job.NONE, "the name of the operation is unused")
    require(matchable(w, p), "the source is found")
    require(free(w, q), "the target is free")
    begin(w, o, Job.STORE)
    w.source[o, p] = 1
    w.refs[p] = w.refs[p] + 1
    take(w, q, w.made[p])
    w.target[o, q] = 1


@fault(of=issue_send, breaks=("transfers_read_what_is_settled", "written_page_is_named_by_no_other"))
def send_of_a_page_with_room(w: Memory, o: Operation, r: Request, p: Page) -> None:
    """A peer reads a page while a step of its request writes it."""
    require(w.job[o] == Job.NONE, "the name of the operation is unused")
    require(w.stage[r] == Stage.LIVE, "it is live")
    require(w.holds[r, p], "it holds the page")
    issue(w, o, Job.SEND, r)
    w.source[o, p] = 1
    w.refs[p] = w.refs[p] + 1


@fault(of=issue_move, id="F-K8", breaks=("written_page_is_named_by_no_other",))
def move_under_a_step(w: Memory, o: Operation, r: Request) -> None:
    """A set is copied while a step in flight still writes to it."""
    require(w.job[o] == Job.NONE, "the name of the operation is unused")
    require(w.stage[r] == Stage.SUSPENDED, "it is suspended, and not moving yet")
    issue(w, o, Job.MOVE, r)
    w.source.copy(o, w.holds, r)
    w.refs.add(w.holds, r)
    w.target.copy(o, w.spare, r)
    w.refs.add(w.spare, r)
    w.mover[r] = o
    w.stage[r] = Stage.MOVING


@fault(of=issue_move, breaks=("move_is_of_a_moving_request",))
def move_leaves_its_request_suspended(w: Memory, o: Operation, r: Request) -> None:
    """The request does not know that it moves, so that it may be resumed meanwhile."""
    require(w.job[o] == Job.NONE, "the name of the operation is unused")
    require(w.stage[r] == Stage.SUSPENDED, "it is suspended, and not moving yet")
    require(w.stepping[r] == 0, "its steps were polled")
    issue(w, o, Job.MOVE, r)
    w.source.copy(o, w.holds, r)
    w.refs.add(w.holds, r)
    w.target.copy(o, w.spare, r)
    w.refs.add(w.spare, r)
    w.mover[r] = o


@fault(of=complete_step, breaks=("step_writes_its_page",))
def step_is_reported_too_early(w: Memory, o: Operation, p: Page, full: Flag) -> None:
    """The end is reported before the page is written."""
    require(w.outcome[o] == Outcome.PENDING and w.job[o] == Job.STEP, "it is a step that has not ended")
    require(w.target[o, p], "it writes the page")
    require(not full or w.target.holders[p] == 1, "no other step writes to the page after its last position")
    w.outcome[o] = Outcome.DONE


@fault(of=issue_load, breaks=("only_free_pages_are_taken",))
def load_reads_a_free_page(w: Memory, o: Operation, r: Request, q: Page, p: Page) -> None:
    """A page is copied that was evicted between the lookup and the load, or whose key was dropped."""
    require(w.job[o] == Job.NONE, "the name of the operation is unused")
    require(w.stage[r] == Stage.LIVE, "it is live")
    require(w.published[q] and p != q, "the source was published")
    require(w.made[q] == w.born[r], "the source was computed with the weights that it computes with")
    require(w.tier[p] == 0 and free(w, p), "the target is a free page of the device")
    issue(w, o, Job.LOAD, r)
    w.source[o, q] = 1
    w.refs[q] = w.refs[q] + 1
    take(w, p, w.born[r])
    w.target[o, p] = 1


@fault(of=complete_copy, breaks=("finished_copy_is_written",))
def copy_is_reported_too_early(w: Memory, o: Operation, q: Page, p: Page) -> None:
    """The end is reported before the page is written."""
    require(
        w.outcome[o] == Outcome.PENDING and one_of(w.job[o], Job.LOAD, Job.STORE),
        "it is a load or a store that has not ended",
    )
    require(w.source[o, q] and w.target[o, p], "it copies the one page to the other")
    w.outcome[o] = Outcome.DONE


@fault(of=complete, breaks=("only_the_host_releases",))
def completion_releases_at_once(w: Memory, o: Operation) -> None:
    """The pages are released where the device reports, and once more where the host learns of it."""
    require(
        w.outcome[o] == Outcome.PENDING and one_of(w.job[o], Job.SEND, Job.MOVE),
        "it is a send or a move that has not ended",
    )
    w.refs.subtract(w.source, o)
    w.outcome[o] = Outcome.DONE
