"""Adapters on the device, and what a pass claims of them: laws P4, P5, P6, P8 and P13."""

from ....language import law, one_of, step_law
from ....sorts import NO_ADAPTER, Adapter, Request
from ..state import Phase, Residents, Stage


@law("P4")
def device_slot_is_in_use(w: Residents, a: Adapter) -> bool:
    """An adapter occupies the device as long as a resident request runs with it, and no longer."""
    return a == NO_ADAPTER or (w.on_device[a] == 1) == (w.users[a] >= 1)


@law("P5")
def adapters_in_use_fit_the_device(w: Residents) -> bool:
    """The adapters of all residents, paused ones included, fit the device."""
    return w.on_device.total <= w.device_slots


@law("P5")
def claims_leave_room_for_residents(w: Residents) -> bool:
    """What the pass may still claim, what it has claimed and what residents use fit the device together."""
    return w.budget + w.claimed.total + w.on_device.total <= w.device_slots


@law("P5")
def adapter_is_claimed_once(w: Residents, a: Adapter) -> bool:
    """An adapter that a resident uses is not claimed a second time."""
    return not w.claimed[a] or not w.on_device[a]


@law("P5")
def claims_are_of_one_pass(w: Residents) -> bool:
    """A pass claims after it has counted what residents use, and its claims end with its plan."""
    return w.stage == Stage.PLAN or (w.budget == 0 and w.claimed.total == 0)


@step_law("P5")
def claim_costs_one_slot(before: Residents, after: Residents) -> bool:
    """While a pass is planned, the budget falls only by what is claimed."""
    return (
        before.stage != Stage.PLAN
        or after.stage != Stage.PLAN
        or after.budget >= before.budget
        or after.budget + after.claimed.total == before.budget + before.claimed.total
    )


@step_law("P5")
def forgotten_claims_are_room_again(before: Residents, after: Residents) -> bool:
    """When a plan gives up its claims, it may claim all that residents leave."""
    return (
        before.stage != Stage.PLAN
        or after.stage != Stage.PLAN
        or after.claimed.total >= before.claimed.total
        or after.on_device.total > before.on_device.total
        or after.budget == after.device_slots - after.on_device.total
    )


@law("P6")
def resident_finds_its_adapter_on_device(w: Residents, r: Request) -> bool:
    """The adapter of a request in transfer, live or completing is on the device, though the request be paused."""
    return (
        not one_of(w.phase[r], Phase.TRANSFERRING, Phase.DECODING, Phase.COMPLETING)
        or w.adapter[r] == NO_ADAPTER
        or w.on_device[w.adapter[r]] == 1
    )


@law("P8")
def users_are_counted_once(w: Residents, a: Adapter) -> bool:
    """The users of an adapter are the residents that run with it, each once."""
    return a == NO_ADAPTER or w.users[a] == w.using[a]


@law("P13")
def base_model_takes_no_slot(w: Residents, a: Adapter) -> bool:
    """A request without an adapter claims and occupies no device slot."""
    return a != NO_ADAPTER or (w.on_device[a] == 0 and w.claimed[a] == 0 and w.users[a] == 0)
