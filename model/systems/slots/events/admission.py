"""Becoming resident: claim, retry, admit, bring_back, land."""

from ....language import event, require
from ....sorts import NO_ADAPTER, Adapter, Request
from ..parts import adapter_fits, count_claims_afresh, keep_adapter, take, take_drafter_slot
from ..state import NO_SLOT, SCRATCH, DrafterSlot, Phase, Residents, Slots, Stage


@event
def claim(w: Residents, a: Adapter) -> None:
    """The pass claims a device slot for an adapter that a candidate needs."""
    require(a != NO_ADAPTER, "the base model needs no slot", "P13")
    require(not w.on_device[a] and not w.claimed[a], "it is neither in use nor claimed", "P5")
    require(w.budget >= 1, "a pass is planned that has a device slot left", "P5")
    w.claimed[a] = 1
    w.budget = w.budget - 1


@event
def retry(w: Residents) -> None:
    """A candidate's KV was refused: the pass forgets its unused claims, and counts again what residents use."""
    require(w.claimed.total >= 1, "a claim was not used")
    w.claimed.clear()
    count_claims_afresh(w)


@event
def admit(w: Residents, r: Request) -> None:
    """A waiting request that was matched takes a seat, a sequence slot and an index slot, and its KV is on the way."""
    require(w.phase[r] == Phase.WAITING, "only a waiting request is admitted")
    require(w.stage == Stage.PLAN, "paused requests had their turn", "G5")
    require(w.occupancy < w.max_batch, "a seat is free", "G3")
    require(w.free[Slots.SEQUENCE] >= 1, "a sequence slot is free", "S19")
    require(w.free[Slots.INDEX] >= 1, "an index slot is free", "S18")
    require(w.holds[Slots.RECURRENT, r], "its match took a recurrent-state slot", "S18")
    require(adapter_fits(w, r), "its adapter is on the device or claimed", "P5")
    take(w, Slots.SEQUENCE, r)
    take(w, Slots.INDEX, r)
    keep_adapter(w, w.adapter[r])
    w.occupancy = w.occupancy + 1
    w.late[r] = 0
    w.phase[r] = Phase.TRANSFERRING


@event
def bring_back(w: Residents, r: Request) -> None:
    """A suspended request takes a seat, and its KV is on the way back."""
    require(w.phase[r] == Phase.SUSPENDED, "only a suspended request is brought back")
    require(not w.lapsed[r], "its old drafter slot was dropped", "G9")
    require(w.stage == Stage.PLAN, "paused requests had their turn", "G5")
    require(w.occupancy < w.max_batch, "a seat is free", "G3")
    require(adapter_fits(w, r), "its adapter is on the device or claimed", "P5")
    keep_adapter(w, w.adapter[r])
    w.occupancy = w.occupancy + 1
    w.phase[r] = Phase.TRANSFERRING


@event
def land(w: Residents, r: Request, d: DrafterSlot) -> None:
    """The KV has arrived: the request decodes, with a drafter slot of its own."""
    require(w.phase[r] == Phase.TRANSFERRING, "its KV was on the way")
    require(w.free[Slots.DRAFTER] >= 1, "a drafter slot is free", "S18")
    require(d != NO_SLOT and d != SCRATCH, "padding keeps its slot", "G9")
    require(not w.taken[d], "nobody has this slot", "G9")
    take_drafter_slot(w, r, d)
    w.rest[r] = w.first_rest
    w.phase[r] = Phase.DECODING
