"""Drafter slots lost, kept or shared."""

from ....language import fault, require
from ....sorts import Request
from ..events.admission import land
from ..events.ending import suspend
from ..events.step import drop_slot, launch
from ..parts import close_plan, drop_drafter_slot, leave_adapter, stop_decoding, take, take_drafter_slot
from ..state import NO_SLOT, SCRATCH, DrafterSlot, Phase, Residents, Slots, Stage


@fault(of=drop_slot, id="F-G2", breaks=("drafter_keeps_live_requests_only", "live_request_keeps_its_drafter_slot"))
def drop_slot_of_a_displaced_request(w: Residents, r: Request) -> None:
    """The drafter drops whoever is neither in the batch nor paused, and forgets that a request can be displaced."""
    require(w.drafter[r] != NO_SLOT and not w.batch[r] and not w.paused[r], "it is not to keep its slot")
    drop_drafter_slot(w, r)


@fault(of=drop_slot, id="F-G3", breaks=("paused_request_keeps_every_slot", "live_request_keeps_its_drafter_slot"))
def drop_slot_of_a_paused_request(w: Residents, r: Request) -> None:
    """The drafter drops whoever is not in the batch, though a request may only be paused."""
    require(w.lapsed[r] or w.paused[r], "it is not in the batch")
    drop_drafter_slot(w, r)


@fault(of=suspend, id="F-G4", breaks=("drafter_keeps_live_requests_only",))
def suspend_keeps_the_drafter_slot(w: Residents, r: Request) -> None:
    """A request whose KV has left the device counts among those whose drafter context is kept."""
    require(w.phase[r] == Phase.DECODING and not w.paused[r] and not w.batch[r], "it is a victim")
    leave_adapter(w, w.adapter[r])
    stop_decoding(w, r)
    w.phase[r] = Phase.SUSPENDED


@fault(of=launch, id="F-G4", breaks=("batch_starts_with_the_slots_to_be_kept",))
def launch_before_slots_are_dropped(w: Residents) -> None:
    """The batch starts while the drafter has contexts of requests whose KV has left the device."""
    require(w.stage == Stage.PLAN and w.batch.total >= 1, "the batch has work")
    w.row.become(w.batch)
    close_plan(w)
    w.stage = Stage.RUN


@fault(of=land, id="F-G12", breaks=("padding_keeps_its_slot",))
def land_in_the_scratch_slot(w: Residents, r: Request, d: DrafterSlot) -> None:
    """Buffers sized for a small batch put a live slot where padding writes."""
    require(w.phase[r] == Phase.TRANSFERRING, "its KV was on the way")
    require(d != NO_SLOT and not w.taken[d], "nobody has this slot")
    take_drafter_slot(w, r, d)
    w.rest[r] = w.first_rest
    w.phase[r] = Phase.DECODING


@fault(of=land, id="F-G14", breaks=("drafter_slot_has_one_holder", "drafter_slots_are_counted"))
def land_takes_over_a_slot(w: Residents, r: Request, d: DrafterSlot) -> None:
    """On overflow a request gets the slot of another, whose context is lost without a word."""
    require(w.phase[r] == Phase.TRANSFERRING, "its KV was on the way")
    require(d != NO_SLOT and d != SCRATCH, "padding keeps its slot")
    take_drafter_slot(w, r, d)
    w.rest[r] = w.first_rest
    w.phase[r] = Phase.DECODING


@fault(of=land, breaks=("drafter_slot_is_taken",))
def land_leaves_the_slot_free(w: Residents, r: Request, d: DrafterSlot) -> None:
    """The slot is used but stays in the free list, from which the next request takes it."""
    require(w.phase[r] == Phase.TRANSFERRING, "its KV was on the way")
    require(d != NO_SLOT and d != SCRATCH and not w.taken[d], "nobody has this slot")
    take(w, Slots.DRAFTER, r)
    w.drafter[r] = d
    w.rest[r] = w.first_rest
    w.phase[r] = Phase.DECODING
