"""Drafter slots by identity: laws G8 and G9."""

from ....language import law, one_of, step_law
from ....sorts import Request
from ..state import NO_SLOT, SCRATCH, DrafterSlot, Phase, Residents, Slots, Stage


@law("G9")
def drafter_slot_has_one_holder(w: Residents, r: Request, s: Request) -> bool:
    """Two requests never share a drafter slot."""
    return r == s or w.drafter[r] == NO_SLOT or w.drafter[r] != w.drafter[s]


@law("G9")
def drafter_slot_is_taken(w: Residents, r: Request) -> bool:
    """A request's drafter slot is not free."""
    return w.drafter[r] == NO_SLOT or w.taken[w.drafter[r]] == 1


@law("G9")
def padding_keeps_its_slot(w: Residents, d: DrafterSlot) -> bool:
    """The slot that padding writes to is never given to a request, nor is the number that stands for none."""
    return not w.taken[d] or (d != NO_SLOT and d != SCRATCH)


@law("G9")
def drafter_slots_are_counted(w: Residents, r: Request) -> bool:
    """The drafter's pool counts exactly the requests that have a slot, and as many slots are taken."""
    return (
        w.holds[Slots.DRAFTER, r] == (w.drafter[r] != NO_SLOT)
        and w.holds.total[Slots.DRAFTER] == w.decoding.total + w.lapsed.total
        and w.taken.total == w.holds.total[Slots.DRAFTER]
    )


@law("G9")
def drafter_keeps_live_requests_only(w: Residents, r: Request) -> bool:
    """Every live request has a drafter slot, paused and displaced ones too; another's is only still to be dropped."""
    return (w.drafter[r] != NO_SLOT) == (w.phase[r] == Phase.DECODING or w.lapsed[r] == 1) and (
        w.lapsed[r] == 0 or one_of(w.phase[r], Phase.SUSPENDED, Phase.COMPLETING)
    )


@step_law("G8")
def live_request_keeps_its_drafter_slot(before: Residents, after: Residents, r: Request) -> bool:
    """As long as a request is live, in the batch or not, its drafter context stays where it is."""
    return (
        before.phase[r] != Phase.DECODING or after.phase[r] != Phase.DECODING or after.drafter[r] == before.drafter[r]
    )


@step_law("G9")
def batch_starts_with_the_slots_to_be_kept(before: Residents, after: Residents, r: Request) -> bool:
    """When a batch starts, exactly the live requests have drafter slots: the batch, the paused and the displaced."""
    return (
        before.stage != Stage.PLAN
        or after.stage != Stage.RUN
        or (after.drafter[r] != NO_SLOT) == (after.phase[r] == Phase.DECODING)
    )
