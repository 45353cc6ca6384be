"""Growth of requests that generate, done wrongly."""

from ....language import fault, require
from ....sorts import Flag, Pool, Request, Tokens
from ..events.generations import fail, grow
from ..events.walking import at_walk
from ..kinds import Residency, Rung, Stage, Stand
from ..parts import extend, left_alone, listed_at, schedule, suspend, try_nothing, walk_on
from ..state import Pass


@fault(of=grow, id="F-S24", breaks=("pass_stays_within_its_budgets",))
def budget_is_of_all_micro_batches(w: Pass, r: Request, drafted: Tokens) -> None:
    """The number of requests is held against the budgets of all micro-batches together, here two."""
    require(w.stage == Stage.GENERATIONS, "the pass walks for generations")
    require(at_walk(w, r), "the pass is at the request", "S9")
    require(w.stand[r] == Stand.DECODES and not left_alone(w, r), "it generates, and no one else has it", "S1")
    require(w.scheduled.total < w.max_requests + w.max_requests, "the pass takes one request more", "S5")
    require(w.charge.total + 1 + drafted <= w.max_tokens, "the pass takes its tokens", "S5")
    require(w.capacity[Pool.TARGET, r] + 1 + drafted <= w.max_length, "it stays within the longest request", "S11")
    schedule(w, r, 1 + drafted)


@fault(of=grow, breaks=("room_stays_within_the_longest",))
def growth_has_no_limit(w: Pass, r: Request, drafted: Tokens) -> None:
    """A request grows beyond what its page table holds."""
    require(w.stage == Stage.GENERATIONS, "the pass walks for generations")
    require(at_walk(w, r), "the pass is at the request", "S9")
    require(w.stand[r] == Stand.DECODES and not left_alone(w, r), "it generates, and no one else has it", "S1")
    require(w.scheduled.total < w.max_requests, "the pass takes one request more", "S5")
    require(w.charge.total + 1 + drafted <= w.max_tokens, "the pass takes its tokens", "S5")
    schedule(w, r, 1 + drafted)


@fault(of=grow, breaks=("decisions_exclude_each_other",))
def step_in_flight_is_scheduled_again(w: Pass, r: Request, drafted: Tokens) -> None:
    """A request that another micro-batch has in flight is scheduled as well."""
    require(w.stage == Stage.GENERATIONS, "the pass walks for generations")
    require(at_walk(w, r), "the pass is at the request", "S9")
    require(w.stand[r] == Stand.DECODES and not w.moving[r], "it generates, and no transfer has it", "S1")
    require(w.scheduled.total < w.max_requests, "the pass takes one request more", "S5")
    require(w.charge.total + 1 + drafted <= w.max_tokens, "the pass takes its tokens", "S5")
    require(w.capacity[Pool.TARGET, r] + 1 + drafted <= w.max_length, "it stays within the longest request", "S11")
    schedule(w, r, 1 + drafted)


@fault(of=grow, id="F-R22", breaks=("scheduled_requests_are_on_the_device", "growth_is_what_is_charged"))
def draft_grows_only_for_drafts(w: Pass, r: Request, drafted: Tokens) -> None:
    """Whether the draft pool grows is asked of the request's drafts, not of whether there is a draft pool."""
    require(w.stage == Stage.GENERATIONS, "the pass walks for generations")
    require(at_walk(w, r), "the pass is at the request", "S9")
    require(w.stand[r] == Stand.DECODES and not left_alone(w, r), "it generates, and no one else has it", "S1")
    require(w.scheduled.total < w.max_requests, "the pass takes one request more", "S5")
    require(w.charge.total + 1 + drafted <= w.max_tokens, "the pass takes its tokens", "S5")
    require(w.capacity[Pool.TARGET, r] + 1 + drafted <= w.max_length, "it stays within the longest request", "S11")
    extend(w, Pool.TARGET, r, 1 + drafted)
    if w.drafts and drafted >= 1:
        extend(w, Pool.DRAFT, r, 1 + drafted)
    w.scheduled[r] = 1
    w.charge[r] = 1 + drafted
    walk_on(w)


@fault(of=grow, id="F-R19", breaks=("request_grows_once_in_a_pass",))
def growth_is_charged_twice(w: Pass, r: Request, drafted: Tokens) -> None:
    """A request that is scheduled grows again, in the scheduler and once more where its step is prepared."""
    require(w.stage == Stage.GENERATIONS and w.scheduled[r] == 1, "it is scheduled")
    require(w.charge.total + 1 + drafted <= w.max_tokens, "the pass takes its tokens", "S5")
    require(w.capacity[Pool.TARGET, r] + 1 + drafted <= w.max_length, "it stays within the longest request", "S11")
    for_both = w.grown[Pool.TARGET, r] + 1 + drafted
    w.capacity[Pool.TARGET, r] = w.capacity[Pool.TARGET, r] + 1 + drafted
    w.grown[Pool.TARGET, r] = for_both
    if w.drafts:
        w.capacity[Pool.DRAFT, r] = w.capacity[Pool.DRAFT, r] + 1 + drafted
        w.grown[Pool.DRAFT, r] = for_both
    w.charge[r] = for_both


@fault(of=grow, breaks=("scheduled_requests_are_behind_the_walk", "pass_takes_only_whom_it_walks_to"))
def scheduled_request_is_walked_to_again(w: Pass, r: Request, drafted: Tokens) -> None:
    """The walk stays at the request that was scheduled, which is then scheduled once more, or made a victim."""
    require(w.stage == Stage.GENERATIONS and listed_at(w, r, w.walk), "the pass is at the request", "S9")
    require(w.stand[r] == Stand.DECODES and not left_alone(w, r), "it generates, and no one else has it", "S1")
    require(w.scheduled.total < w.max_requests, "the pass takes one request more", "S5")
    require(w.charge.total + 1 + drafted <= w.max_tokens, "the pass takes its tokens", "S5")
    require(w.capacity[Pool.TARGET, r] + 1 + drafted <= w.max_length, "it stays within the longest request", "S11")
    extend(w, Pool.TARGET, r, 1 + drafted)
    if w.drafts:
        extend(w, Pool.DRAFT, r, 1 + drafted)
    w.scheduled[r] = 1
    w.charge[r] = 1 + drafted
    try_nothing(w)


@fault(of=fail, id="F-R4", breaks=("growth_is_what_is_charged", "pools_are_extended_alike"))
def failed_draft_leaves_the_target_grown(w: Pass, r: Request, resumed: Flag) -> None:
    """The target has grown when the draft finds no pages, and keeps its growth."""
    require(w.stage == Stage.GENERATIONS and w.rung == Rung.NONE, "the walk for generations tries nothing yet")
    require(at_walk(w, r), "the pass is at the request", "S9")
    require(w.stand[r] == Stand.DECODES and not left_alone(w, r), "it generates, and no one else has it", "S1")
    w.rung = Rung.EVICTING
    w.scan = w.end
    if resumed:
        extend(w, Pool.TARGET, r, 1)


@fault(of=fail, breaks=("tried_request_can_run",))
def transfer_is_given_victims(w: Pass, r: Request, resumed: Flag) -> None:
    """Victims are looked for, too, for a request whose context is still arriving."""
    require(w.stage == Stage.GENERATIONS and w.rung == Rung.NONE, "the walk for generations tries nothing yet")
    require(at_walk(w, r), "the pass is at the request", "S9")
    require(w.stand[r] == Stand.RECEIVING, "it is to generate")
    w.rung = Rung.EVICTING
    w.scan = w.end
    if resumed:
        w.kv[Pool.TARGET, r] = Residency.ACTIVE


@fault(of=fail, breaks=("failed_growth_resumes_at_most",))
def failed_growth_suspends_at_once(w: Pass, r: Request, resumed: Flag) -> None:
    """A request whose growth fails leaves the device at once, and there is nothing left to suspend at the end."""
    require(w.stage == Stage.GENERATIONS and w.rung == Rung.NONE, "the walk for generations tries nothing yet")
    require(at_walk(w, r), "the pass is at the request", "S9")
    require(w.stand[r] == Stand.DECODES and not left_alone(w, r), "it generates, and no one else has it", "S1")
    w.rung = Rung.EVICTING
    w.scan = w.end
    if not resumed:
        suspend(w, r)
