"""Who holds a page: laws K2 to K5 and K13."""

from ....language import law, one_of, step_law
from ....sorts import Request
from ..events.parts import free, keeps, matchable
from ..state import Fill, Memory, Page, Stage


@law("K2")
def references_are_holders(w: Memory, p: Page) -> bool:
    """The cache's count of a page is the number of requests and operations that hold or name it."""
    return w.refs[p] == w.holds.holders[p] + w.spare.holders[p] + w.source.holders[p] + w.target.holders[p]


@law("K5")
def private_page_has_one_owner(w: Memory, p: Page) -> bool:
    """A page that is not published is in one table at most, or set aside for one request."""
    return w.published[p] == 1 or w.holds.holders[p] + w.spare.holders[p] <= 1


@law("K5")
def published_page_is_never_written(w: Memory, p: Page) -> bool:
    """No operation writes a published page."""
    return w.published[p] == 0 or w.target.holders[p] == 0


@step_law("K2")
def only_free_pages_are_taken(before: Memory, after: Memory, p: Page) -> bool:
    """A page that nobody held or named is taken for oneself only if it was free, and shared only if it was found."""
    return (
        before.refs[p] >= 1
        or after.refs[p] == 0
        or (matchable(before, p) if after.published[p] == 1 else free(before, p))
    )


@step_law("K3")
def only_unused_pages_are_evicted(before: Memory, after: Memory, p: Page) -> bool:
    """A page loses its key while keys are not dropped only if nobody holds or names it; then it becomes free."""
    return (
        not matchable(before, p)
        or matchable(after, p)
        or (after.epoch != before.epoch if after.tier[p] == 0 else after.below != before.below)
        or (before.refs[p] == 0 and free(after, p))
    )


@law("K4")
def set_is_in_one_tier(w: Memory, r: Request, p: Page) -> bool:
    """A request's pages are all on the device, or while it is away all below; those set aside are on the other side."""
    return (not w.holds[r, p] or (w.tier[p] == 0) == (w.away[r] == 0)) and (
        not w.spare[r, p] or (w.tier[p] == 0) == (w.away[r] == 1)
    )


@law("K4")
def only_suspended_requests_are_away(w: Memory, r: Request) -> bool:
    """A request whose pages are not on the device is suspended."""
    return w.away[r] == 0 or one_of(w.stage[r], Stage.SUSPENDED, Stage.MOVING)


@law("D11")
def pages_are_set_aside_for_suspended_requests(w: Memory, r: Request, p: Page) -> bool:
    """Only a suspended request has pages set aside; they are its own, and no operation but its move names them."""
    return not w.spare[r, p] or (
        one_of(w.stage[r], Stage.SUSPENDED, Stage.MOVING) and w.published[p] == 0 and w.source.holders[p] == 0
    )


@law("D11")
def request_outside_holds_nothing(w: Memory, r: Request, p: Page) -> bool:
    """A request that is absent or has ended holds no page, on whatever path it got there."""
    return not one_of(w.stage[r], Stage.ABSENT, Stage.ENDED) or not keeps(w, r, p)


@step_law("K13")
def only_full_pages_are_rebased(before: Memory, after: Memory, r: Request, p: Page, q: Page) -> bool:
    """A request gives a page away for a published one only if both are full."""
    return (
        not (before.holds[r, p] and not after.holds[r, p])
        or not (before.published[q] and not before.holds[r, q] and after.holds[r, q])
        or (before.fill[p] == Fill.FULL and before.fill[q] == Fill.FULL)
    )
