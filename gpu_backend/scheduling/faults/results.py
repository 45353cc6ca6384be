"""Results that are read as those of another step, and requests that end, or start over, by halves."""

from __future__ import annotations

from ..core import Core
from ..request import LlmRequest
from ..results import Results
from .registry import fault


@fault("finished_victim_is_reset", id="F-S10", laws=("S8",))
class FinishedVictimIsReset(Results):
    """A victim whose step in flight turned out to be its last is reset all the same, and answers once more."""

    def check_paused(self, request: LlmRequest) -> None:
        """Reset anybody who has ended, too."""
        if request.state.name != "GENERATION_COMPLETE":
            super().check_paused(request)


@fault("victim_starts_over_at_once", laws=("S8",))
class VictimStartsOverAtOnce(Results):
    """A victim starts over while the result of its step is still to be read."""

    def check_resettable(self, request: LlmRequest) -> None:
        """Do not wait for the result."""
        self.check_paused(request)


@fault("victim_keeps_its_seat", laws=("S12", "S19"))
class VictimKeepsItsSeat(Results):
    """A victim starts over with the sequence slot of its first run."""

    def start_over(self, request: LlmRequest) -> None:
        """Rewind only."""
        self.rewind(request)


@fault("generated_tokens_are_lost", laws=("S8",))
class GeneratedTokensAreLost(Results):
    """A victim starts over with its old context, and generates once more what it has answered already."""

    def prolong_prompt(self, request: LlmRequest, generated: int) -> None:
        """Keep the prompt."""


@fault("more_is_rejected_than_was_drafted", laws=("S10",))
class MoreIsRejectedThanWasDrafted(Results):
    """The width of another step is used to give room back."""

    def check_rejected(self, request: LlmRequest, rejected: int) -> None:
        """Give back whatever is asked."""


@fault("request_goes_on_at_its_longest", laws=("S11",))
class RequestGoesOnAtItsLongest(Results):
    """A request that has reached its longest goes on generating, and no pass can ever schedule it."""

    def check_can_go_on(self, request: LlmRequest, rejected: int) -> None:
        """Do not ask for the length."""


@fault("planned_block_is_forgotten", laws=("S13",))
class PlannedBlockIsForgotten(Results):
    """With the result of the step before, what a request contributes to the one planned ahead is forgotten too."""

    def contributed_in_flight(self, request: LlmRequest) -> bool:
        """Take every contribution for that of the step in flight."""
        del request
        return True


@fault("result_leaves_its_step_in_flight", laws=("S10", "O1"))
class ResultLeavesItsStepInFlight(Results):
    """A result is read, and what its step drafted can be rejected once more."""

    def read(self, request: LlmRequest) -> None:
        """Leave the step in flight."""


@fault("request_completes_with_no_step", laws=("S8",))
class RequestCompletesWithNoStep(Results):
    """A request counts as ending with its step in flight where none is: nothing ever ends it."""

    def check_last_step(self, request: LlmRequest) -> None:
        """Do not ask for a step."""


@fault("finished_request_keeps_its_seat", laws=("S19",))
class FinishedRequestKeepsItsSeat(Core):
    """A request ends, and its sequence slot stays taken."""

    def conclude(self, request: LlmRequest) -> None:
        """Take the slot again at once."""
        slot = self.seats.slots.get(request)
        super().conclude(request)
        if slot is not None:
            self.seats.take(request)


@fault("victim_goes_on_from_its_cursor", laws=("S12", "S8"))
class VictimGoesOnFromItsCursor(Core):
    """What starts over keeps its old cursor, behind which nothing is computed."""

    def rewind(self, request: LlmRequest) -> None:
        """Leave the cursor."""
