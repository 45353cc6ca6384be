"""What a pass does with those who are paused: waits, forced resumes, and the resume lane before anybody is admitted.

Who is chosen is not decided here: a command, or a policy, names the request; what is refused is what no policy may do.
"""

from __future__ import annotations

from ...model.systems.slots.state import Stage
from .admission import Admission
from .errors import NoFreeSeat, OutOfTurn, StillNeeded, expect
from .requests import ResidentRequest
from .scheduling_pass import Plan, SchedulingPass


class Resuming(Admission):
    """begin_pass, wait, force_resume, resume_paused, open_admissions."""

    def begin_pass(self) -> None:
        """A pass begins; the wait of every paused request is due to be counted."""
        self.check_last_pass_over()
        self.tick()
        self.forget_stall()
        self.scheduling = SchedulingPass()

    def forget_stall(self) -> None:
        """What the last pass came to counts no more."""
        self.stalled = False

    def check_last_pass_over(self) -> None:
        """Refuse while a pass is under way, or a batch runs."""
        expect(self.stage == Stage.IDLE, OutOfTurn, "the last pass is not over")

    def tick(self) -> None:
        """Let the clock that all ranks share go on."""
        self.clock.tick()

    def wait(self, r: int) -> None:
        """A paused request waits one more pass."""
        self.check_due(r)
        self.check_may_wait(r)
        self.paused.count(r, self.clock.now)

    def check_due(self, r: int) -> None:
        """Refuse a request that is not paused, or whose wait is counted."""
        expect(r in self.due(), OutOfTurn, f"the wait of request {r} is counted, or it is not paused")

    def check_may_wait(self, r: int) -> None:
        """Refuse to let a request wait for too long."""
        expect(not self.paused.overdue(r, self.clock.now), StillNeeded, f"request {r} has waited for too long")

    def force_resume(self, r: int) -> None:
        """A request that was paused for too long goes on at once, seat or not; a full batch then displaces another."""
        self.check_due(r)
        self.check_overdue(r)
        self.end_forced_pause(r)

    def check_overdue(self, r: int) -> None:
        """Refuse to resume by force who may wait on, by the clock that all ranks share."""
        expect(self.paused.overdue(r, self.clock.now), OutOfTurn, f"request {r} may wait on")

    def end_forced_pause(self, r: int) -> None:
        """Let a request go on whose pause was too long."""
        self.end_pause(r)

    def resume_paused(self, r: int) -> None:
        """A paused request takes a free seat and goes on."""
        self.check_lane()
        expect(r in self.paused, OutOfTurn, f"request {r} is not paused")
        self.check_seat_for_resume()
        self.end_pause(r)

    def end_pause(self, r: int) -> None:
        """Let a request go on, and not be paused again too soon."""
        self.paused.remove(r)
        self.begin_rest(self.requests[r])

    def begin_rest(self, request: ResidentRequest) -> None:
        """Keep a request that goes on from being paused for some decode steps."""
        request.rest_for(self.hysteresis)

    def check_lane(self) -> None:
        """Refuse unless every wait is counted and nobody is admitted yet."""
        expect(self.lane_is_open(), OutOfTurn, "waits are still to be counted, or it is too late in the pass")

    def check_seat_for_resume(self) -> None:
        """Refuse while no seat is free."""
        expect(self.seats_in_use() < self.max_batch, NoFreeSeat, "no seat is free")

    def open_admissions(self) -> None:
        """Nobody is paused in this pass; admission is told how many seats are taken."""
        self.check_lane()
        self.check_resume_lane_served()
        self.open_plan(made_room=False)

    def check_resume_lane_served(self) -> None:
        """Refuse while a paused request could take a seat."""
        served = not self.paused or self.seats_in_use() >= self.max_batch
        expect(served, StillNeeded, "a paused request could take a seat")

    def open_plan(self, *, made_room: bool) -> None:
        """Tell admission of the seats, and count the adapters of all residents before anything is admitted."""
        self.scheduling = SchedulingPass(Plan(self.occupancy(), self.budget_for_pass(), made_room))

    def occupancy(self) -> int:
        """Return how many seats are taken, as admission is to see it."""
        return self.seats_in_use()

    def budget_for_pass(self) -> int:
        """Return how many device slots the pass may claim."""
        return self.unclaimed_slots(self.residents())
