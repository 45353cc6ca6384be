"""Requests step back or end: suspend, preempt, pause, unpause, complete, end."""

from ....language import event, helper, one_of, require
from ....sorts import NO_ADAPTER, Request
from ..parts import has_adapter, let_go, park
from ..state import Caches, Phase


@helper
def is_free(w: Caches, r: Request) -> bool:
    """Whether the request is not chosen, and no step is being put together."""
    return not w.planned[r] and not w.forming


@event
def suspend(w: Caches, r: Request) -> None:
    """The request gives way; its adapter stays on the host for it, and may leave the device."""
    require(w.phase[r] == Phase.LIVE, "it is live", "P2")
    require(is_free(w, r), "it is not chosen, and no step is put together", "P6")
    w.phase[r] = Phase.SUSPENDED
    park(w, r)


@event
def preempt(w: Caches, r: Request) -> None:
    """The request starts over. It lets go of its adapter, unless nobody could get the weights a second time."""
    require(one_of(w.phase[r], Phase.LIVE, Phase.SUSPENDED), "it is live or suspended", "G2")
    require(is_free(w, r), "it is not chosen, and no step is put together", "P6")
    w.phase[r] = Phase.WAITING
    if w.stored[w.adapter[r]]:
        let_go(w, r)
    else:
        park(w, r)


@event
def pause(w: Caches, r: Request) -> None:
    """The request is left out in place: it keeps everything."""
    require(w.phase[r] == Phase.LIVE, "it is live", "G2")
    require(is_free(w, r), "it is not chosen, and no step is put together", "P6")
    w.phase[r] = Phase.PAUSED


@event
def unpause(w: Caches, r: Request) -> None:
    """A paused request goes on."""
    require(w.phase[r] == Phase.PAUSED, "it is paused")
    w.phase[r] = Phase.LIVE


@event
def complete(w: Caches, r: Request) -> None:
    """The request's last step is launched: it only has to be ended, and keeps its adapter until then."""
    require(w.phase[r] == Phase.LIVE, "it is live", "P2")
    require(is_free(w, r), "it is not chosen, and no step is put together", "P6")
    w.phase[r] = Phase.COMPLETING


@event
def end(w: Caches, r: Request) -> None:
    """The request finishes, fails or is given up, in whatever phase: every hold and its reference go."""
    require(w.phase[r] != Phase.ABSENT, "it is there", "P9")
    require(not w.forming, "no step is put together", "P6")
    let_go(w, r)
    if has_adapter(w, r):
        w.references[w.adapter[r]] = w.references[w.adapter[r]] - 1
    w.adapter[r] = NO_ADAPTER
    w.phase[r] = Phase.ABSENT
    w.started[r] = 0
    w.planned[r] = 0
