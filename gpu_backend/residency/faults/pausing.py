"""Pauses of the wrong request, too often, or for nothing; and pauses that take something away."""

from __future__ import annotations

from ....model.systems.slots.state import Phase
from ..pausing import Pausing
from ..requests import ResidentRequest
from ..resuming import Resuming
from .registry import fault


@fault("pause_for_nobody", laws=("G4",))
class PauseForNobody(Pausing):
    """A request is paused whenever no seat is free, though nobody is about to be late."""

    def check_at_risk(self, q: int) -> None:
        """Take whoever waits."""
        self.find(q, Phase.WAITING)


@fault("pause_beyond_the_cap", laws=("G1",))
class PauseBeyondTheCap(Pausing):
    """More are paused than the pools have headroom for."""

    def check_cap(self) -> None:
        """Do not count."""


@fault("pause_with_plain_pools", laws=("G1",))
class PauseWithPlainPools(Pausing):
    """Requests are paused though the pools have no headroom."""

    def check_pausing_on(self) -> None:
        """Do not ask."""


@fault("pause_without_hysteresis", id="F-G23", laws=("G7",))
class PauseWithoutHysteresis(Pausing):
    """A request that has just gone on is paused again at once."""

    def check_rested(self, request: ResidentRequest) -> None:
        """Do not count steps."""


@fault("resume_sets_no_rest", id="F-G23", laws=("G7",))
class ResumeSetsNoRest(Resuming):
    """A request that goes on may be paused again at once."""

    def begin_rest(self, request: ResidentRequest) -> None:
        """Leave it as it is."""


@fault("forced_resume_sets_no_rest", id="F-G23", laws=("G7",))
class ForcedResumeSetsNoRest(Resuming):
    """A request whose pause was too long may be paused again at once."""

    def end_forced_pause(self, r: int) -> None:
        """Let it go on, and no more."""
        self.paused.remove(r)


@fault("pause_without_a_limit", laws=("G7",))
class PauseWithoutALimit(Pausing):
    """One request is paused again and again."""

    def check_pause_limit(self, request: ResidentRequest) -> None:
        """Do not count pauses."""


@fault("pause_leaves_no_record", laws=("G7",))
class PauseLeavesNoRecord(Pausing):
    """A pause is not counted."""

    def count_pause(self, request: ResidentRequest) -> None:
        """Count nothing."""


@fault("pause_looks_like_no_pause", laws=("G5",))
class PauseLooksLikeNoPause(Pausing):
    """Whoever looks at the pass does not see that a seat was made free on purpose."""

    def open_plan(self, *, made_room: bool) -> None:
        """Forget why the plan is opened."""
        del made_room
        super().open_plan(made_room=False)


@fault("pause_lets_the_adapter_go", laws=("G2", "P6", "P8"))
class PauseLetsTheAdapterGo(Pausing):
    """A paused request runs with its adapter no more, which may leave the device."""

    def pause_in_place(self, request: ResidentRequest) -> None:
        """Unregister it first."""
        self.leave_adapter(request)
        super().pause_in_place(request)


@fault("pause_gives_the_index_slot_back", laws=("G2", "S18"))
class PauseGivesTheIndexSlotBack(Pausing):
    """A paused request loses its row of the page tables, since it is in no batch."""

    def pause_in_place(self, request: ResidentRequest) -> None:
        """Free the row first."""
        self.pools.index.remove(request.id)
        super().pause_in_place(request)


@fault("steps_are_counted_from_the_last_pause", laws=("G7",))
class StepsAreCountedFromTheLastPause(Resuming):
    """Who goes on counts as new: whoever looks for the longest resident finds another one."""

    def begin_rest(self, request: ResidentRequest) -> None:
        """Forget the steps that it has made."""
        request.decoding_iter = 0
        super().begin_rest(request)
