"""Pages that come and go: make_room, receive, postpone, land, load, loaded, send, sent."""

from ....language import event, helper, require
from ....sorts import Pool, Request
from ..kinds import Flight, Residency, Stage, Stand
from ..parts import abandon, conclude, leave_seat, leave_slot, planning, take_seat, take_slot, walk_on
from ..state import Pass
from .walking import at_walk


@helper
def make_cache(w: Pass, p: Pool, r: Request) -> None:
    """Make a cache on the device with room for the whole context, and an index slot."""
    take_slot(w, p, r)
    w.kv[p, r] = Residency.ACTIVE
    w.capacity[p, r] = w.prompt[r]


@event
def make_room(w: Pass, r: Request) -> None:
    """A request whose context is computed elsewhere gets its caches; it takes nothing of the pass's budgets."""
    require(w.stage == Stage.GENERATIONS, "the pass walks for the first time")
    require(at_walk(w, r) and w.stand[r] == Stand.INIT, "the pass is at a request that waits to receive its context")
    require(w.slots_free[Pool.TARGET] >= 1, "the target pool has an index slot", "S18")
    require(not w.drafts or w.slots_free[Pool.DRAFT] >= 1, "the draft pool has an index slot", "S18")
    require(w.seats_free >= 1, "a sequence slot is free for when the context is there", "S19")
    make_cache(w, Pool.TARGET, r)
    if w.drafts:
        make_cache(w, Pool.DRAFT, r)
    take_seat(w, r)
    w.cursor[r] = w.prompt[r]
    w.candidate[r] = 1
    walk_on(w)


@event
def receive(w: Pass, r: Request) -> None:
    """The transfer is admitted, and writes into the request's pages from now on."""
    require(not planning(w) and w.candidate[r], "the last pass made room for it")
    w.candidate[r] = 0
    w.stand[r] = Stand.RECEIVING
    w.moving[r] = 1


@event
def postpone(w: Pass, r: Request) -> None:
    """The transfer is not admitted now: the room that was made for it is given back."""
    require(not planning(w) and w.candidate[r], "the last pass made room for it")
    w.candidate[r] = 0
    abandon(w, r)
    leave_seat(w, r)


@event
def land(w: Pass, r: Request) -> None:
    """The context is there, and the request generates."""
    require(not planning(w), "the pass is one call")
    require(w.stand[r] == Stand.RECEIVING, "its context is arriving")
    w.stand[r] = Stand.DECODES
    w.moving[r] = 0


@event
def load(w: Pass, r: Request) -> None:
    """A part of the context is fetched from another tier or machine into the request's pages."""
    require(not planning(w), "the pass is one call")
    require(w.stand[r] == Stand.LATER and not w.moving[r], "its context is computed in part")
    require(w.flight[r] == Flight.NONE and not w.scheduled[r], "no step reads or writes its pages", "S2")
    w.moving[r] = 1


@event
def loaded(w: Pass, r: Request) -> None:
    """The load is done."""
    require(not planning(w), "the pass is one call")
    require(w.stand[r] == Stand.LATER and w.moving[r], "a load is under way")
    w.moving[r] = 0


@event
def send(w: Pass, r: Request) -> None:
    """The context goes to another worker; the index slots are free from now on, the pages when it is there."""
    require(not planning(w), "the pass is one call")
    require(w.stand[r] == Stand.DECODES, "its whole context is computed")
    require(w.flight[r] == Flight.NONE and not w.scheduled[r], "no step reads or writes its pages", "S2")
    w.stand[r] = Stand.SENDING
    w.moving[r] = 1
    leave_slot(w, Pool.TARGET, r)
    leave_slot(w, Pool.DRAFT, r)


@event
def sent(w: Pass, r: Request) -> None:
    """The other worker has the context: the request ends here."""
    require(not planning(w), "the pass is one call")
    require(w.stand[r] == Stand.SENDING, "its context is being sent")
    w.moving[r] = 0
    conclude(w, r)
