"""Adapters that a pass forgets to count, or that stay on the device."""

from ....language import fault, require
from ....sorts import NO_ADAPTER, Adapter, Request
from ..events.admission import bring_back, claim, retry
from ..events.ending import suspend
from ..events.passes import open_admissions
from ..events.step import launch
from ..parts import adapter_fits, keep_adapter, lane_is_open, leave_adapter, seats_in_use, stop_decoding
from ..state import Phase, Residents, Stage


@fault(of=open_admissions, id="F-G5", breaks=("claims_leave_room_for_residents",))
def open_admissions_forgets_paused_adapters(w: Residents) -> None:
    """The adapters of paused requests, which are not scheduled, count as room for new ones."""
    require(lane_is_open(w), "the resume lane is open")
    require(w.paused.total == 0 or seats_in_use(w) >= w.max_batch, "no paused request could take a seat")
    w.occupancy = seats_in_use(w)
    w.budget = w.device_slots - w.on_device.total + w.paused.total
    w.stage = Stage.PLAN


@fault(of=retry, id="F-G6", breaks=("claims_leave_room_for_residents",))
def retry_forgets_paused_adapters(w: Residents) -> None:
    """When the claims are counted again without the refused candidate, the paused requests' are not."""
    require(w.claimed.total >= 1, "a claim was not used")
    w.claimed.clear()
    w.budget = w.device_slots - w.on_device.total + w.paused.total


@fault(of=retry, breaks=("forgotten_claims_are_room_again",))
def retry_loses_the_room(w: Residents) -> None:
    """What a refused candidate had claimed is neither claimed nor free for the rest of the pass."""
    require(w.claimed.total >= 1, "a claim was not used")
    w.claimed.clear()


@fault(of=claim, id="F-P13", breaks=("claims_leave_room_for_residents",))
def claim_is_not_counted(w: Residents, a: Adapter) -> None:
    """Every candidate sees the device as it was before the others had claimed anything."""
    require(a != NO_ADAPTER, "the base model needs no slot")
    require(not w.on_device[a] and not w.claimed[a], "it is neither in use nor claimed")
    require(w.budget >= 1, "a device slot is left")
    w.claimed[a] = 1


@fault(of=claim, breaks=("adapter_is_claimed_once", "claim_costs_one_slot"))
def claim_for_each_request(w: Residents, a: Adapter) -> None:
    """An adapter is claimed anew for each request that runs with it."""
    require(a != NO_ADAPTER, "the base model needs no slot")
    require(w.budget >= 1, "a device slot is left")
    w.claimed[a] = 1
    w.budget = w.budget - 1


@fault(of=claim, breaks=("base_model_takes_no_slot",))
def claim_for_the_base_model(w: Residents, a: Adapter) -> None:
    """A request without an adapter claims a device slot."""
    require(not w.on_device[a] and not w.claimed[a], "it is neither in use nor claimed")
    require(w.budget >= 1, "a device slot is left")
    w.claimed[a] = 1
    w.budget = w.budget - 1


@fault(of=launch, breaks=("claims_are_of_one_pass",))
def launch_keeps_claims(w: Residents) -> None:
    """Claims of one pass that were not used count in the next one."""
    require(w.stage == Stage.PLAN and w.batch.total >= 1 and w.lapsed.total == 0, "the batch has work")
    w.row.become(w.batch)
    w.occupancy = 0
    w.made_room = 0
    w.stage = Stage.RUN


@fault(of=bring_back, id="F-P2", breaks=("adapters_in_use_fit_the_device",))
def bring_back_without_a_claim(w: Residents, r: Request) -> None:
    """A suspended request comes back as if its adapter had stayed on the device."""
    require(w.phase[r] == Phase.SUSPENDED and not w.lapsed[r] and w.stage == Stage.PLAN, "its slot was dropped")
    require(w.occupancy < w.max_batch, "a seat is free")
    keep_adapter(w, w.adapter[r])
    w.occupancy = w.occupancy + 1
    w.phase[r] = Phase.TRANSFERRING


@fault(of=bring_back, id="F-P2", breaks=("users_are_counted_once",))
def bring_back_is_not_counted(w: Residents, r: Request) -> None:
    """A suspended request comes back and runs with its adapter without being registered for it."""
    require(w.phase[r] == Phase.SUSPENDED and not w.lapsed[r] and w.stage == Stage.PLAN, "its slot was dropped")
    require(w.occupancy < w.max_batch and adapter_fits(w, r), "a seat is free")
    w.occupancy = w.occupancy + 1
    w.phase[r] = Phase.TRANSFERRING


@fault(of=suspend, id="F-P1", breaks=("users_are_counted_once",))
def suspend_keeps_the_adapter(w: Residents, r: Request) -> None:
    """A suspended request still counts as running with its adapter."""
    require(w.phase[r] == Phase.DECODING and not w.paused[r] and not w.batch[r], "it is a victim")
    stop_decoding(w, r)
    w.lapsed[r] = 1
    w.phase[r] = Phase.SUSPENDED


@fault(of=suspend, id="F-P6", breaks=("device_slot_is_in_use", "resident_finds_its_adapter_on_device"))
def suspend_takes_a_shared_adapter_away(w: Residents, r: Request) -> None:
    """The adapter leaves the device with the first request that leaves, though another runs with it."""
    require(w.phase[r] == Phase.DECODING and not w.paused[r] and not w.batch[r], "it is a victim")
    leave_adapter(w, w.adapter[r])
    w.on_device[w.adapter[r]] = 0
    stop_decoding(w, r)
    w.lapsed[r] = 1
    w.phase[r] = Phase.SUSPENDED
