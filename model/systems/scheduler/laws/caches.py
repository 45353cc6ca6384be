"""Caches, index slots, and the two pools: laws R2, S12 and S18."""

from ....language import helper, law, one_of
from ....sorts import Pool, Request
from ..kinds import Residency, Rung, Stand
from ..parts import listed_at
from ..state import Pass


@helper
def is_tried(w: Pass, r: Request) -> bool:
    """Whether something is being tried for the request right now."""
    return w.rung != Rung.NONE and listed_at(w, r, w.walk)


@law("R2")
def pools_are_resident_alike(w: Pass, r: Request) -> bool:
    """The caches of a request in both pools are active, suspended or absent together; what is tried begins with one."""
    return (
        w.kv[Pool.DRAFT, r] == Residency.NONE
        if not w.drafts
        else (
            w.kv[Pool.DRAFT, r] == w.kv[Pool.TARGET, r]
            or (is_tried(w, r) and w.kv[Pool.DRAFT, r] < w.kv[Pool.TARGET, r])
        )
    )


@law("R2")
def pools_are_extended_alike(w: Pass, r: Request) -> bool:
    """The caches of a request have equal room in both pools, where both are there."""
    return w.capacity[Pool.DRAFT, r] == (0 if w.kv[Pool.DRAFT, r] == Residency.NONE else w.capacity[Pool.TARGET, r])


@law("S12")
def failed_admission_leaves_nothing(w: Pass, r: Request, p: Pool) -> bool:
    """A first chunk that is not scheduled, and a transfer without room, have no cache and the cursor at the start."""
    return (
        not one_of(w.stand[r], Stand.FIRST, Stand.INIT)
        or w.scheduled[r] == 1
        or w.candidate[r] == 1
        or is_tried(w, r)
        or (w.kv[p, r] == Residency.NONE and w.capacity[p, r] == 0 and w.cursor[r] == 0)
    )


@law("S8")
def request_outside_holds_nothing(w: Pass, r: Request, p: Pool) -> bool:
    """A request that is absent or has ended, or whose caches were taken, has no cache; who has ended is forgotten."""
    return not one_of(w.stand[r], Stand.ABSENT, Stand.ENDED, Stand.REWINDING) or (
        w.kv[p, r] == Residency.NONE
        and w.capacity[p, r] == 0
        and (w.stand[r] == Stand.REWINDING or (w.cursor[r] == 0 and w.prompt[r] == 0 and not w.received[r]))
    )


@law("S12")
def started_requests_keep_their_caches(w: Pass, r: Request, p: Pool) -> bool:
    """A request with computed context, or one that arrives or is being sent, has a cache in every pool."""
    return (
        not one_of(w.stand[r], Stand.LATER, Stand.DECODES, Stand.COMPLETING, Stand.RECEIVING, Stand.SENDING)
        or (p == Pool.DRAFT and not w.drafts)
        or w.kv[p, r] != Residency.NONE
    )


@law("S18")
def index_slots_are_conserved(w: Pass, p: Pool) -> bool:
    """Free and taken index slots make up the pool's."""
    return w.slots_free[p] + w.slot.total[p] == w.slots_size[p] and w.slots_free[p] >= 0


@law("S18")
def caches_have_index_slots(w: Pass, r: Request, p: Pool) -> bool:
    """Each cache has an index slot, and no other request has one; only what is being sent gave it back early."""
    return (w.slot[p, r] == 1) == (w.kv[p, r] != Residency.NONE and w.stand[r] != Stand.SENDING)
