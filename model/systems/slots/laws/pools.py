"""The per-resident pools: laws G13, S18 and S19."""

from ....language import law, one_of
from ....sorts import Request
from ..state import Phase, Residents, Slots, Stage


@law("G13")
def pools_are_sized_after_the_checks(w: Residents, k: Slots) -> bool:
    """No pool has a size before it is known that pausing is asked for and may be on."""
    return w.stage != Stage.SETUP or w.capacity[k] == 0


@law("G13")
def pausing_on_means_headroom_everywhere(w: Residents, k: Slots) -> bool:
    """With pausing on, every pool has room for the batch and for all that may be paused beside it."""
    return not w.pausing or w.capacity[k] >= w.max_batch + w.pause_cap


@law("G13")
def pausing_off_means_plain_pools(w: Residents, k: Slots) -> bool:
    """With pausing off, every pool is exactly as large as it is without the feature."""
    return w.pausing == 1 or w.stage <= Stage.SIZING or w.capacity[k] == w.max_batch


@law("S18")
def slots_are_conserved(w: Residents, k: Slots) -> bool:
    """Free and held entries make up the pool."""
    return w.free[k] + w.holds.total[k] == w.capacity[k]


@law("S18")
def nothing_is_held_before_the_start(w: Residents, k: Slots) -> bool:
    """While the pools get their sizes, all of their entries are free, and pausing is off."""
    return w.stage >= Stage.IDLE or (w.holds.total[k] == 0 and w.pausing == 0)


@law("S18")
def nobody_comes_before_the_start(w: Residents, r: Request) -> bool:
    """No request is submitted before the pools have their sizes."""
    return w.stage >= Stage.IDLE or w.phase[r] == Phase.ABSENT


@law("S18")
def slots_last_from_admission_to_the_end(w: Residents, r: Request) -> bool:
    """An admitted request, suspended or paused or not, holds a sequence slot and an index slot; nobody else does."""
    return (
        w.holds[Slots.SEQUENCE, r]
        == w.holds[Slots.INDEX, r]
        == one_of(w.phase[r], Phase.TRANSFERRING, Phase.DECODING, Phase.COMPLETING, Phase.SUSPENDED)
    )


@law("S18")
def matched_slot_belongs_to_somebody(w: Residents, r: Request) -> bool:
    """A recurrent-state slot is held by every admitted request, and else only by one that still waits."""
    return (
        w.holds[Slots.RECURRENT, r] == 1
        if one_of(w.phase[r], Phase.TRANSFERRING, Phase.DECODING, Phase.COMPLETING, Phase.SUSPENDED)
        else w.holds[Slots.RECURRENT, r] == 0 or w.phase[r] == Phase.WAITING
    )


@law("S19")
def admitted_requests_fit_the_seats(w: Residents) -> bool:
    """There are as many sequence slots, and index slots, in use as admitted requests, and never more than there are."""
    return (
        w.holds.total[Slots.SEQUENCE] == w.admitted.total
        and w.holds.total[Slots.INDEX] == w.admitted.total
        and w.admitted.total <= w.capacity[Slots.SEQUENCE]
    )


@law("S19")
def residents_fit_the_headroom(w: Residents) -> bool:
    """Requests in transfer and live ones, paused and displaced included, fit the batch and its headroom together."""
    return w.transferring.total + w.decoding.total <= w.max_batch + (w.pause_cap if w.pausing else 0)


@law("S18")
def drafter_pool_holds_every_resident(w: Residents, r: Request) -> bool:
    """Once the drafter has dropped what is not to be kept, a request whose KV arrives finds a drafter slot."""
    return w.phase[r] != Phase.TRANSFERRING or w.lapsed.total >= 1 or w.free[Slots.DRAFTER] >= 1
