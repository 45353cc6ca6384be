"""A pass chooses requests and counts device pages for adapters.

Its events: plan, resume, pass_over, count_leftover, cancel.
"""

from ....language import event, helper, one_of, require
from ....sorts import NO_ADAPTER, Adapter, Request
from ..parts import activate, has_adapter, unpark
from ..state import Caches, Entry, Level, Phase


@helper
def fits(w: Caches, a: Adapter) -> bool:
    """Whether the adapter fits the device and the step, beside all that is counted, or in use, and all that is chosen.

    What is counted or chosen already is not counted again; the base model needs nothing.
    """
    return a == NO_ADAPTER or (
        w.claimed.total + w.unclaimed.total + w.weight[a] - w.claimed[a] - w.unclaimed[a] <= w.capacity[Level.DEVICE]
        and w.chosen.total + 1 - w.chosen[a] <= w.max_adapters
    )


@helper
def claim(w: Caches, a: Adapter) -> None:
    """Count the device pages of the adapter, once in a pass."""
    if w.claimed[a] == 0:
        if w.unclaimed[a] == 0:
            w.spare[a] = w.weight[a]
        w.claimed[a] = w.weight[a]
        w.unclaimed[a] = 0


@helper
def choose(w: Caches, r: Request) -> None:
    """Take the request into the plan, with its adapter."""
    w.planned[r] = 1
    if has_adapter(w, r):
        claim(w, w.adapter[r])
        w.chosen[w.adapter[r]] = 1


@helper
def begin_pass(w: Caches) -> None:
    """Begin a pass: it has chosen and counted nobody, and has still to count all that is in use."""
    w.planned.clear()
    w.claimed.clear()
    w.spare.clear()
    w.unclaimed.become(w.in_use)
    w.chosen.clear()


@event
def plan(w: Caches, r: Request) -> None:
    """The pass chooses a request for the next step: its first chunk, a later one, or a token."""
    require(not w.forming, "no step is put together yet", "P6")
    require(one_of(w.phase[r], Phase.WAITING, Phase.LIVE), "it waits, or is live", "G2")
    require(not w.planned[r], "it is not chosen yet")
    require(fits(w, w.adapter[r]), "its adapter fits the device and the step", "P5")
    choose(w, r)


@event
def resume(w: Caches, r: Request) -> None:
    """A suspended request is chosen again, and becomes active again on the adapter that it kept on the host."""
    require(not w.forming, "no step is put together yet", "P6")
    require(w.phase[r] == Phase.SUSPENDED, "it is suspended")
    require(w.entry[Level.HOST, w.adapter[r]] != Entry.FAILED, "its weights came, or may still come", "P6")
    require(fits(w, w.adapter[r]), "its adapter fits the device and the step", "P5")
    w.phase[r] = Phase.LIVE
    choose(w, r)
    if has_adapter(w, r):
        unpark(w, r)
        activate(w, r)


@event
def pass_over(w: Caches, r: Request) -> None:
    """A request is not chosen (in flight, out of room, paused, to be ended): its adapter's pages are counted too."""
    require(w.unclaimed[w.adapter[r]] >= 1, "the pages are in use, and not counted yet")
    claim(w, w.adapter[r])


@event
def count_leftover(w: Caches, a: Adapter) -> None:
    """Pages that nobody holds, and that a copy or a step still needs, are counted too."""
    require(w.deferred[Level.DEVICE, a], "nobody holds it, and something needs it")
    require(w.unclaimed[a] >= 1, "the pages are not counted yet")
    claim(w, a)


@event
def cancel(w: Caches) -> None:
    """No step follows: the next pass begins. Registrations stay, and so do copies that are under way."""
    require(w.claimed.total >= 1, "the pass has counted something")
    begin_pass(w)
