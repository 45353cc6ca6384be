"""The detector of stalls: law S15, and what it rests on: that no pass leaves out somebody without a trace."""

from ....language import helper, law, one_of, step_law
from ....sorts import Request
from ..kinds import Stage, Stand
from ..parts import left_alone, planning, progressed
from ..state import Pass


@helper
def waits_to_run(w: Pass, r: Request) -> bool:
    """Whether a pass could run the request, and has not scheduled it."""
    return one_of(w.stand[r], Stand.FIRST, Stand.LATER, Stand.DECODES) and not left_alone(w, r)


@helper
def is_decided(before: Pass, after: Pass) -> bool:
    """Whether a pass is decided by this step."""
    return before.stage == Stage.CONTEXTS and after.stage == Stage.BETWEEN


@law("S15")
def left_requests_could_run(w: Pass, r: Request) -> bool:
    """Whom the detector counts as left could have run, was neither scheduled nor deferred, and is not come to again."""
    return not w.left[r] or (
        planning(w)
        and waits_to_run(w, r)
        and w.scheduled[r] + w.deferred[r] == 0
        and (w.stand[r] == Stand.DECODES or w.stage == Stage.CONTEXTS)
        and (w.order[r] < w.walk or w.order[r] >= w.end or (w.stage == Stage.CONTEXTS and w.stand[r] == Stand.DECODES))
    )


@law("S15")
def shortened_walk_has_a_reason(w: Pass) -> bool:
    """A walk that ends before the end of the list has done something for somebody, or has left somebody."""
    return not planning(w) or w.end == w.length or w.left.total >= 1 or progressed(w)


@law("S15")
def nobody_is_left_unnoticed(w: Pass, r: Request) -> bool:
    """If a request could run and the walk is past it, somebody is noted as left, or the pass did something."""
    return (
        not planning(w)
        or not waits_to_run(w, r)
        or (w.order[r] >= w.walk and (w.stage == Stage.GENERATIONS or w.stand[r] != Stand.DECODES))
        or (w.stage == Stage.GENERATIONS and w.stand[r] != Stand.DECODES)
        or w.left.total >= 1
        or progressed(w)
    )


@step_law("S15")
def only_a_stall_is_counted(before: Pass, after: Pass) -> bool:
    """A stall is counted for a pass that helped nobody, though somebody could run and no pages were on the move."""
    return (
        after.stalled == before.stalled
        or after.stalled == 0
        or (
            after.stalled == before.stalled + 1
            and is_decided(before, after)
            and not progressed(before)
            and before.moving.total == 0
            and before.left.total >= 1
        )
    )


@step_law("S15")
def every_stall_is_counted(before: Pass, after: Pass, r: Request) -> bool:
    """Every pass that helped nobody, though somebody could run and no pages were on the move, is counted as a stall."""
    return (
        not is_decided(before, after)
        or progressed(before)
        or before.moving.total >= 1
        or not waits_to_run(before, r)
        or after.stalled == before.stalled + 1
    )


@step_law("S15")
def progress_begins_the_count_anew(before: Pass, after: Pass) -> bool:
    """Stalls are counted in a row: a pass that helps somebody sets the count back, and nothing else does."""
    return (
        after.stalled == 0
        if is_decided(before, after) and progressed(before)
        else (after.stalled >= before.stalled or is_decided(before, after))
    )


@law("S15")
def error_is_raised_at_the_limit(w: Pass) -> bool:
    """The error is raised exactly when as many passes in a row have stalled as may, and no pass is under way then."""
    return w.error == (1 if w.stalled >= 1 and w.stalled >= w.stall_limit else 0) and not (w.error and planning(w))
