"""Results, starting over and ending, done wrongly."""

from ....language import fault, helper, one_of, require
from ....sorts import Pool, Request, Tokens
from ..events.listing import cancel
from ..events.results import finish, foresee, reset, settle
from ..kinds import Flight, Stage, Stand
from ..parts import conclude, go_on_launching, leave_pass, leave_seat, planning, stop_contributing
from ..state import Pass


@helper
def may_settle(w: Pass, r: Request, rejected: int) -> None:
    """Ask all that the event asks, but for whether the request has reached its longest."""
    require(not planning(w), "the pass is one call")
    require(w.flight[r] != Flight.NONE, "a step of it is in flight")
    require(w.stand[r] != Stand.COMPLETING, "it does not end with that step", "S8")
    require(rejected <= w.flown[r], "no more is rejected than was drafted", "S10")


@helper
def be_read(w: Pass, r: Request) -> None:
    """Have no step in flight any more, as the event does."""
    if w.flight[r] == Flight.APART:
        stop_contributing(w, r)
    w.flown[r] = 0
    w.flight[r] = Flight.NONE


@fault(of=settle, id="F-R18", breaks=("pools_are_extended_alike",))
def draft_keeps_what_was_rejected(w: Pass, r: Request, rejected: Tokens) -> None:
    """Only the target gives back the room of rejected drafts."""
    may_settle(w, r, rejected)
    require(w.capacity[Pool.TARGET, r] - rejected < w.max_length, "it is not at its longest; then it ends", "S11")
    w.capacity[Pool.TARGET, r] = w.capacity[Pool.TARGET, r] - rejected
    be_read(w, r)


@fault(of=settle, breaks=("result_gives_back_what_was_drafted", "computed_context_has_its_room"))
def more_is_rejected_than_was_drafted(w: Pass, r: Request, rejected: Tokens) -> None:
    """The width of another step is used to give room back."""
    require(not planning(w), "the pass is one call")
    require(w.flight[r] != Flight.NONE, "a step of it is in flight")
    require(w.stand[r] == Stand.DECODES, "it does not end with that step", "S8")
    require(rejected <= w.capacity[Pool.TARGET, r] and rejected <= w.capacity[Pool.DRAFT, r], "there is as much room")
    require(w.capacity[Pool.TARGET, r] - rejected < w.max_length, "it is not at its longest; then it ends", "S11")
    w.capacity[Pool.TARGET, r] = w.capacity[Pool.TARGET, r] - rejected
    w.capacity[Pool.DRAFT, r] = w.capacity[Pool.DRAFT, r] - rejected
    be_read(w, r)


@fault(of=settle, breaks=("waiting_generation_can_grow",))
def request_goes_on_at_its_longest(w: Pass, r: Request, rejected: Tokens) -> None:
    """A request that has reached its longest goes on generating, and no pass can ever schedule it."""
    may_settle(w, r, rejected)
    w.capacity[Pool.TARGET, r] = w.capacity[Pool.TARGET, r] - rejected
    if w.drafts:
        w.capacity[Pool.DRAFT, r] = w.capacity[Pool.DRAFT, r] - rejected
    be_read(w, r)


@fault(of=settle, breaks=("contributors_run",))
def planned_block_is_forgotten(w: Pass, r: Request, rejected: Tokens) -> None:
    """With the result of the step before, what the request contributes to the step planned ahead is forgotten too."""
    require(not planning(w), "the pass is one call")
    require(w.flight[r] != Flight.NONE, "a step of it is in flight")
    require(w.stand[r] == Stand.LATER and rejected == 0, "it is a context")
    w.flown[r] = 0
    w.flight[r] = Flight.NONE
    stop_contributing(w, r)


@fault(of=settle, breaks=("drafts_are_of_the_step_in_flight",))
def drafts_outlive_their_step(w: Pass, r: Request, rejected: Tokens) -> None:
    """What a step drafted stays open to be rejected after its result was read."""
    require(not planning(w), "the pass is one call")
    require(w.flight[r] != Flight.NONE, "a step of it is in flight")
    require(w.stand[r] != Stand.COMPLETING, "it does not end with that step", "S8")
    require(rejected == 0, "all is accepted")
    require(w.capacity[Pool.TARGET, r] - w.grown[Pool.TARGET, r] < w.max_length, "it is not at its longest", "S11")
    if w.flight[r] == Flight.APART:
        stop_contributing(w, r)
    w.flight[r] = Flight.NONE


@fault(of=foresee, breaks=("flights_are_of_started_requests",))
def request_completes_with_no_step(w: Pass, r: Request) -> None:
    """A request counts as ending with its step in flight where none is: nothing ever ends it."""
    require(not planning(w), "the pass is one call")
    require(w.stand[r] == Stand.DECODES, "it generates")
    require(not w.scheduled[r], "no step after that is planned", "S2")
    w.stand[r] = Stand.COMPLETING


@fault(of=finish, breaks=("seats_are_conserved",))
def finished_request_keeps_its_seat(w: Pass, r: Request) -> None:
    """A request ends, and its sequence slot stays taken."""
    require(not planning(w), "the pass is one call")
    require(w.flight[r] != Flight.NONE, "a step of it is in flight")
    require(one_of(w.stand[r], Stand.DECODES, Stand.COMPLETING), "its context was computed")
    w.seats_free = w.seats_free - w.seat[r]
    leave_pass(w, r)
    conclude(w, r)
    if w.stage == Stage.LAUNCHED:
        go_on_launching(w)


@fault(of=reset, id="F-S10", breaks=("ended_is_final",))
def finished_victim_is_reset(w: Pass, r: Request, generated: Tokens) -> None:
    """A victim whose step in flight turned out to be its last is reset all the same, and answers once more."""
    require(not planning(w), "the pass is one call")
    require(one_of(w.stand[r], Stand.REWINDING, Stand.ENDED) and w.recomputed[r], "its caches were taken", "S8")
    require(w.flight[r] == Flight.NONE, "its step in flight was read", "S8")
    require(w.prompt[r] + generated <= w.max_length, "it stays within the longest request", "S11")
    w.stand[r] = Stand.FIRST
    w.prompt[r] = w.prompt[r] + generated
    w.cursor[r] = 0
    leave_seat(w, r)


@fault(of=reset, breaks=("caches_are_given_up_to_start_over", "flights_are_of_started_requests"))
def victim_starts_over_at_once(w: Pass, r: Request, generated: Tokens) -> None:
    """A victim starts over while the result of its step is still to be read."""
    require(not planning(w), "the pass is one call")
    require(w.stand[r] == Stand.REWINDING, "its caches were taken", "S8")
    require(w.prompt[r] + generated <= w.max_length, "it stays within the longest request", "S11")
    w.stand[r] = Stand.FIRST
    w.prompt[r] = w.prompt[r] + generated
    w.cursor[r] = 0
    leave_seat(w, r)


@fault(of=reset, breaks=("failed_admission_leaves_nothing", "admitted_requests_have_a_seat"))
def victim_goes_on_from_its_cursor(w: Pass, r: Request, generated: Tokens) -> None:
    """A victim starts over with its old cursor, behind which nothing is computed, and with its sequence slot."""
    require(not planning(w), "the pass is one call")
    require(w.stand[r] == Stand.REWINDING, "its caches were taken", "S8")
    require(w.flight[r] == Flight.NONE, "its step in flight was read", "S8")
    require(w.prompt[r] + generated <= w.max_length, "it stays within the longest request", "S11")
    w.stand[r] = Stand.FIRST
    w.prompt[r] = w.prompt[r] + generated


@fault(of=cancel, breaks=("context_is_never_forgotten",))
def cancelled_request_is_listed_anew(w: Pass, r: Request) -> None:
    """A request that was cancelled is tried again from its start."""
    require(not planning(w), "the pass is one call")
    require(one_of(w.stand[r], Stand.LATER, Stand.DECODES), "it has started", "S8")
    require(not w.scheduled[r] and w.flight[r] == Flight.NONE and not w.moving[r], "nobody reads its pages")
    w.candidate[r] = 0
    conclude(w, r)
    w.stand[r] = Stand.FIRST


@fault(of=reset, breaks=("generated_tokens_join_the_context",))
def generated_tokens_are_lost(w: Pass, r: Request, generated: Tokens) -> None:
    """A victim starts over with its old context, and generates once more what it has answered already."""
    require(not planning(w), "the pass is one call")
    require(w.stand[r] == Stand.REWINDING, "its caches were taken", "S8")
    require(w.flight[r] == Flight.NONE, "its step in flight was read", "S8")
    require(w.prompt[r] + generated <= w.max_length, "it stays within the longest request", "S11")
    w.stand[r] = Stand.FIRST
    w.cursor[r] = 0
    leave_seat(w, r)


@fault(of=cancel, breaks=("nobody_reads_what_is_cancelled",))
def step_in_flight_reads_a_cancelled_request(w: Pass, r: Request) -> None:
    """A request is cancelled, and its pages are given away, while a step of it is in flight."""
    require(not planning(w), "the pass is one call")
    require(not one_of(w.stand[r], Stand.ABSENT, Stand.ENDED), "it is listed and has not ended", "S8")
    require(not w.scheduled[r], "it is not in a pass that may be launched", "S2")
    require(not w.moving[r], "no transfer holds its pages", "S15")
    w.candidate[r] = 0
    conclude(w, r)


@fault(of=finish, breaks=("end_comes_with_a_result",))
def request_ends_between_its_steps(w: Pass, r: Request) -> None:
    """A request ends without a result that says so."""
    require(not planning(w), "the pass is one call")
    require(w.stand[r] == Stand.DECODES, "its context was computed")
    leave_pass(w, r)
    conclude(w, r)
    if w.stage == Stage.LAUNCHED:
        go_on_launching(w)


@fault(of=finish, breaks=("launched_requests_own_their_rows",))
def launch_goes_on_without_anybody(w: Pass, r: Request) -> None:
    """The last request that a launch waits for ends, and the launch waits on."""
    require(not planning(w), "the pass is one call")
    require(w.flight[r] != Flight.NONE, "a step of it is in flight")
    require(one_of(w.stand[r], Stand.DECODES, Stand.COMPLETING, Stand.REWINDING), "its context was computed")
    leave_pass(w, r)
    conclude(w, r)
