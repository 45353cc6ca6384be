"""The search for victims, done wrongly."""

from ....language import fault, helper, require
from ....sorts import Pool, Request
from ..events.generations import evict, evict_itself, is_scanned, look_further, overlook, recompute_victim
from ..events.walking import at_walk
from ..kinds import Flight, Residency, Rung, Stand
from ..parts import evictable, give_up_caches, left_alone, listed_at, replayable, suspend, try_nothing
from ..state import Pass


@helper
def make_victim(w: Pass, v: Request) -> None:
    """Note the victim, and end the walk and the search before it, as the event does."""
    w.evicted[v] = 1
    w.end = w.order[v]
    w.scan = w.order[v]


@helper
def may_evict(w: Pass, v: Request) -> None:
    """Ask all that the event asks of a victim."""
    require(w.rung == Rung.EVICTING, "a victim to suspend is looked for")
    require(is_scanned(w, v), "the search is at it", "S9")
    require(evictable(w, v), "it has started, and suspending it frees something", "S7")


@fault(of=overlook, breaks=("overlooked_requests_are_no_victims", "walk_stays_on_the_list"))
def search_runs_past_the_walk(w: Pass, v: Request) -> None:
    """The search for a victim goes on among those who come before the request at the walk, or passes good victims."""
    require(listed_at(w, v, w.scan - 1), "the search is at it", "S9")
    w.scan = w.scan - 1


@fault(of=evict, id="F-S6", breaks=("eviction_frees_something",))
def suspended_request_is_evicted(w: Pass, v: Request) -> None:
    """A request that is suspended already is taken as a victim: nothing comes free."""
    require(w.rung == Rung.EVICTING, "a victim to suspend is looked for")
    require(is_scanned(w, v), "the search is at it", "S9")
    require(w.stand[v] == Stand.DECODES and not left_alone(w, v), "it has started", "S7")
    suspend(w, v)
    make_victim(w, v)


@fault(
    of=evict,
    id="F-S7",
    breaks=("decisions_exclude_each_other", "victims_are_behind_whom_they_serve", "victims_can_be_taken"),
)
def scheduled_request_is_evicted(w: Pass, v: Request) -> None:
    """The search for a victim includes those whom this pass has scheduled."""
    require(w.rung == Rung.EVICTING, "a victim to suspend is looked for")
    require(evictable(w, v), "it has started, and suspending it frees something", "S7")
    suspend(w, v)
    make_victim(w, v)


@fault(of=evict, breaks=("last_request_is_taken_first",))
def first_request_is_taken_first(w: Pass, v: Request) -> None:
    """Any victim behind the walk is taken, and not the last of them."""
    require(w.rung == Rung.EVICTING, "a victim to suspend is looked for")
    require(w.walk < w.order[v] < w.end, "it lies behind the request at the walk", "S9")
    require(evictable(w, v), "it has started, and suspending it frees something", "S7")
    suspend(w, v)
    make_victim(w, v)


@fault(of=evict, id="F-S8", breaks=("evicted_requests_are_ahead_of_the_walk",))
def victim_is_still_walked_to(w: Pass, v: Request) -> None:
    """The walk is not shortened: it comes to the victim, and resumes it."""
    may_evict(w, v)
    suspend(w, v)
    w.evicted[v] = 1
    w.scan = w.order[v]


@fault(of=evict, id="F-R15", breaks=("evicted_requests_are_off_the_device", "pools_are_resident_alike"))
def draft_stays_on_the_device(w: Pass, v: Request) -> None:
    """Only the target's cache is suspended: the draft's pages stay locked."""
    may_evict(w, v)
    w.kv[Pool.TARGET, v] = Residency.SUSPENDED
    w.row[v] = 0
    make_victim(w, v)


@fault(of=evict, id="F-S1", breaks=("rows_belong_to_requests_on_the_device",))
def victim_keeps_its_row(w: Pass, v: Request) -> None:
    """A victim keeps its row of the last step, and would read another's newest token there after its resume."""
    may_evict(w, v)
    w.kv[Pool.TARGET, v] = Residency.SUSPENDED
    if w.drafts:
        w.kv[Pool.DRAFT, v] = Residency.SUSPENDED
    make_victim(w, v)


@fault(of=look_further, breaks=("overlooked_requests_are_no_victims",))
def search_begins_in_the_middle(w: Pass) -> None:
    """The search for victims to compute anew begins where the other one ended, and comes to nobody."""
    require(w.rung == Rung.EVICTING and w.scan == w.walk + 1, "the search for one to suspend is over", "S9")
    w.rung = Rung.RECOMPUTING


@fault(of=recompute_victim, id="F-S14", breaks=("received_context_is_never_computed_anew",))
def nobody_asks_whether_replay_is_on(w: Pass, v: Request) -> None:
    """A worker that may compute nothing anew takes a victim to compute anew."""
    require(w.rung == Rung.RECOMPUTING, "a victim to compute anew is looked for")
    require(is_scanned(w, v), "the search is at it", "S9")
    require(evictable(w, v) and not w.received[v] and not w.multimodal[v], "it has started, and can start over", "S8")
    give_up_caches(w, v)


@fault(of=recompute_victim, id="F-S14", breaks=("received_context_is_never_computed_anew",))
def received_request_is_recomputed(w: Pass, v: Request) -> None:
    """A request whose context came by transfer is taken, though it can never be computed here."""
    require(w.rung == Rung.RECOMPUTING, "a victim to compute anew is looked for")
    require(is_scanned(w, v), "the search is at it", "S9")
    require(evictable(w, v) and not w.multimodal[v], "it has started", "S8")
    give_up_caches(w, v)


@fault(of=recompute_victim, id="F-S11", breaks=("victims_have_what_they_start_over_from",))
def released_request_is_recomputed(w: Pass, v: Request) -> None:
    """A request whose images are released is taken, though its context cannot be computed anew."""
    require(w.rung == Rung.RECOMPUTING, "a victim to compute anew is looked for")
    require(is_scanned(w, v), "the search is at it", "S9")
    require(evictable(w, v) and not w.received[v], "it has started", "S8")
    give_up_caches(w, v)


@fault(of=recompute_victim, id="F-S9", breaks=("victims_can_be_taken",))
def completing_request_is_recomputed(w: Pass, v: Request) -> None:
    """A request that ends with its step in flight is taken, and its answer is lost or given twice."""
    require(w.rung == Rung.RECOMPUTING, "a victim to compute anew is looked for")
    require(is_scanned(w, v), "the search is at it", "S9")
    require(w.stand[v] == Stand.COMPLETING and not w.received[v] and not w.multimodal[v], "it can start over", "S8")
    require(w.flight[v] != Flight.APART, "no other micro-batch has it", "S1")
    give_up_caches(w, v)


@fault(of=recompute_victim, breaks=("request_outside_holds_nothing", "index_slots_are_conserved"))
def recomputed_request_keeps_its_draft(w: Pass, v: Request) -> None:
    """A victim to compute anew gives up the target's cache, and an index slot that it did not hold, but no draft."""
    require(w.rung == Rung.RECOMPUTING, "a victim to compute anew is looked for")
    require(is_scanned(w, v), "the search is at it", "S9")
    require(replayable(w, v), "it has started, and can start over", "S8")
    w.slots_free[Pool.TARGET] = w.slots_free[Pool.TARGET] + 1
    w.kv[Pool.TARGET, v] = Residency.NONE
    w.capacity[Pool.TARGET, v] = 0
    w.row[v] = 0
    w.stand[v] = Stand.REWINDING
    w.recomputed[v] = 1
    w.evicted[v] = 0


@fault(of=evict_itself, breaks=("own_eviction_is_the_last_resort",))
def request_suspends_itself_first(w: Pass, r: Request) -> None:
    """A request whose growth fails is suspended at once, though others behind it could give way."""
    require(w.rung == Rung.EVICTING, "its growth failed", "S9")
    require(at_walk(w, r), "the pass is at the request", "S9")
    if w.kv[Pool.TARGET, r] == Residency.ACTIVE:
        suspend(w, r)
        w.evicted[r] = 1
    else:
        w.left[r] = 1
    try_nothing(w)
    w.end = w.walk


@fault(of=evict_itself, breaks=("shortened_walk_has_a_reason",))
def suspended_request_is_forgotten(w: Pass, r: Request) -> None:
    """A request that was suspended already, and found no pages, is not noted as left: the detector sees nothing."""
    require(w.rung == Rung.RECOMPUTING and w.scan == w.walk + 1, "the search for any victim is over", "S9")
    require(at_walk(w, r), "the pass is at the request", "S9")
    if w.kv[Pool.TARGET, r] == Residency.ACTIVE:
        suspend(w, r)
        w.evicted[r] = 1
    try_nothing(w)
    w.end = w.walk
