"""What is pending, and what that forbids: law K16, and the operations themselves (O)."""

from ....language import law, one_of, post, step_law
from ....sorts import Request
from ..events.parts import current, free, keeps, matchable, names
from ..events.polls import poll_store
from ..state import Fill, Job, Memory, Operation, Outcome, Page, Stage


@law("O11")
def retired_operation_names_nothing(w: Memory, o: Operation, p: Page) -> bool:
    """An operation whose end was polled, or was given up on, names no page and has no job."""
    return (w.job[o] == Job.NONE) == (w.outcome[o] == Outcome.NONE) and (w.job[o] != Job.NONE or not names(w, o, p))


@law("K16")
def named_page_is_not_free(w: Memory, o: Operation, p: Page) -> bool:
    """A page that an operation reads or writes is not free, whatever became of its request."""
    return not names(w, o, p) or not free(w, p)


@step_law("K16")
def named_page_is_not_given_away(before: Memory, after: Memory, o: Operation, r: Request, p: Page) -> bool:
    """While an operation names a page, nobody newly holds it, unless it is published."""
    return (
        not (names(before, o, p) and names(after, o, p))
        or keeps(before, r, p)
        or not keeps(after, r, p)
        or after.published[p] == 1
    )


@law("K16")
def written_page_is_named_by_no_other(w: Memory, o: Operation, u: Operation, p: Page) -> bool:
    """A page that an operation writes is named by no other, but for the steps of the same life of the same request."""
    return (
        o == u
        or not w.target[o, p]
        or not names(w, u, p)
        or (w.job[o] == Job.STEP and w.job[u] == Job.STEP and w.owner[o] == w.owner[u] and w.term[o] == w.term[u])
    )


@law("K16")
def held_page_is_written_for_its_holder(w: Memory, o: Operation, r: Request, p: Page) -> bool:
    """What writes a page in a table is a step of that request in its present life, or into one set aside, its move."""
    return (
        not w.target[o, p]
        or not keeps(w, r, p)
        or (w.owner[o] == r and w.term[o] == w.life[r] and w.job[o] == (Job.STEP if w.holds[r, p] else Job.MOVE))
    )


@law("K5")
def private_page_is_read_for_its_holder(w: Memory, o: Operation, r: Request, p: Page) -> bool:
    """What reads a page that is not published, and is in a table, was issued for that request in its present life."""
    return (
        w.published[p] == 1 or not w.source[o, p] or not keeps(w, r, p) or (w.owner[o] == r and w.term[o] == w.life[r])
    )


@law("K16")
def transfers_read_what_is_settled(w: Memory, o: Operation, p: Page) -> bool:
    """A load or a store reads a published page; a page that is sent is published or full."""
    return (
        not w.source[o, p]
        or w.published[p] == 1
        or (not one_of(w.job[o], Job.LOAD, Job.STORE) and (w.job[o] != Job.SEND or w.fill[p] == Fill.FULL))
    )


@law("K4")
def step_is_on_the_device(w: Memory, o: Operation, p: Page) -> bool:
    """A step reads and writes pages of the device."""
    return w.job[o] != Job.STEP or not names(w, o, p) or w.tier[p] == 0


@law("O12")
def target_of_a_copy_is_named_once(w: Memory, o: Operation, p: Page) -> bool:
    """The page that a load or a store writes is held by nobody until the poll."""
    return not one_of(w.job[o], Job.LOAD, Job.STORE) or not w.target[o, p] or w.refs[p] == 1


@law("O12")
def copies_land_in_their_tier(w: Memory, o: Operation, p: Page) -> bool:
    """A load writes a page of the device, a store one below it, and a send none."""
    return not w.target[o, p] or (
        (w.job[o] != Job.LOAD or w.tier[p] == 0) and (w.job[o] != Job.STORE or w.tier[p] >= 1) and w.job[o] != Job.SEND
    )


@law("O12")
def copy_has_one_target(w: Memory, o: Operation, p: Page, q: Page) -> bool:
    """A load or a store writes one page."""
    return not one_of(w.job[o], Job.LOAD, Job.STORE) or not w.target[o, p] or not w.target[o, q] or p == q


@law("O15")
def moving_request_has_its_move(w: Memory, r: Request, o: Operation) -> bool:
    """A request that is moving has an operation in whose end it is suspended again."""
    return (
        w.stage[r] != Stage.MOVING
        or w.mover[r] != o
        or (w.job[o] == Job.MOVE and w.owner[o] == r and w.term[o] == w.life[r])
    )


@law("O15")
def move_is_of_a_moving_request(w: Memory, o: Operation, p: Page) -> bool:
    """A move of a request's present life is the one that it waits for, and writes just what was set aside."""
    return (
        w.job[o] != Job.MOVE
        or not current(w, o)
        or (
            w.stage[w.owner[o]] == Stage.MOVING
            and w.mover[w.owner[o]] == o
            and w.target[o, p] == w.spare[w.owner[o], p]
        )
    )


@law("O13")
def operations_are_of_a_life_that_began(w: Memory, o: Operation) -> bool:
    """An operation was issued in a life of its request that began, and that of an absent or ended one has no owner."""
    return (
        one_of(w.job[o], Job.NONE, Job.STORE)
        or w.term[o] < w.life[w.owner[o]]
        or (w.term[o] == w.life[w.owner[o]] and one_of(w.stage[w.owner[o]], Stage.LIVE, Stage.SUSPENDED, Stage.MOVING))
    )


@step_law("O13")
def late_completion_changes_nothing(before: Memory, after: Memory, o: Operation, r: Request, p: Page) -> bool:
    """The end of an operation of another request, or of an earlier life, changes nothing of what a request has."""
    return (
        before.job[o] == Job.NONE
        or after.job[o] != Job.NONE
        or (before.owner[o] == r and before.term[o] == before.life[r] and before.job[o] != Job.STORE)
        or (
            after.holds[r, p] == before.holds[r, p]
            and after.spare[r, p] == before.spare[r, p]
            and after.stage[r] == before.stage[r]
            and after.life[r] == before.life[r]
        )
    )


@step_law("O12")
def only_the_host_releases(before: Memory, after: Memory, o: Operation, p: Page) -> bool:
    """What an operation comes to on the device changes nothing of who holds or names a page; that is the poll's."""
    return (
        before.outcome[o] != Outcome.PENDING
        or after.outcome[o] == before.outcome[o]
        or (after.refs[p] == before.refs[p] and after.job[o] == before.job[o])
    )


@step_law("O14")
def only_results_are_received(before: Memory, after: Memory, o: Operation, r: Request, p: Page) -> bool:
    """Where the end of an operation brings a page into a table, the operation has done its work."""
    return (
        before.outcome[o] == Outcome.NONE
        or after.outcome[o] != Outcome.NONE
        or before.holds[r, p] == 1
        or not after.holds[r, p]
        or before.outcome[o] == Outcome.DONE
    )


@post("O14", of=poll_store)
def stored_page_is_found(before: Memory, after: Memory, o: Operation, q: Page) -> bool:
    """What a store has done is found after its poll, unless the weights have changed since it was issued."""
    return before.outcome[o] == Outcome.DONE and (after.made[q] != after.version or matchable(after, q))
