"""The list, the walk and the detector, done wrongly."""

from ....language import fault, require
from ....sorts import Request, Tokens
from ..events.listing import arrive, reorder
from ..events.walking import at_walk, begin_pass, close_pass, end_pass, pass_over, stop
from ..kinds import Rung, Stage, Stand
from ..parts import could_run, listed_at, planning, progressed, walk_on
from ..state import Pass


@fault(of=arrive, breaks=("places_are_given_once",))
def request_comes_first(w: Pass, r: Request, prompt: Tokens) -> None:
    """A request gets the first place of the list, and nobody moves up for it."""
    require(w.stand[r] == Stand.ABSENT, "it was never listed before")
    require(not planning(w), "the pass reads one list from beginning to end", "S9")
    require(1 <= prompt <= w.max_length, "its context has a token and fits the longest request", "S11")
    w.stand[r] = Stand.FIRST
    w.prompt[r] = prompt
    w.order[r] = 0
    w.length = w.length + 1


@fault(of=arrive, breaks=("places_are_on_the_list",))
def place_is_given_twice(w: Pass, r: Request, prompt: Tokens) -> None:
    """A request gets a place that the next one will get as well."""
    require(w.stand[r] == Stand.ABSENT, "it was never listed before")
    require(not planning(w), "the pass reads one list from beginning to end", "S9")
    require(1 <= prompt <= w.max_length, "its context has a token and fits the longest request", "S11")
    w.stand[r] = Stand.FIRST
    w.prompt[r] = prompt
    w.order[r] = w.length


@fault(of=reorder, breaks=("list_keeps_its_order_in_a_pass",))
def list_is_sorted_during_a_pass(w: Pass, r: Request, other: Request) -> None:
    """The list changes its order under the pass that walks it."""
    require(w.stand[r] != Stand.ABSENT and w.stand[other] != Stand.ABSENT, "both are listed", "S9")
    require(r != other, "they are two")
    place = w.order[r]
    w.order[r] = w.order[other]
    w.order[other] = place


@fault(of=begin_pass, breaks=("decisions_exclude_each_other", "evicted_requests_are_ahead_of_the_walk"))
def decisions_of_the_last_pass_stay(w: Pass) -> None:
    """The sets of the last pass are not emptied: its victims still count as such."""
    require(w.stage == Stage.BETWEEN, "no pass and no launch is under way")
    require(w.scheduled.total == 0, "what the last pass scheduled was launched or dropped", "S1")
    require(w.candidate.total == 0, "every transfer that it made room for was admitted or put off", "S1")
    require(not w.error, "no error was raised", "S15")
    w.stage = Stage.GENERATIONS
    w.end = w.length


@fault(of=begin_pass, breaks=("error_is_raised_at_the_limit",))
def pass_begins_after_the_error(w: Pass) -> None:
    """The error is raised, and nobody listens."""
    require(w.stage == Stage.BETWEEN, "no pass and no launch is under way")
    require(w.scheduled.total == 0, "what the last pass scheduled was launched or dropped", "S1")
    require(w.candidate.total == 0, "every transfer that it made room for was admitted or put off", "S1")
    w.stage = Stage.GENERATIONS
    w.end = w.length
    w.evicted.clear()
    w.recomputed.clear()
    w.deferred.clear()


@fault(of=pass_over, breaks=("nobody_is_walked_past_unseen",))
def walk_skips_a_place(w: Pass, r: Request) -> None:
    """The walk goes on by two places."""
    require(w.rung == Rung.NONE, "nothing is tried for it")
    require(at_walk(w, r), "the pass is at the request", "S9")
    if could_run(w, r):
        w.left[r] = 1
    walk_on(w)
    w.walk = w.walk + 1


@fault(of=pass_over, breaks=("nobody_is_left_unnoticed",))
def nobody_is_ever_left(w: Pass, r: Request) -> None:
    """The pass walks past a request that could have run, and takes no note of it."""
    require(w.rung == Rung.NONE, "nothing is tried for it")
    require(at_walk(w, r), "the pass is at the request", "S9")
    walk_on(w)


@fault(of=pass_over, breaks=("left_requests_could_run",))
def whoever_is_passed_is_left(w: Pass, r: Request) -> None:
    """Requests in flight, or waiting for a transfer, count as left: the detector takes a busy pass for a stall."""
    require(w.rung == Rung.NONE, "nothing is tried for it")
    require(at_walk(w, r), "the pass is at the request", "S9")
    w.left[r] = 1
    walk_on(w)


@fault(of=stop, breaks=("shortened_walk_has_a_reason",))
def walk_stops_for_no_reason(w: Pass, r: Request) -> None:
    """The walk ends at a request that could not run anyway, with nobody scheduled."""
    require(w.rung == Rung.NONE, "nothing is tried for it")
    require(listed_at(w, r, w.walk) and w.walk < w.end, "the pass is at the request", "S9")
    if could_run(w, r):
        w.left[r] = 1
    w.end = w.walk


@fault(of=close_pass, breaks=("every_stall_is_counted",))
def stall_is_overlooked(w: Pass) -> None:
    """A pass that helped nobody counts as any other."""
    require(w.stage == Stage.CONTEXTS, "the pass walks for contexts")
    require(w.walk == w.end, "that walk is over", "S15")
    w.stalled = 0
    end_pass(w)


@fault(of=close_pass, breaks=("progress_begins_the_count_anew",))
def stalls_are_not_counted_in_a_row(w: Pass) -> None:
    """A pass that helped somebody leaves the count of stalls as it is."""
    require(w.stage == Stage.CONTEXTS, "the pass walks for contexts")
    require(w.walk == w.end, "that walk is over", "S15")
    if not progressed(w) and w.moving.total == 0 and w.left.total >= 1:
        w.stalled = w.stalled + 1
        if w.stalled >= w.stall_limit:
            w.error = 1
    end_pass(w)


@fault(of=close_pass, id="F-S16", breaks=("only_a_stall_is_counted",))
def pages_on_the_move_are_ignored(w: Pass) -> None:
    """Pages that a send still reads will come free, but the detector counts the pass as a stall."""
    require(w.stage == Stage.CONTEXTS, "the pass walks for contexts")
    require(w.walk == w.end, "that walk is over", "S15")
    if progressed(w) or w.left.total == 0:
        w.stalled = 0
    else:
        w.stalled = w.stalled + 1
        if w.stalled >= w.stall_limit:
            w.error = 1
    end_pass(w)


@fault(of=close_pass, breaks=("error_is_raised_at_the_limit",))
def error_is_raised_too_early(w: Pass) -> None:
    """The first stall raises the error, though a later pass may still find pages."""
    require(w.stage == Stage.CONTEXTS, "the pass walks for contexts")
    require(w.walk == w.end, "that walk is over", "S15")
    if progressed(w) or w.moving.total >= 1 or w.left.total == 0:
        w.stalled = 0
    else:
        w.stalled = w.stalled + 1
        w.error = 1
    end_pass(w)
