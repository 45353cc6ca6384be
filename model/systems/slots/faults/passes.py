"""Passes that do things in the wrong order, or count the wrong ones."""

from ....language import fault, require
from ....sorts import Request
from ..events.admission import admit
from ..events.passes import begin_pass, force_resume, open_admissions, resume_paused, wait
from ..events.queue import turn_late
from ..parts import (
    adapter_fits,
    count_claims_afresh,
    end_pause,
    keep_adapter,
    lane_is_open,
    open_plan,
    seats_in_use,
    take,
)
from ..state import Phase, Residents, Slots, Stage


@fault(of=begin_pass, breaks=("every_pass_counts_every_wait",))
def begin_pass_counts_no_wait(w: Residents) -> None:
    """A pass leaves the waits of the paused requests as they are."""
    require(w.stage == Stage.IDLE, "the last pass is over")
    w.stalled = 0
    w.stage = Stage.POLICY


@fault(of=wait, id="F-G17", breaks=("pause_is_bounded",))
def wait_for_a_free_seat(w: Residents, r: Request) -> None:
    """A request that has waited for too long waits on until a seat is free."""
    require(w.due[r], "it is paused, and its wait in this pass is not counted yet")
    w.due[r] = 0
    w.waited[r] = w.waited[r] + 1


@fault(of=force_resume, id="F-G15", breaks=("only_the_overdue_ignore_the_seats",))
def force_resume_by_the_local_clock(w: Residents, r: Request) -> None:
    """Each rank looks at its own clock, so that one resumes a request that waits on another."""
    require(w.due[r], "it is paused, and its wait in this pass is not counted yet")
    require(w.waited[r] + w.clock_lead >= w.max_pause, "it has waited for too long")
    end_pause(w, r)
    w.rest[r] = w.hysteresis


@fault(of=open_admissions, id="F-G17", breaks=("waits_are_counted_before_admission",))
def open_admissions_before_all_waits_are_counted(w: Residents) -> None:
    """A paused request's wait is not looked at in every pass."""
    require(w.stage == Stage.POLICY, "the pass has begun")
    require(w.paused.total == 0 or seats_in_use(w) >= w.max_batch, "no paused request could take a seat")
    open_plan(w)


@fault(of=resume_paused, breaks=("only_forced_resumes_exceed_the_seats", "only_the_overdue_ignore_the_seats"))
def resume_without_a_seat(w: Residents, r: Request) -> None:
    """The resume lane does not look whether a seat is free."""
    require(lane_is_open(w) and w.paused[r], "the resume lane is open")
    end_pause(w, r)
    w.rest[r] = w.hysteresis


@fault(of=open_admissions, id="F-G18", breaks=("paused_requests_take_no_seat",))
def occupancy_counts_paused_requests(w: Residents) -> None:
    """Admission counts the paused requests, so that a pause makes room for nobody."""
    require(lane_is_open(w), "the resume lane is open")
    require(w.paused.total == 0 or seats_in_use(w) >= w.max_batch, "no paused request could take a seat")
    w.occupancy = w.transferring.total + w.decoding.total
    count_claims_afresh(w)
    w.stage = Stage.PLAN


@fault(of=open_admissions, id="F-G19", breaks=("paused_requests_come_before_new_ones",))
def open_admissions_before_the_lane_is_served(w: Residents) -> None:
    """A seat falls free and goes to a new request, while another stays paused."""
    require(lane_is_open(w), "the resume lane is open")
    open_plan(w)


@fault(of=open_admissions, breaks=("stages_follow_each_other",))
def open_admissions_without_asking_the_policy(w: Residents) -> None:
    """A pass admits requests before the policy has looked at the paused ones."""
    require(w.stage == Stage.IDLE, "the last pass is over")
    require(w.paused.total == 0 or seats_in_use(w) >= w.max_batch, "no paused request could take a seat")
    open_plan(w)


@fault(of=admit, breaks=("admission_sees_every_taken_seat",))
def admit_is_not_counted(w: Residents, r: Request) -> None:
    """All requests that are admitted in one pass see the same free seat."""
    require(w.phase[r] == Phase.WAITING and w.stage == Stage.PLAN and w.occupancy < w.max_batch, "a seat is free")
    require(w.free[Slots.SEQUENCE] >= 1 and w.free[Slots.INDEX] >= 1, "slots are free")
    require(w.holds[Slots.RECURRENT, r], "its match took a recurrent-state slot")
    require(adapter_fits(w, r), "its adapter is on the device or claimed")
    take(w, Slots.SEQUENCE, r)
    take(w, Slots.INDEX, r)
    keep_adapter(w, w.adapter[r])
    w.late[r] = 0
    w.phase[r] = Phase.TRANSFERRING


@fault(of=turn_late, breaks=("late_requests_wait_for_a_target",))
def turn_late_without_a_target(w: Residents, r: Request) -> None:
    """Somebody is found to be late before it is known what is aimed at."""
    require(w.phase[r] == Phase.WAITING and not w.late[r], "it waits and is not late yet")
    w.late[r] = 1
