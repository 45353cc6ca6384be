"""What a pass does before it plans: begin_pass, wait, force_resume, resume_paused, open_admissions."""

from ....language import event, require
from ....sorts import Request
from ..parts import end_pause, lane_is_open, open_plan, seats_in_use
from ..state import Residents, Stage


@event
def begin_pass(w: Residents) -> None:
    """A pass begins; the wait of every paused request is due to be counted."""
    require(w.stage == Stage.IDLE, "the last pass is over")
    w.due.become(w.paused)
    w.stalled = 0
    w.stage = Stage.POLICY


@event
def wait(w: Residents, r: Request) -> None:
    """A paused request waits one more pass."""
    require(w.due[r], "it is paused, and its wait in this pass is not counted yet", "G6")
    require(w.waited[r] < w.max_pause, "it has not waited for too long", "G6")
    w.due[r] = 0
    w.waited[r] = w.waited[r] + 1


@event
def force_resume(w: Residents, r: Request) -> None:
    """A request paused for too long goes on at once, seat or not; a full batch then displaces another."""
    require(w.due[r], "it is paused, and its wait in this pass is not counted yet", "G6")
    require(w.waited[r] >= w.max_pause, "it has waited for too long", "G6")
    end_pause(w, r)
    w.rest[r] = w.hysteresis


@event
def resume_paused(w: Residents, r: Request) -> None:
    """A paused request takes a free seat and goes on."""
    require(lane_is_open(w), "every wait is counted, and nobody is admitted yet", "G5")
    require(w.paused[r], "only a paused request is resumed")
    require(seats_in_use(w) < w.max_batch, "a seat is free", "G3")
    end_pause(w, r)
    w.rest[r] = w.hysteresis


@event
def open_admissions(w: Residents) -> None:
    """Nobody is paused in this pass; admission is told how many seats are taken."""
    require(lane_is_open(w), "every wait is counted", "G6")
    require(w.paused.total == 0 or seats_in_use(w) >= w.max_batch, "no paused request could take a seat", "G5")
    open_plan(w)
