"""Pause in place: laws G2 and G8."""

from ..language import one_of, step_law
from ..sorts import Phase, Pool, Request
from ..state import World


@step_law("G2")
def paused_request_keeps_everything(before: World, after: World, r: Request) -> bool:
    """Pausing and going on change nothing that a request holds: pages, slot, adapter, cursor."""
    return not (
        (after.phase[r] == Phase.PAUSED) or (before.phase[r] == Phase.PAUSED and after.phase[r] != Phase.FINISHED)
    ) or (
        after.held[Pool.TARGET, r] == before.held[Pool.TARGET, r]
        and after.held[Pool.DRAFT, r] == before.held[Pool.DRAFT, r]
        and after.slot[r] == before.slot[r]
        and after.active[r] == before.active[r]
        and after.cursor[r] == before.cursor[r]
        and after.life[r] == before.life[r]
    )


@step_law("G2")
def paused_request_is_no_victim(before: World, after: World, r: Request) -> bool:
    """A paused request goes on decoding or ends; it is neither suspended nor preempted."""
    return before.phase[r] != Phase.PAUSED or one_of(after.phase[r], Phase.PAUSED, Phase.DECODE, Phase.FINISHED)
