"""What must be possible, so that a model that forbids too much does not pass for a safe one."""

from ...language import sometimes
from ...sorts import Request
from .events.parts import current, matchable, names
from .state import Fill, Job, Memory, Operation, Outcome, Page, Stage


@sometimes
def page_is_shared(w: Memory, p: Page) -> bool:
    """Two requests hold one page."""
    return w.holds.holders[p] == 2


@sometimes
def cached_page_waits_below(w: Memory, p: Page) -> bool:
    """A page below the device is found, and nobody holds it."""
    return w.tier[p] >= 1 and matchable(w, p) and w.refs[p] == 0


@sometimes
def part_of_a_page_is_published(w: Memory, p: Page) -> bool:
    """A page is found that is not full."""
    return matchable(w, p) and w.fill[p] == Fill.PARTIAL


@sometimes
def page_outlives_its_holders(w: Memory, o: Operation, p: Page) -> bool:
    """A page that no request holds any more is still written by a step, and can be given to nobody."""
    return w.job[o] == Job.STEP and w.target[o, p] == 1 and w.holds.holders[p] == 0


@sometimes
def steps_overlap(w: Memory, o: Operation, u: Operation, p: Page) -> bool:
    """Two steps of one request have written the same page, and the host has not learned it of either."""
    return (
        o != u
        and w.target[o, p] == 1
        and w.target[u, p] == 1
        and w.outcome[o] == Outcome.DONE
        and w.outcome[u] == Outcome.DONE
    )


@sometimes
def step_is_done_beside_another(w: Memory, o: Operation, u: Operation, p: Page) -> bool:
    """A step has written to a page to which another one, in flight, still writes."""
    return (
        w.target[o, p] == 1 and w.target[u, p] == 1 and w.outcome[o] == Outcome.DONE and w.outcome[u] == Outcome.PENDING
    )


@sometimes
def step_fills_its_page(w: Memory, o: Operation, p: Page) -> bool:
    """A step has written the last position of a page."""
    return w.job[o] == Job.STEP and w.target[o, p] == 1 and w.fill[p] == Fill.FULL


@sometimes
def published_part_is_copied_to_write_on(w: Memory, o: Operation, p: Page) -> bool:
    """A request copies a page that it holds, and that is published and has room."""
    return w.job[o] == Job.LOAD and w.source[o, p] == 1 and w.holds[w.owner[o], p] == 1 and w.fill[p] == Fill.PARTIAL


@sometimes
def page_is_loaded_without_a_hold(w: Memory, o: Operation, p: Page) -> bool:
    """A page that is found and that nobody holds is copied for a request."""
    return w.job[o] == Job.LOAD and w.source[o, p] == 1 and w.holds.holders[p] == 0


@sometimes
def private_page_is_sent(w: Memory, o: Operation, p: Page) -> bool:
    """A peer reads a page that is not published."""
    return w.job[o] == Job.SEND and w.source[o, p] == 1 and w.published[p] == 0


@sometimes
def part_of_a_page_is_sent(w: Memory, o: Operation, p: Page) -> bool:
    """A peer reads a published page that is not full."""
    return w.job[o] == Job.SEND and w.source[o, p] == 1 and w.fill[p] == Fill.PARTIAL


@sometimes
def request_ends_before_its_load(w: Memory, o: Operation) -> bool:
    """A request has ended whose load is still under way."""
    return w.job[o] == Job.LOAD and w.outcome[o] == Outcome.PENDING and w.stage[w.owner[o]] == Stage.ENDED


@sometimes
def request_ends_before_the_poll(w: Memory, o: Operation) -> bool:
    """A request has ended whose load is done, while the host has not learned it."""
    return w.job[o] == Job.LOAD and w.outcome[o] == Outcome.DONE and w.stage[w.owner[o]] == Stage.ENDED


@sometimes
def request_ends_between_load_and_store(w: Memory, o: Operation, u: Operation) -> bool:
    """A request has ended while a load for it and a store are both under way."""
    return w.job[o] == Job.LOAD and w.job[u] == Job.STORE and w.stage[w.owner[o]] == Stage.ENDED


@sometimes
def request_ends_before_its_send(w: Memory, o: Operation) -> bool:
    """A request has ended, and a peer still reads a page of it."""
    return w.job[o] == Job.SEND and w.stage[w.owner[o]] == Stage.ENDED


@sometimes
def request_ends_while_it_moves(w: Memory, o: Operation, p: Page) -> bool:
    """A request has ended while its set is being moved, and its pages are still in use."""
    return w.job[o] == Job.MOVE and w.source[o, p] == 1 and w.stage[w.owner[o]] == Stage.ENDED


@sometimes
def completion_comes_late(w: Memory, o: Operation) -> bool:
    """A step of an earlier life is in flight, while its request lives a new life."""
    return w.job[o] == Job.STEP and not current(w, o) and w.stage[w.owner[o]] == Stage.LIVE


@sometimes
def load_waits_for_a_resume(w: Memory, o: Operation) -> bool:
    """A load is done whose request is suspended."""
    return w.job[o] == Job.LOAD and w.outcome[o] == Outcome.DONE and w.stage[w.owner[o]] == Stage.SUSPENDED


@sometimes
def report_is_lost(w: Memory, o: Operation, p: Page) -> bool:
    """An operation names pages whose end will never be reported."""
    return w.outcome[o] == Outcome.LOST and names(w, o, p)


@sometimes
def suspending_frees_nothing(w: Memory, r: Request, p: Page) -> bool:
    """A suspended request keeps its pages on the device, and a step of it is still in flight."""
    return w.stage[r] == Stage.SUSPENDED and w.holds[r, p] == 1 and w.tier[p] == 0 and w.stepping[r] == 1


@sometimes
def set_is_moved(w: Memory, o: Operation, p: Page, q: Page) -> bool:
    """A page of a suspended request is being copied to the tier below."""
    return w.job[o] == Job.MOVE and w.source[o, p] == 1 and w.target[o, q] == 1 and w.tier[q] >= 1


@sometimes
def move_fails(w: Memory, o: Operation) -> bool:
    """A move has failed, and the host has not learned it."""
    return w.job[o] == Job.MOVE and w.outcome[o] == Outcome.FAILED and current(w, o)


@sometimes
def keys_are_dropped_under_a_holder(w: Memory, r: Request, p: Page) -> bool:
    """A request goes on with a published page that is no longer found."""
    return w.holds[r, p] == 1 and w.published[p] == 1 and not matchable(w, p)


@sometimes
def weights_change_under_a_step(w: Memory, o: Operation) -> bool:
    """The weights have changed while a step is in flight."""
    return w.job[o] == Job.STEP and current(w, o) and w.born[w.owner[o]] < w.version


@sometimes
def weights_change_under_a_store(w: Memory, o: Operation, p: Page) -> bool:
    """The weights have changed before a finished store was polled."""
    return w.job[o] == Job.STORE and w.outcome[o] == Outcome.DONE and w.target[o, p] == 1 and w.made[p] < w.version


@sometimes
def held_page_is_stored(w: Memory, o: Operation, r: Request, p: Page) -> bool:
    """A page is copied to the tier below while a request holds it."""
    return w.job[o] == Job.STORE and w.source[o, p] == 1 and w.holds[r, p] == 1


@sometimes
def unheld_page_is_stored(w: Memory, o: Operation, p: Page) -> bool:
    """A page that nobody holds is copied to the tier below."""
    return w.job[o] == Job.STORE and w.source[o, p] == 1 and w.refs[p] == 1
