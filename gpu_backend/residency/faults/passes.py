"""Passes that do things in the wrong order, or count the wrong ones."""

from __future__ import annotations

from ....model.systems.slots.state import Stage
from ..admission import Admission
from ..queue import AdmissionQueue
from ..requests import SEATED
from ..resuming import Resuming
from ..scheduling_pass import Plan
from .registry import fault


@fault("begin_pass_counts_no_wait", laws=("G6",))
class BeginPassCountsNoWait(Resuming):
    """A pass leaves the waits of the paused requests as they are."""

    def tick(self) -> None:
        """Let the shared clock stand."""


@fault("wait_for_a_free_seat", id="F-G17", laws=("G6",))
class WaitForAFreeSeat(Resuming):
    """A request that has waited for too long waits on until a seat is free."""

    def check_may_wait(self, r: int) -> None:
        """Let it wait."""


@fault("force_resume_by_the_local_clock", id="F-G15", laws=("G6",))
class ForceResumeByTheLocalClock(Resuming):
    """Each rank looks at its own clock, so that one resumes a request that waits on another."""

    def check_overdue(self, r: int) -> None:
        """Judge by the time as this rank has it."""
        if not self.paused.overdue(r, self.clock.local_now):
            super().check_overdue(r)


@fault("open_admissions_before_all_waits_are_counted", id="F-G17", laws=("G6",))
class OpenAdmissionsBeforeAllWaitsAreCounted(Resuming):
    """A paused request's wait is not looked at in every pass."""

    def check_lane(self) -> None:
        """Look at the stage only."""
        if self.stage != Stage.POLICY:
            super().check_lane()


@fault("resume_without_a_seat", laws=("G3", "G6"))
class ResumeWithoutASeat(Resuming):
    """The resume lane does not look whether a seat is free."""

    def check_seat_for_resume(self) -> None:
        """Let whoever is paused go on."""


@fault("occupancy_counts_paused_requests", id="F-G18", laws=("G3",))
class OccupancyCountsPausedRequests(Resuming):
    """Admission counts the paused requests, so that a pause makes room for nobody."""

    def occupancy(self) -> int:
        """Count whoever is live or on the way."""
        return sum(request.phase in SEATED for request in self.requests.values())


@fault("open_admissions_before_the_lane_is_served", id="F-G19", laws=("G5",))
class OpenAdmissionsBeforeTheLaneIsServed(Resuming):
    """A seat falls free and goes to a new request, while another stays paused."""

    def check_resume_lane_served(self) -> None:
        """Do not look."""


@fault("open_admissions_without_asking_the_policy", laws=("G4",))
class OpenAdmissionsWithoutAskingThePolicy(Resuming):
    """A pass admits requests before the policy has looked at the paused ones."""

    def check_lane(self) -> None:
        """Take the end of the last pass for the beginning of this one."""
        if self.stage != Stage.IDLE:
            super().check_lane()


@fault("admit_is_not_counted", laws=("G3",))
class AdmitIsNotCounted(Admission):
    """All requests that are admitted in one pass see the same free seat."""

    def count_seat(self, plan: Plan) -> None:
        """Leave the occupancy as the policy told it."""


@fault("turn_late_without_a_target", laws=("G4",))
class TurnLateWithoutATarget(AdmissionQueue):
    """Somebody is found to be late before it is known what is aimed at."""

    def check_target(self) -> None:
        """Do not ask."""


@fault("admitted_request_stays_late", laws=("G4", "P9"))
class AdmittedRequestStaysLate(AdmissionQueue):
    """A request leaves the queue, and others are paused for it for good."""

    def remove(self, request: int) -> None:
        """Forget that it was late only where it waits on."""
        late = set(self.late)
        super().remove(request)
        self.late = late
