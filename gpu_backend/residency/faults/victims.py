"""Victims that should be none, and what is left of a request that is gone."""

from __future__ import annotations

from ....model.systems.slots.state import Phase
from ..admission import Admission
from ..ending import GivingWay, Leaving
from ..requests import ResidentRequest
from ..stepping import Retiring
from .registry import fault


@fault("suspend_takes_a_paused_request", id="F-G7", laws=("G2", "G1"))
class SuspendTakesAPausedRequest(GivingWay):
    """A paused request, which is not in the batch, is taken for a victim."""

    def check_victim_not_paused(self, request: ResidentRequest) -> None:
        """Do not look."""


@fault("preempt_takes_a_completing_request", id="F-S9", laws=("S7",))
class PreemptTakesACompletingRequest(GivingWay):
    """A request that only waits for its answer to be delivered is made to start over."""

    def preemptible(self, r: int) -> ResidentRequest:
        """Return whoever is resident."""
        return self.victim(r, Phase.DECODING, Phase.SUSPENDED, Phase.COMPLETING)


@fault("suspend_takes_a_request_of_the_batch", laws=("S7", "S5"))
class SuspendTakesARequestOfTheBatch(GivingWay):
    """A request is taken for a victim though the batch reads it."""

    def victim(self, r: int, *phases: Phase) -> ResidentRequest:
        """Look at the phase and the pause only."""
        request = self.find(r, *phases)
        self.check_victim_not_paused(request)
        return request


@fault("abort_under_the_batch", laws=("S5",))
class AbortUnderTheBatch(Leaving):
    """A request is aborted, and its slots freed, while the batch computes for it."""

    def check_not_in_batch(self, request: ResidentRequest) -> None:
        """Do not look."""


@fault("bring_back_skips_the_transfer", laws=("S7", "G9"))
class BringBackSkipsTheTransfer(Admission):
    """A suspended request decodes again before its KV is back."""

    def bring_back(self, r: int) -> None:
        """Let it go on at once."""
        super().bring_back(r)
        self.requests[r].phase = Phase.DECODING


@fault("abort_leaves_the_paused_set_as_it_is", id="F-G22", laws=("G1", "P9"))
class AbortLeavesThePausedSetAsItIs(Leaving):
    """A request that is aborted while paused stays in the paused set and uses up the cap for good."""

    def unpause_aborted(self, request: ResidentRequest) -> None:
        """Leave the set as it is."""


@fault("completion_leaves_the_paused_set_as_it_is", id="F-G22", laws=("G1",))
class CompletionLeavesThePausedSetAsItIs(Retiring):
    """A request whose last token came with the batch before its pause stays in the paused set."""

    def unpause_completed(self, r: int) -> None:
        """Leave the set as it is."""


@fault("preempt_forgets_pauses", laws=("G7",))
class PreemptForgetsPauses(GivingWay):
    """A request that starts over may be paused as often again."""

    def release_preempted(self, request: ResidentRequest) -> None:
        """Begin a new record."""
        super().release_preempted(request)
        request.pauses = 0


@fault("preempt_forgets_the_sacrifice", laws=("G14",))
class PreemptForgetsTheSacrifice(GivingWay):
    """A request that starts over is given up, and paid for, a second time."""

    def release_preempted(self, request: ResidentRequest) -> None:
        """Begin a new record."""
        super().release_preempted(request)
        request.sacrificed = False


@fault("preempted_request_is_not_queued", laws=("S18",))
class PreemptedRequestIsNotQueued(GivingWay):
    """A request that starts over waits for somebody to look for it, and is in no queue."""

    def queue_again(self, request: ResidentRequest) -> None:
        """Trust that it will be found by its phase."""
