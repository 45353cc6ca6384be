"""Lives: law S8, that a suspended set stays whole (K11), and that a preemption gains a page (D2)."""

from ....language import one_of, post, step_law
from ....sorts import Request
from ..events.parts import keeps
from ..events.requests import preempt
from ..state import Memory, Page, Stage


@step_law("S8")
def ended_is_final(before: Memory, after: Memory, r: Request) -> bool:
    """A request that has ended stays so, and lives no other life; one that was submitted is never absent again."""
    return (before.stage[r] != Stage.ENDED or (after.stage[r] == Stage.ENDED and after.life[r] == before.life[r])) and (
        before.stage[r] == Stage.ABSENT or after.stage[r] != Stage.ABSENT
    )


@step_law("S8")
def life_ends_at_once(before: Memory, after: Memory, r: Request, p: Page) -> bool:
    """A life ends when the request ends or is preempted, and with it every hold; a life that began is over for good."""
    return (
        (not keeps(after, r, p) and after.life[r] == before.life[r] + 1 and before.stage[r] != Stage.ABSENT)
        if after.life[r] != before.life[r]
        else (before.stage[r] == Stage.ENDED) == (after.stage[r] == Stage.ENDED)
    )


@step_law("S8")
def life_begins_with_the_present_weights(before: Memory, after: Memory, r: Request) -> bool:
    """A request that is submitted or starts over computes with the present weights, and with them for all its life."""
    return (
        after.born[r] == after.version
        if (before.stage[r] == Stage.ABSENT and after.stage[r] != Stage.ABSENT)
        or (after.life[r] != before.life[r] and after.stage[r] != Stage.ENDED)
        else after.born[r] == before.born[r]
    )


@post("D12", of=preempt)
def preemption_gains_a_page(before: Memory, after: Memory, r: Request, p: Page) -> bool:
    """The page for whose sake a request was preempted was its own alone, and is in use no more."""
    return before.holds[r, p] == 1 and before.refs[p] == 1 and after.refs[p] == 0


@step_law("K11")
def suspended_set_is_kept(before: Memory, after: Memory, r: Request, p: Page) -> bool:
    """A suspended request keeps just what it holds, until it moves, starts over or ends."""
    return (
        not one_of(before.stage[r], Stage.SUSPENDED, Stage.MOVING)
        or after.life[r] != before.life[r]
        or after.away[r] != before.away[r]
        or after.holds[r, p] == before.holds[r, p]
    )


@step_law("K11")
def moved_set_is_what_was_set_aside(before: Memory, after: Memory, r: Request, p: Page, q: Page) -> bool:
    """A request whose set has moved holds just what was set aside, each page with the content of one it held before."""
    return (
        after.away[r] == before.away[r]
        or after.life[r] != before.life[r]
        or (
            before.stage[r] == Stage.MOVING
            and after.holds[r, p] == before.spare[r, p]
            and (
                not after.holds[r, p]
                or before.image[p] != q
                or (before.holds[r, q] == 1 and after.fill[p] == before.fill[q])
            )
        )
    )
