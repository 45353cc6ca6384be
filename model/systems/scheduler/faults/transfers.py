"""Transfers, done wrongly."""

from ....language import fault, require
from ....sorts import Pool, Request
from ..events.transfers import load, make_cache, make_room, postpone, receive, send, sent
from ..events.walking import at_walk
from ..kinds import Flight, Stage, Stand
from ..parts import abandon, conclude, leave_seat, leave_slot, planning, take_seat, walk_on
from ..state import Pass


@fault(of=make_room, id="F-S21", breaks=("admitted_requests_have_a_seat",))
def transfer_finds_no_seat(w: Pass, r: Request) -> None:
    """Index slots alone limit the transfers; that there are fewer sequence slots shows when the context lands."""
    require(w.stage == Stage.GENERATIONS, "the pass walks for the first time")
    require(at_walk(w, r) and w.stand[r] == Stand.INIT, "the pass is at a request that waits to receive its context")
    require(w.slots_free[Pool.TARGET] >= 1, "the target pool has an index slot", "S18")
    require(not w.drafts or w.slots_free[Pool.DRAFT] >= 1, "the draft pool has an index slot", "S18")
    make_cache(w, Pool.TARGET, r)
    if w.drafts:
        make_cache(w, Pool.DRAFT, r)
    if w.seats_free >= 1:
        take_seat(w, r)
    w.cursor[r] = w.prompt[r]
    w.candidate[r] = 1
    walk_on(w)


@fault(of=make_room, breaks=("pools_are_resident_alike", "scheduled_requests_are_on_the_device"))
def transfer_has_no_draft(w: Pass, r: Request) -> None:
    """Room for a transfer is made in the target pool only."""
    require(w.stage == Stage.GENERATIONS, "the pass walks for the first time")
    require(at_walk(w, r) and w.stand[r] == Stand.INIT, "the pass is at a request that waits to receive its context")
    require(w.slots_free[Pool.TARGET] >= 1, "the target pool has an index slot", "S18")
    require(w.seats_free >= 1, "a sequence slot is free for when the context is there", "S19")
    make_cache(w, Pool.TARGET, r)
    take_seat(w, r)
    w.cursor[r] = w.prompt[r]
    w.candidate[r] = 1
    walk_on(w)


@fault(of=receive, breaks=("pages_move_for_a_reason",))
def transfer_is_not_noted(w: Pass, r: Request) -> None:
    """A transfer writes into pages of which nobody knows that they are written."""
    require(not planning(w) and w.candidate[r], "the last pass made room for it")
    w.candidate[r] = 0
    w.stand[r] = Stand.RECEIVING


@fault(of=postpone, breaks=("failed_admission_leaves_nothing",))
def postponed_transfer_keeps_its_room(w: Pass, r: Request) -> None:
    """A transfer that is not admitted keeps the pages that were meant for it."""
    require(not planning(w) and w.candidate[r], "the last pass made room for it")
    w.candidate[r] = 0
    leave_seat(w, r)


@fault(of=postpone, breaks=("admitted_requests_have_a_seat",))
def postponed_transfer_keeps_its_seat(w: Pass, r: Request) -> None:
    """A transfer that is not admitted keeps its sequence slot."""
    require(not planning(w) and w.candidate[r], "the last pass made room for it")
    w.candidate[r] = 0
    abandon(w, r)


@fault(of=load, breaks=("scheduled_requests_are_on_the_device",))
def pages_of_a_scheduled_chunk_are_loaded(w: Pass, r: Request) -> None:
    """A load writes into pages that the next forward reads."""
    require(not planning(w), "the pass is one call")
    require(w.stand[r] == Stand.LATER and not w.moving[r], "its context is computed in part")
    require(w.flight[r] == Flight.NONE, "no step in flight reads or writes its pages", "S2")
    w.moving[r] = 1


@fault(of=send, breaks=("caches_have_index_slots",))
def index_slot_of_a_send_is_kept(w: Pass, r: Request) -> None:
    """The draft's index slot is not given back when the context is sent."""
    require(not planning(w), "the pass is one call")
    require(w.stand[r] == Stand.DECODES, "its whole context is computed")
    require(w.flight[r] == Flight.NONE and not w.scheduled[r], "no step reads or writes its pages", "S2")
    w.stand[r] = Stand.SENDING
    w.moving[r] = 1
    leave_slot(w, Pool.TARGET, r)


@fault(of=sent, breaks=("no_pages_come_free_during_a_pass",))
def pages_come_free_under_the_pass(w: Pass, r: Request) -> None:
    """A send ends while a pass is under way, which then reads other free pages than it began with."""
    require(w.stand[r] == Stand.SENDING, "its context is being sent")
    w.moving[r] = 0
    conclude(w, r)
