"""Victims that are none, and searches and walks that go where they must not."""

from __future__ import annotations

from ..generations import Generations
from ..request import LlmRequest
from ..victims import VictimRules
from ..walk import SchedulingPass
from .registry import fault


@fault("suspended_request_is_evicted", id="F-S6", laws=("S7",))
class SuspendedRequestIsEvicted(VictimRules):
    """A request that is suspended already is taken as a victim: nothing comes free, and the turn is lost."""

    def on_device(self, request: LlmRequest) -> bool:
        """Ask for a cache only, wherever it is."""
        return request in self.kv.target.caches


@fault("search_includes_the_scheduled", id="F-S7", laws=("S1", "S9", "S7"))
class SearchIncludesTheScheduled(Generations):
    """The search for a victim goes on among those who come before the walk, whom the pass has scheduled."""

    def check_scanned(self, walk: SchedulingPass, victim: LlmRequest) -> None:
        """Look at the place only."""
        if victim not in self.batch:
            super().check_scanned(walk, victim)


@fault("walk_comes_to_its_victim", id="F-S8", laws=("S9", "S1"))
class WalkComesToItsVictim(Generations):
    """The walk is not shortened by an eviction: it comes to the victim later, and resumes it."""

    def end_walk_before(self, walk: SchedulingPass, victim: LlmRequest) -> None:
        """Leave the end where it is."""


@fault("completing_request_is_recomputed", id="F-S9", laws=("S7", "S8"))
class CompletingRequestIsRecomputed(VictimRules):
    """A request whose last step is in flight is computed anew: its answer is lost, or given twice."""

    def may_start_over(self, request: LlmRequest) -> bool:
        """Count a request that completes as one that goes on."""
        return super().may_start_over(request) or request.state.name == "GENERATION_TO_COMPLETE"


@fault("released_inputs_are_replayed", id="F-S11", laws=("S8",))
class ReleasedInputsAreReplayed(VictimRules):
    """A multimodal request is computed anew though its images were released with its last chunk."""

    def can_be_prompted_again(self, request: LlmRequest) -> bool:
        """Do not ask for the inputs."""
        del request
        return True


@fault("received_context_is_recomputed", id="F-S14", laws=("S17",))
class ReceivedContextIsRecomputed(VictimRules):
    """A request whose context came by transfer is computed anew where it cannot be."""

    def computed_here(self, request: LlmRequest) -> bool:
        """Do not ask where the context was computed."""
        del request
        return True


@fault("recompute_is_always_on", id="F-S14", laws=("S17",))
class RecomputeIsAlwaysOn(VictimRules):
    """A worker that may compute nothing anew takes victims to compute anew all the same."""

    def recompute_enabled(self) -> bool:
        """Do not read the configuration."""
        return True


@fault("unstarted_request_is_evicted", laws=("S7",))
class UnstartedRequestIsEvicted(VictimRules):
    """A request of which nothing is computed is suspended, and holds a prefix for nothing."""

    def evictable(self, request: LlmRequest) -> bool:
        """Do not ask whether it has started."""
        return self.on_device(request) and not self.left_alone(request)


@fault("pages_on_the_move_are_taken", laws=("S7", "S9", "S15"))
class PagesOnTheMoveAreTaken(VictimRules):
    """A request whose pages a transfer reads is suspended under it."""

    def left_alone(self, request: LlmRequest) -> bool:
        """Ask the other micro-batches only."""
        return self.inflight.apart(request)


@fault("micro_batch_is_not_asked", laws=("S1", "S7", "S9", "S15"))
class MicroBatchIsNotAsked(VictimRules):
    """A request that another micro-batch has in flight is scheduled, or made a victim, by this one."""

    def left_alone(self, request: LlmRequest) -> bool:
        """Ask for transfers only."""
        return request in self.transfers


@fault("good_victims_are_passed", laws=("S9",))
class GoodVictimsArePassed(Generations):
    """The search goes on past those who can give way."""

    def check_no_victim(self, request: LlmRequest, *, can_be: bool) -> None:
        """Pass anybody."""


@fault("request_evicts_itself_too_soon", laws=("S9",))
class RequestEvictsItselfTooSoon(Generations):
    """A request is suspended for want of pages though others behind it could give way."""

    def check_nobody_is_left(self, walk: SchedulingPass) -> None:
        """Do not wait for the search."""


@fault("second_search_begins_where_the_first_ended", laws=("S9", "O1"))
class SecondSearchBeginsWhereTheFirstEnded(Generations):
    """Victims to compute anew are looked for from where the first search ended, and nobody is found."""

    def start_of_search(self, walk: SchedulingPass) -> int:
        """Begin at the walk."""
        return walk.position + 1


@fault("unserved_request_is_not_noted", laws=("S15",))
class UnservedRequestIsNotNoted(Generations):
    """A suspended request that found no pages is not noted: the detector takes the pass for an idle one."""

    def note_unserved(self, walk: SchedulingPass, request: LlmRequest) -> None:
        """Note nothing."""


@fault("growth_has_no_limit", laws=("S11",))
class GrowthHasNoLimit(Generations):
    """A request grows beyond the longest that its page table holds."""

    def check_length(self, request: LlmRequest, tokens: int) -> None:
        """Do not ask for the length."""
