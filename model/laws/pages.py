"""KV pages on the device and on the host: laws K1, K2, R2, S10 and S11."""

from ..language import law
from ..sorts import Phase, Pool, Request
from ..state import World

# A request's pages are either all on the device or, while it is suspended, all on the host.


@law("K1")
def pages_match_the_extent(w: World, r: Request) -> bool:
    """A request holds exactly the target pages of its computed and reserved tokens, on the device or on the host."""
    return w.held[Pool.TARGET, r] + w.hosted[Pool.TARGET, r] == w.pages(w.cursor[r] + w.reserved[r])


@law("K2")
def device_pages_are_conserved(w: World, p: Pool) -> bool:
    """Free and held pages make up the pool."""
    return w.free[p] + w.held.total[p] == w.pool_size[p] and w.free[p] >= 0


@law("K2")
def host_pages_are_conserved(w: World) -> bool:
    """Free and held host pages make up the host tier."""
    return w.host_free + w.hosted.total[Pool.TARGET] + w.hosted.total[Pool.DRAFT] == w.host_size and w.host_free >= 0


@law("K4")
def only_suspended_requests_are_on_host(w: World, r: Request, p: Pool) -> bool:
    """Pages are on the host only while their request is suspended."""
    return w.phase[r] == Phase.SUSPENDED or w.hosted[p, r] == 0


@law("R2")
def pools_move_together(w: World, r: Request) -> bool:
    """A paired request has as many draft pages as target pages, on device and host alike; an unpaired one has none."""
    return (
        (w.held[Pool.DRAFT, r] == w.held[Pool.TARGET, r] and w.hosted[Pool.DRAFT, r] == w.hosted[Pool.TARGET, r])
        if w.paired[r]
        else (w.held[Pool.DRAFT, r] == 0 and w.hosted[Pool.DRAFT, r] == 0)
    )


@law("R2")
def pages_are_in_one_tier(w: World, r: Request) -> bool:
    """A request's pages are all on the device or all on the host."""
    return w.held[Pool.TARGET, r] == 0 or w.hosted[Pool.TARGET, r] == 0


@law("R10")
def step_finds_its_pages(w: World, r: Request) -> bool:
    """A request in the step has the device pages of all it is to compute, in the draft pool too if it is paired."""
    return not w.batch[r] or (
        w.held[Pool.TARGET, r] == w.pages(w.cursor[r] + w.reserved[r])
        and (not w.paired[r] or w.held[Pool.DRAFT, r] == w.pages(w.cursor[r] + w.reserved[r]))
    )


@law("S10")
def growth_is_for_the_step_only(w: World, r: Request) -> bool:
    """Only a request in the step has pages reserved beyond its cursor."""
    return (w.batch[r] == 1) == (w.reserved[r] >= 1)


@law("S11")
def request_stays_within_the_longest(w: World, r: Request) -> bool:
    """A request's prompt, and its computed and reserved tokens, stay within the longest request."""
    return w.cursor[r] + w.reserved[r] <= w.max_length and w.prompt[r] <= w.max_length
