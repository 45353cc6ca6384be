"""What becomes of a decided pass, done wrongly."""

from ....language import fault, require
from ....sorts import Flag, Pool, Request
from ..events.launching import depart, drop, launch, revoke
from ..kinds import Flight, Stage, Stand
from ..parts import abandon, go_on_launching, leave_pass, leave_seat, planning, stop_contributing
from ..state import Pass


@fault(of=drop, id="F-S2", breaks=("only_growth_changes_the_room",))
def growth_is_not_revoked(w: Pass, r: Request) -> None:
    """No forward follows, and the room that the pass gave stays: it adds up over many such passes."""
    require(w.stage == Stage.BETWEEN and w.scheduled[r], "it is scheduled, and not launched")
    if w.stand[r] == Stand.FIRST:
        abandon(w, r)
        leave_seat(w, r)
    else:
        w.grown[Pool.TARGET, r] = 0
        w.grown[Pool.DRAFT, r] = 0
    leave_pass(w, r)
    stop_contributing(w, r)


@fault(of=drop, id="F-S3", breaks=("pools_are_extended_alike", "growth_is_what_is_charged"))
def draft_growth_is_not_revoked(w: Pass, r: Request) -> None:
    """No forward follows, and only the target takes back what it gave."""
    require(w.stage == Stage.BETWEEN and w.scheduled[r], "it is scheduled, and not launched")
    if w.stand[r] == Stand.FIRST:
        abandon(w, r)
        leave_seat(w, r)
    else:
        revoke(w, Pool.TARGET, r)
    leave_pass(w, r)
    stop_contributing(w, r)


@fault(of=drop, id="F-S4", breaks=("failed_admission_leaves_nothing",))
def dropped_chunk_keeps_its_pages(w: Pass, r: Request) -> None:
    """A filter after the pass drops a first chunk, which keeps its pages, and can be no victim."""
    require(w.stage == Stage.BETWEEN and w.scheduled[r], "it is scheduled, and not launched")
    revoke(w, Pool.TARGET, r)
    revoke(w, Pool.DRAFT, r)
    leave_pass(w, r)
    stop_contributing(w, r)


@fault(of=drop, breaks=("keys_are_of_contributors", "contributors_run"))
def dropped_chunk_still_contributes(w: Pass, r: Request) -> None:
    """Others wait for the block of a chunk that was dropped."""
    require(w.stage == Stage.BETWEEN and w.scheduled[r], "it is scheduled, and not launched")
    if w.stand[r] == Stand.FIRST:
        abandon(w, r)
        leave_seat(w, r)
    else:
        revoke(w, Pool.TARGET, r)
        revoke(w, Pool.DRAFT, r)
        w.contributes[r] = 0
    leave_pass(w, r)


@fault(of=launch, breaks=("rows_are_given_at_launch",))
def rows_of_the_step_before_stay(w: Pass, r: Request, apart: Flag) -> None:
    """A launch does not replace the rows of the step before."""
    require(not planning(w) and w.scheduled[r], "the pass is decided, and has scheduled it")
    require(w.flight[r] == Flight.NONE and w.stand[r] == Stand.DECODES, "its step before was read")
    w.flown[r] = w.charge[r] - 1
    depart(w, r, apart)


@fault(of=launch, breaks=("step_in_flight_is_read_once", "result_gives_back_what_was_drafted"))
def two_steps_are_in_flight(w: Pass, r: Request, apart: Flag) -> None:
    """A generation departs before the result of its step before was read, so that what that drafted is forgotten."""
    require(not planning(w) and w.scheduled[r], "the pass is decided, and has scheduled it")
    require(w.stand[r] == Stand.DECODES and w.flight[r] != Flight.NONE, "a step of it is in flight")
    if w.stage == Stage.BETWEEN:
        w.row.become(w.scheduled)
    w.flown[r] = w.charge[r] - 1
    w.grown[Pool.TARGET, r] = 0
    w.flight[r] = Flight.APART if apart else Flight.OVERLAPPED
    leave_pass(w, r)
    go_on_launching(w)


@fault(of=launch, breaks=("launched_chunk_counts_in_full", "chunk_has_its_room"))
def first_chunk_counts_one_token(w: Pass, r: Request, apart: Flag) -> None:
    """A chunk departs, and the cursor moves by one token only."""
    require(not planning(w) and w.scheduled[r], "the pass is decided, and has scheduled it")
    require(w.flight[r] == Flight.NONE, "its step before was read")
    require(w.stand[r] == Stand.FIRST and w.cursor[r] + w.charge[r] < w.prompt[r], "it is a chunk of the context")
    if w.stage == Stage.BETWEEN:
        w.row.become(w.scheduled)
    w.cursor[r] = w.cursor[r] + 1
    w.stand[r] = Stand.LATER
    depart(w, r, apart)


@fault(of=launch, breaks=("computed_context_has_its_room",))
def every_token_counts_as_drafted(w: Pass, r: Request, apart: Flag) -> None:
    """All the tokens of a last chunk may be rejected, those of the context included."""
    require(not planning(w) and w.scheduled[r], "the pass is decided, and has scheduled it")
    require(w.flight[r] == Flight.NONE, "its step before was read")
    require(w.stand[r] == Stand.FIRST and w.cursor[r] + w.charge[r] >= w.prompt[r], "it is the last chunk")
    if w.stage == Stage.BETWEEN:
        w.row.become(w.scheduled)
    w.flown[r] = w.charge[r]
    w.cursor[r] = w.prompt[r]
    w.stand[r] = Stand.DECODES
    depart(w, r, apart)


@fault(of=launch, breaks=("drafts_are_all_but_the_next_token", "launch_ends_with_the_last_to_depart"))
def every_departure_is_a_launch(w: Pass, r: Request, apart: Flag) -> None:
    """Each request takes the rows of all before it, and all of its tokens count as drafted."""
    require(not planning(w) and w.scheduled[r], "the pass is decided, and has scheduled it")
    require(w.flight[r] == Flight.NONE and w.stand[r] == Stand.DECODES, "its step before was read")
    w.row.become(w.scheduled)
    w.flown[r] = w.charge[r]
    depart(w, r, apart)
    w.stage = Stage.BETWEEN
