"""What several faults do right: the parts of an event that are not its fault."""

from ..events.suspension import move_to_device, move_to_host
from ..language import helper
from ..sorts import Phase, Pool, Request
from ..state import World


@helper
def move_pages_out(w: World, r: Request) -> None:
    """Move the pages of both pools to the host if they fit there."""
    if w.held[Pool.TARGET, r] + w.held[Pool.DRAFT, r] <= w.host_free:
        move_to_host(w, Pool.TARGET, r)
        move_to_host(w, Pool.DRAFT, r)


@helper
def move_pages_back(w: World, r: Request) -> None:
    """Move the pages of both pools back to the device, if they were moved out."""
    if w.hosted[Pool.TARGET, r] >= 1:
        move_to_device(w, Pool.TARGET, r)
        move_to_device(w, Pool.DRAFT, r)


@helper
def go_on(w: World, r: Request) -> None:
    """Go on where the request stood when it was suspended: in its prompt or behind it."""
    w.phase[r] = Phase.DECODE
    if w.cursor[r] < w.prompt[r]:
        w.phase[r] = Phase.PREFILL
