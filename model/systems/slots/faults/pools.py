"""Pools with too little room, or too much."""

from ....language import fault, require
from ....sorts import Request
from ..events.admission import admit
from ..events.queue import submit, unmatch
from ..events.setup import make_plain, prepare, reserve, start, start_plain
from ..parts import adapter_fits, keep_adapter, resize, take
from ..state import Phase, Residents, Slots, Stage


@fault(of=reserve, id="F-G10", breaks=("pools_are_sized_after_the_checks",))
def reserve_before_the_checks(w: Residents, k: Slots) -> None:
    """A pool gets headroom as soon as pausing is named, whether it may be on or not."""
    require(w.stage == Stage.SETUP or w.stage == Stage.SIZING, "the engine is being set up")
    require(w.capacity[k] < w.max_batch + w.pause_cap, "the pool has no such room yet")
    resize(w, k, w.max_batch + w.pause_cap)


@fault(of=start, id="F-G10", breaks=("pausing_off_means_plain_pools",))
def start_keeps_headroom_without_pausing(w: Residents) -> None:
    """A short pool turns pausing off, and the other pools keep the room that they got for it."""
    require(w.stage == Stage.SIZING, "the prerequisites were checked, and hold")
    if (
        w.capacity[Slots.SEQUENCE] >= w.max_batch + w.pause_cap
        and w.capacity[Slots.INDEX] >= w.max_batch + w.pause_cap
        and w.capacity[Slots.RECURRENT] >= w.max_batch + w.pause_cap
        and w.capacity[Slots.DRAFTER] >= w.max_batch + w.pause_cap
    ):
        w.pausing = 1
    w.stage = Stage.IDLE


@fault(of=start, id="F-G8", breaks=("pausing_on_means_headroom_everywhere",))
def start_forgets_the_recurrent_pool(w: Residents) -> None:
    """The number of resident states is taken to be the size of the batch."""
    require(w.stage == Stage.SIZING, "the prerequisites were checked, and hold")
    if (
        w.capacity[Slots.SEQUENCE] >= w.max_batch + w.pause_cap
        and w.capacity[Slots.INDEX] >= w.max_batch + w.pause_cap
        and w.capacity[Slots.DRAFTER] >= w.max_batch + w.pause_cap
    ):
        w.pausing = 1
    else:
        make_plain(w)
    w.stage = Stage.IDLE


@fault(of=start, id="F-G9", breaks=("pausing_on_means_headroom_everywhere",))
def start_forgets_the_index_pool(w: Residents) -> None:
    """One computation of the quota counts the headroom, the other one does not."""
    require(w.stage == Stage.SIZING, "the prerequisites were checked, and hold")
    if (
        w.capacity[Slots.SEQUENCE] >= w.max_batch + w.pause_cap
        and w.capacity[Slots.RECURRENT] >= w.max_batch + w.pause_cap
        and w.capacity[Slots.DRAFTER] >= w.max_batch + w.pause_cap
    ):
        w.pausing = 1
    else:
        make_plain(w)
    w.stage = Stage.IDLE


@fault(of=start, id="F-G11", breaks=("pausing_on_means_headroom_everywhere",))
def start_forgets_the_drafter_pool(w: Residents) -> None:
    """The drafter has slots for the batch only, so that a new request finds none while another is paused."""
    require(w.stage == Stage.SIZING, "the prerequisites were checked, and hold")
    if (
        w.capacity[Slots.SEQUENCE] >= w.max_batch + w.pause_cap
        and w.capacity[Slots.INDEX] >= w.max_batch + w.pause_cap
        and w.capacity[Slots.RECURRENT] >= w.max_batch + w.pause_cap
    ):
        w.pausing = 1
    else:
        make_plain(w)
    w.stage = Stage.IDLE


@fault(of=prepare, breaks=("nothing_is_held_before_the_start", "pausing_on_means_headroom_everywhere"))
def prepare_turns_pausing_on(w: Residents) -> None:
    """Pausing is on as soon as its prerequisites hold, whatever sizes the pools will get."""
    require(w.stage == Stage.SETUP and w.max_batch >= 1, "nothing is sized yet")
    w.pausing = 1
    w.stage = Stage.SIZING


@fault(of=start_plain, breaks=("batch_takes_somebody",))
def start_with_an_empty_batch(w: Residents) -> None:
    """Nobody checks that a batch takes a request at all."""
    require(w.stage == Stage.SETUP, "nothing is sized yet")
    make_plain(w)
    w.stage = Stage.IDLE


@fault(of=submit, breaks=("nobody_comes_before_the_start",))
def submit_before_the_start(w: Residents, r: Request) -> None:
    """A request is taken in while the pools are being sized."""
    require(w.phase[r] == Phase.ABSENT, "the request was never submitted before")
    w.phase[r] = Phase.WAITING


@fault(of=unmatch, breaks=("slots_are_conserved",))
def unmatch_loses_the_slot(w: Residents, r: Request) -> None:
    """A refused admission forgets the recurrent-state slot of the match (SGLang #16067)."""
    require(w.phase[r] == Phase.WAITING and w.holds[Slots.RECURRENT, r], "it has a recurrent-state slot")
    w.holds[Slots.RECURRENT, r] = 0


@fault(of=admit, id="F-S21", breaks=("admitted_requests_fit_the_seats",))
def admit_without_a_sequence_slot(w: Residents, r: Request) -> None:
    """Admission asks the index mapper, whose pool is larger, and not the pool of sequence slots."""
    require(w.phase[r] == Phase.WAITING and w.stage == Stage.PLAN and w.occupancy < w.max_batch, "a seat is free")
    require(w.free[Slots.INDEX] >= 1, "an index slot is free")
    require(w.holds[Slots.RECURRENT, r], "its match took a recurrent-state slot")
    require(adapter_fits(w, r), "its adapter is on the device or claimed")
    take(w, Slots.SEQUENCE, r)
    take(w, Slots.INDEX, r)
    keep_adapter(w, w.adapter[r])
    w.occupancy = w.occupancy + 1
    w.late[r] = 0
    w.phase[r] = Phase.TRANSFERRING


@fault(
    of=admit,
    breaks=("residents_fit_the_headroom", "drafter_pool_holds_every_resident", "only_forced_resumes_exceed_the_seats"),
)
def admit_without_a_seat(w: Residents, r: Request) -> None:
    """Whoever finds slots is admitted: the headroom that is for paused requests fills up with new ones."""
    require(w.phase[r] == Phase.WAITING and w.stage == Stage.PLAN, "it waits")
    require(w.free[Slots.SEQUENCE] >= 1 and w.free[Slots.INDEX] >= 1, "slots are free")
    require(w.holds[Slots.RECURRENT, r], "its match took a recurrent-state slot")
    require(adapter_fits(w, r), "its adapter is on the device or claimed")
    take(w, Slots.SEQUENCE, r)
    take(w, Slots.INDEX, r)
    keep_adapter(w, w.adapter[r])
    w.occupancy = w.occupancy + 1
    w.late[r] = 0
    w.phase[r] = Phase.TRANSFERRING
