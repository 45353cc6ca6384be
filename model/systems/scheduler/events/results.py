"""What a step in flight brings: settle, foresee, finish, reset."""

from ....language import event, one_of, require
from ....sorts import Pool, Request, Tokens
from ..kinds import Flight, Stage, Stand
from ..parts import conclude, go_on_launching, leave_pass, leave_seat, planning, stop_contributing
from ..state import Pass


@event
def settle(w: Pass, r: Request, rejected: Tokens) -> None:
    """The result of a step is read: rejected drafts give their room back in both pools, and the request goes on."""
    require(not planning(w), "the pass is one call")
    require(w.flight[r] != Flight.NONE, "a step of it is in flight")
    require(w.stand[r] != Stand.COMPLETING, "it does not end with that step", "S8")
    require(rejected <= w.flown[r], "no more is rejected than was drafted", "S10")
    require(
        w.capacity[Pool.TARGET, r] - w.grown[Pool.TARGET, r] - rejected < w.max_length,
        "it is not at its longest; then it ends",
        "S11",
    )
    w.capacity[Pool.TARGET, r] = w.capacity[Pool.TARGET, r] - rejected
    if w.drafts:
        w.capacity[Pool.DRAFT, r] = w.capacity[Pool.DRAFT, r] - rejected
    if w.flight[r] == Flight.APART:  # else what it contributes is of the step that is planned ahead
        stop_contributing(w, r)
    w.flown[r] = 0
    w.flight[r] = Flight.NONE


@event
def foresee(w: Pass, r: Request) -> None:
    """Before its result is read it is known that a request ends with the step in flight; it is planned no more."""
    require(not planning(w), "the pass is one call")
    require(w.stand[r] == Stand.DECODES, "it generates")
    require(w.flight[r] == Flight.OVERLAPPED, "a pass may plan ahead of the step in flight", "S8")
    require(not w.scheduled[r], "no step after that is planned", "S2")
    w.stand[r] = Stand.COMPLETING


@event
def finish(w: Pass, r: Request) -> None:
    """The result of a step is the last: the request ends, even if it is planned again or its caches were taken."""
    require(not planning(w), "the pass is one call")
    require(w.flight[r] != Flight.NONE, "a step of it is in flight")
    require(one_of(w.stand[r], Stand.DECODES, Stand.COMPLETING, Stand.REWINDING), "its context was computed")
    leave_pass(w, r)
    conclude(w, r)
    if w.stage == Stage.LAUNCHED:
        go_on_launching(w)


@event
def reset(w: Pass, r: Request, generated: Tokens) -> None:
    """A victim starts over, once its step in flight is read: what it generated is part of its context."""
    require(not planning(w), "the pass is one call")
    require(w.stand[r] == Stand.REWINDING, "its caches were taken", "S8")
    require(w.flight[r] == Flight.NONE, "its step in flight was read", "S8")
    require(w.prompt[r] + generated <= w.max_length, "it stays within the longest request", "S11")
    w.stand[r] = Stand.FIRST
    w.prompt[r] = w.prompt[r] + generated
    w.cursor[r] = 0
    leave_seat(w, r)
