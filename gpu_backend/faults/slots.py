"""Faults in rows, seats and sequence slots (F-S1, F-S12, F-G)."""

from __future__ import annotations

from ...model.sorts import Phase
from ..admission import Admission
from ..core import Core
from ..requests import Request
from ..stepping import Stepping
from ..suspension import Suspension
from .registry import fault


@fault("suspend_keeps_row", id="F-S1", laws=("S6",))
class SuspendKeepsRow(Suspension):
    """A suspended request keeps its row, and reads another one's token there when it runs again."""

    def clear_row_of_suspended(self, request: Request) -> None:
        """Leave the row as it is."""


@fault("failed_admission_keeps_slot", id="F-S12", laws=("S18", "P9", "K9"))
class FailedAdmissionKeepsSlot(Admission):
    """A request whose admission fails keeps the sequence slot that it was given first."""

    def clean_up_failed_admission(self, request: Request) -> None:
        """Leave the slot with the request."""


@fault("displaced_request_keeps_row", id="F-G1", laws=("S14",))
class DisplacedRequestKeepsRow(Stepping):
    """A request that finds no place in the step keeps its row of the step before."""

    def displace(self, request: Request) -> None:
        """Leave the row as it is."""


@fault("paused_request_is_victim", id="F-G7", laws=("G2",))
class PausedRequestIsVictim(Suspension):
    """A request that is paused in place is suspended or preempted to make room for others."""

    def may_be_suspended(self, request: Request) -> bool:
        """Take the paused as well."""
        return request.phase is Phase.PAUSED or super().may_be_suspended(request)

    def may_be_preempted(self, request: Request) -> bool:
        """Take the paused as well."""
        return request.phase is Phase.PAUSED or super().may_be_preempted(request)


@fault("occupancy_counts_paused", id="F-G18", laws=("G3",))
class OccupancyCountsPaused(Core):
    """Paused requests are counted among those who take a seat, so that pausing lets nobody in."""

    def count_occupancy(self) -> int:
        """Count the paused as well."""
        return super().count_occupancy() + self.count_paused()
