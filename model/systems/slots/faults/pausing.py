"""Pauses of the wrong request, too often, or for nothing."""

from ....language import fault, require
from ....sorts import Request
from ..events.passes import force_resume, resume_paused
from ..events.pausing import may_be_paused, pause, pause_in_place, pausing_helps
from ..events.step import retire
from ..parts import end_pause, lane_is_open, open_plan, seats_in_use
from ..state import Phase, Residents, Stage


@fault(of=pause, breaks=("pause_makes_room_for_a_late_request",))
def pause_for_nobody(w: Residents, r: Request, q: Request) -> None:
    """A request is paused whenever no seat is free, though nobody is about to be late."""
    require(lane_is_open(w) and w.pausing and w.paused.total < w.pause_cap, "fewer are paused than may be")
    require(w.phase[q] == Phase.WAITING and seats_in_use(w) >= w.max_batch, "no seat is free")
    require(may_be_paused(w, r), "it is live and may be paused again")
    pause_in_place(w, r)
    open_plan(w)


@fault(of=pause, breaks=("paused_requests_stay_under_the_cap",))
def pause_beyond_the_cap(w: Residents, r: Request, q: Request) -> None:
    """More are paused than the pools have headroom for."""
    require(lane_is_open(w) and pausing_helps(w, q), "somebody is about to be late and no seat is free")
    require(may_be_paused(w, r), "it is live and may be paused again")
    pause_in_place(w, r)
    open_plan(w)


@fault(of=pause, id="F-G23", breaks=("paused_request_has_rested",))
def pause_without_hysteresis(w: Residents, r: Request, q: Request) -> None:
    """A request that has just gone on is paused again at once."""
    require(lane_is_open(w) and w.pausing and w.paused.total < w.pause_cap, "fewer are paused than may be")
    require(pausing_helps(w, q), "somebody is about to be late and no seat is free")
    require(w.phase[r] == Phase.DECODING and not w.paused[r] and w.pauses[r] < w.pause_limit, "it is live")
    pause_in_place(w, r)
    open_plan(w)


@fault(of=resume_paused, id="F-G23", breaks=("rest_begins_with_the_start_and_after_a_pause",))
def resume_sets_no_rest(w: Residents, r: Request) -> None:
    """A request that goes on may be paused again at once."""
    require(lane_is_open(w) and w.paused[r] and seats_in_use(w) < w.max_batch, "a seat is free")
    end_pause(w, r)


@fault(of=force_resume, id="F-G23", breaks=("rest_begins_with_the_start_and_after_a_pause",))
def forced_resume_sets_no_rest(w: Residents, r: Request) -> None:
    """A request whose pause was too long may be paused again at once."""
    require(w.due[r] and w.waited[r] >= w.max_pause, "it has waited for too long")
    end_pause(w, r)


@fault(of=pause, breaks=("pauses_are_limited",))
def pause_without_a_limit(w: Residents, r: Request, q: Request) -> None:
    """One request is paused again and again."""
    require(lane_is_open(w) and w.pausing and w.paused.total < w.pause_cap, "fewer are paused than may be")
    require(pausing_helps(w, q), "somebody is about to be late and no seat is free")
    require(w.phase[r] == Phase.DECODING and not w.paused[r] and w.rest[r] == 0, "it is live")
    pause_in_place(w, r)
    open_plan(w)


@fault(of=pause, breaks=("pauses_are_counted", "room_is_made_by_a_pause"))
def pause_leaves_no_record(w: Residents, r: Request, q: Request) -> None:
    """A pause is neither counted nor remembered in the pass."""
    require(lane_is_open(w) and w.pausing and w.paused.total < w.pause_cap, "fewer are paused than may be")
    require(pausing_helps(w, q), "somebody is about to be late and no seat is free")
    require(may_be_paused(w, r), "it is live and may be paused again")
    w.paused[r] = 1
    w.row[r] = 0
    open_plan(w)


@fault(of=retire, id="F-G23", breaks=("rest_is_made_of_decode_steps",))
def retire_counts_no_step(w: Residents, r: Request) -> None:
    """A decode step is none of those that a request has to make, so that it is never paused again."""
    require(w.stage == Stage.RUN and w.batch[r], "it is in the running batch")
    w.batch[r] = 0
    if w.batch.total == 0:
        w.stage = Stage.IDLE
