"""An end that the host misses, misreads, or applies to the wrong life."""

from ....language import fault, one_of, require
from ..events.parts import current, drop_spares, retire, stop_moving
from ..events.polls import give_up, poll, poll_load, poll_move, poll_store
from ..state import Job, Memory, Operation, Outcome, Page, Stage


@fault(of=poll, breaks=("retired_operation_names_nothing",))
def poll_keeps_the_pages(w: Memory, o: Operation) -> None:
    """The operation is forgotten, and its pages stay taken."""
    require(one_of(w.outcome[o], Outcome.DONE, Outcome.FAILED), "it has ended and reports it")
    stop_moving(w, o)
    w.outcome[o] = Outcome.NONE
    w.job[o] = Job.NONE


@fault(of=poll, breaks=("late_completion_changes_nothing",))
def poll_suspends_a_new_life(w: Memory, o: Operation) -> None:
    """The late end of a move suspends its request, which lives another life by now."""
    require(one_of(w.outcome[o], Outcome.DONE, Outcome.FAILED), "it has ended and reports it")
    if w.job[o] == Job.MOVE:
        w.stage[w.owner[o]] = Stage.SUSPENDED
    retire(w, o)


@fault(of=poll_load, breaks=("late_completion_changes_nothing", "request_outside_holds_nothing"))
def load_lands_in_a_later_life(w: Memory, o: Operation, p: Page) -> None:
    """A page is put into the table of a request that was preempted or aborted meanwhile."""
    require(w.job[o] == Job.LOAD and w.outcome[o] == Outcome.DONE, "it is a load that is done")
    require(w.target[o, p], "it wrote the page")
    w.holds[w.owner[o], p] = 1
    w.refs[p] = w.refs[p] + 1
    retire(w, o)


@fault(of=poll_load, breaks=("only_results_are_received",))
def load_lands_although_it_failed(w: Memory, o: Operation, p: Page) -> None:
    """A page is received that was never written."""
    require(w.job[o] == Job.LOAD and w.outcome[o] != Outcome.LOST, "it is a load")
    require(current(w, o), "its request is in the life in which it was issued")
    require(w.stage[w.owner[o]] == Stage.LIVE, "its request is not suspended")
    require(w.target[o, p], "it wrote the page")
    w.holds[w.owner[o], p] = 1
    w.refs[p] = w.refs[p] + 1
    retire(w, o)


@fault(of=poll_store, breaks=("stored_page_is_found",))
def store_is_forgotten(w: Memory, o: Operation, q: Page) -> None:
    """What was stored is not entered below the device."""
    require(w.job[o] == Job.STORE and w.outcome[o] == Outcome.DONE, "it is a store that is done")
    require(w.target[o, q], "it wrote the page")
    retire(w, o)


@fault(of=poll_store, breaks=("found_page_is_of_the_present_weights",))
def store_lands_after_the_reset(w: Memory, o: Operation, q: Page) -> None:
    """What was stored is found although the weights changed while it was on its way."""
    require(w.job[o] == Job.STORE and w.outcome[o] == Outcome.DONE, "it is a store that is done")
    require(w.target[o, q], "it wrote the page")
    w.published[q] = 1
    w.sealed[q] = w.below
    retire(w, o)


@fault(of=poll_move, breaks=("set_is_in_one_tier",))
def move_forgets_where_the_set_is(w: Memory, o: Operation) -> None:
    """The request holds the copies and counts as being where it was."""
    require(w.job[o] == Job.MOVE and w.outcome[o] == Outcome.DONE, "it is a move that is done")
    require(current(w, o), "its request is in the life in which it was issued")
    w.refs.subtract(w.holds, w.owner[o])
    w.holds.copy(w.owner[o], w.target, o)
    w.refs.add(w.holds, w.owner[o])
    drop_spares(w, w.owner[o])
    stop_moving(w, o)
    retire(w, o)


@fault(of=poll_move, breaks=("moved_set_is_what_was_set_aside",))
def move_forgets_the_copies(w: Memory, o: Operation) -> None:
    """The originals are given back, and the copies as well."""
    require(w.job[o] == Job.MOVE and w.outcome[o] == Outcome.DONE, "it is a move that is done")
    require(current(w, o), "its request is in the life in which it was issued")
    w.refs.subtract(w.holds, w.owner[o])
    w.holds.clear(w.owner[o])
    drop_spares(w, w.owner[o])
    w.away[w.owner[o]] = 1 - w.away[w.owner[o]]
    stop_moving(w, o)
    retire(w, o)


@fault(of=give_up, breaks=("moving_request_has_its_move",))
def giving_up_forgets_who_waits(w: Memory, o: Operation) -> None:
    """The pages are taken back, and the request waits forever for a move that nobody carries out."""
    require(w.outcome[o] == Outcome.LOST, "no report of it will arrive, and it touches nothing any more")
    retire(w, o)


@fault(of=give_up, breaks=("late_completion_changes_nothing",))
def giving_up_suspends_a_new_life(w: Memory, o: Operation) -> None:
    """Whatever was given up on, its request is suspended, in whatever life it is."""
    require(w.outcome[o] == Outcome.LOST, "no report of it will arrive, and it touches nothing any more")
    if not current(w, o):
        w.stage[w.owner[o]] = Stage.SUSPENDED
    retire(w, o)
