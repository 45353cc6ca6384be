"""What several events do alike: taking and giving back slots and adapters, and opening the plan of a pass."""

from ...language import helper, one_of
from ...sorts import NO_ADAPTER, Adapter, Request
from .state import NO_SLOT, DrafterSlot, Phase, Residents, Slots, Stage


@helper
def seats_in_use(w: Residents) -> int:
    """Return how many seats are taken: paused requests take none."""
    return w.transferring.total + w.decoding.total - w.paused.total


@helper
def lane_is_open(w: Residents) -> bool:
    """Whether every wait is counted in this pass and admission is not told of the seats yet."""
    return w.stage == Stage.POLICY and w.due.total == 0


@helper
def resize(w: Residents, k: Slots, entries: int) -> None:
    """Give a pool of which nothing is held so many entries."""
    w.free[k] = entries
    w.capacity[k] = entries


@helper
def take(w: Residents, k: Slots, r: Request) -> None:
    """Let the request hold an entry of the pool."""
    w.free[k] = w.free[k] - 1
    w.holds[k, r] = 1


@helper
def give_back(w: Residents, k: Slots, r: Request) -> None:
    """Return the request's entry of the pool, if it holds one."""
    w.free[k] = w.free[k] + w.holds[k, r]
    w.holds[k, r] = 0


@helper
def take_drafter_slot(w: Residents, r: Request, d: DrafterSlot) -> None:
    """Keep the request's drafter context in the slot."""
    take(w, Slots.DRAFTER, r)
    w.drafter[r] = d
    w.taken[d] = 1


@helper
def drop_drafter_slot(w: Residents, r: Request) -> None:
    """Forget the request's drafter context, if it has any, and free the slot."""
    give_back(w, Slots.DRAFTER, r)
    w.taken[w.drafter[r]] = 0
    w.drafter[r] = NO_SLOT
    w.lapsed[r] = 0


@helper
def adapter_fits(w: Residents, r: Request) -> bool:
    """Whether the request's adapter, if it has one, is on the device or was claimed in this pass."""
    return w.adapter[r] == NO_ADAPTER or w.on_device[w.adapter[r]] == 1 or w.claimed[w.adapter[r]] == 1


@helper
def keep_adapter(w: Residents, a: Adapter) -> None:
    """Count one more resident request that runs with the adapter; a claim for it is used up."""
    if a != NO_ADAPTER:
        w.users[a] = w.users[a] + 1
        w.on_device[a] = 1
        w.claimed[a] = 0


@helper
def leave_adapter(w: Residents, a: Adapter) -> None:
    """Count one resident request less; the last one frees the device slot."""
    if a != NO_ADAPTER:
        w.users[a] = w.users[a] - 1
        if w.users[a] == 0:
            w.on_device[a] = 0


@helper
def end_pause(w: Residents, r: Request) -> None:
    """Take the request out of the paused set, if it is in it, and forget how long it waited."""
    w.paused[r] = 0
    w.due[r] = 0
    w.waited[r] = 0


@helper
def count_claims_afresh(w: Residents) -> None:
    """Let the pass claim what is left beside the adapters of all resident requests, paused ones included."""
    w.budget = w.device_slots - w.on_device.total


@helper
def open_plan(w: Residents) -> None:
    """Tell admission how many seats are taken, and count what is claimed, before anything is admitted."""
    w.occupancy = seats_in_use(w)
    count_claims_afresh(w)
    w.stage = Stage.PLAN


@helper
def close_plan(w: Residents) -> None:
    """Forget what was said and claimed for this pass only."""
    w.occupancy = 0
    w.made_room = 0
    w.budget = 0
    w.claimed.clear()


@helper
def stop_decoding(w: Residents, r: Request) -> None:
    """Read from no row any more, and have no rest to make."""
    w.row[r] = 0
    w.rest[r] = 0


@helper
def release(w: Residents, r: Request) -> None:
    """Give back all that the request holds, in whatever phase it is."""
    if one_of(w.phase[r], Phase.TRANSFERRING, Phase.DECODING, Phase.COMPLETING):
        leave_adapter(w, w.adapter[r])
    give_back(w, Slots.SEQUENCE, r)
    give_back(w, Slots.INDEX, r)
    give_back(w, Slots.RECURRENT, r)
    drop_drafter_slot(w, r)
    stop_decoding(w, r)
