"""One step of decoding: grow, revoke, launch, accept."""

from ..language import event, require
from ..sorts import Phase, Request, Tokens
from ..state import World
from .admission import may_plan, pages_fit
from .parts import extend, join_batch, leave_batch, leave_seat, release_adapter, release_memory, settle


@event
def grow(w: World, r: Request, drafted: Tokens) -> None:
    """A decoding request gets pages for its next token and its drafted ones, in both pools or in neither."""
    require(w.phase[r] == Phase.DECODE, "only a decoding request grows")
    require(not w.batch[r], "it is not in the step yet")
    require(may_plan(w), "the step is being planned and its batch has room", "G3")
    require(drafted == 0 or w.paired[r], "only a paired request drafts")
    require(w.cursor[r] + 1 + drafted <= w.max_length, "it stays within the longest request", "S11")
    require(pages_fit(w, r, 1 + drafted), "both pools have the pages of the growth", "K2")
    join_batch(w, r)
    extend(w, r, 1 + drafted)


@event
def revoke(w: World, r: Request) -> None:
    """No forward follows: the growth is undone in both pools, and a first chunk gives its whole admission back."""
    require(w.batch[r] and not w.running, "it was planned into a step that is not launched")
    leave_batch(w, r)
    if w.cursor[r] == 0:
        w.phase[r] = Phase.WAITING
        leave_seat(w, r)
        release_memory(w, r)
        release_adapter(w, r)
    else:
        extend(w, r, 0)


@event
def launch(w: World) -> None:
    """The planned step runs; its rows replace those of the step before."""
    require(not w.running, "no step is running")
    require(w.batch.total >= 1, "the step has work")
    w.running = 1
    w.row.become(w.batch)
    w.ran.become(w.batch)


@event
def accept(w: World, r: Request, accepted: Tokens) -> None:
    """One token and so many drafted ones are kept; both pools give back the pages of the rest."""
    require(w.running and w.batch[r], "it takes part in the running step")
    require(w.phase[r] == Phase.DECODE, "it decodes")
    require(1 + accepted <= w.reserved[r], "no more is accepted than was drafted", "R7")
    settle(w, r, 1 + accepted)
    leave_batch(w, r)
