"""The pass counts too little, the step reads too many adapters, or what it reads is released under it."""

from __future__ import annotations

from collections.abc import Mapping

from ....model.systems.adapters.state import Phase
from ..budget import PassBudget
from ..cache import CacheEntry, LoraCache, Reader
from ..manager import PeftCacheManager
from ..planning import Planning
from ..requests import LoraRequest
from ..stepping import Ensuring, Stepping
from .registry import fault


class Overlooking(Planning):
    """A pass that does not look at some requests, so that what only they use is taken for free."""

    def overlooked(self, request: LoraRequest) -> bool:
        """Whether the pass does not see a request."""
        raise NotImplementedError

    def uncounted(self) -> dict[int, int]:
        """Leave out the adapters of which all active requests are overlooked."""
        found = super().uncounted()
        holders = {task: [self.requests[r] for r in self.peft.active.of(task)] for task in found}
        return {
            task: pages
            for task, pages in found.items()
            if not holders[task] or not all(self.overlooked(request) for request in holders[task])
        }


@fault("completing_request_is_not_counted", id="F-P8", laws=("P5",))
class CompletingRequestIsNotCounted(Overlooking):
    """The adapter of a request that only has to be ended is taken for free, while it is still on the device."""

    def overlooked(self, request: LoraRequest) -> bool:
        """Overlook who is to be ended."""
        return request.phase is Phase.COMPLETING


@fault("skipped_chunk_is_not_counted", id="F-P9", laws=("P5",))
class SkippedChunkIsNotCounted(Overlooking):
    """The adapter of a request between two chunks is taken for free, if this pass has no room for the next one."""

    def overlooked(self, request: LoraRequest) -> bool:
        """Overlook who is live, and neither in a step nor chosen."""
        return request.phase is Phase.LIVE and request.id not in self.step.reading | self.budget.planned


@fault("request_in_flight_is_not_counted", id="F-P10", laws=("P5",))
class RequestInFlightIsNotCounted(Overlooking):
    """The adapter of a request that the running step computes for is taken for free."""

    def overlooked(self, request: LoraRequest) -> bool:
        """Overlook who is in a step."""
        return request.id in self.step.reading


@fault("paused_request_is_not_counted", id="F-G5", laws=("P5",))
class PausedRequestIsNotCounted(Overlooking):
    """The adapter of a paused request is taken for free, while it is kept on the device."""

    def overlooked(self, request: LoraRequest) -> bool:
        """Overlook who is paused."""
        return request.phase is Phase.PAUSED


@fault("every_request_sees_nothing_counted", id="F-P13", laws=("P5",))
class EveryRequestSeesNothingCounted(PassBudget):
    """Each adapter is compared with the whole device, whatever was counted before it."""

    def check_pages(self, task: int, weight: int, uncounted: Mapping[int, int]) -> None:
        """Begin from nothing for each request."""
        del uncounted
        PassBudget(self.pages, self.max_adapters).check_pages(task, weight, {})


@fault("copy_starts_before_all_is_counted", laws=("P5",))
class CopyStartsBeforeAllIsCounted(Ensuring):
    """An adapter is copied as soon as its request is chosen, whatever else is in use and was not counted."""

    def check_all_counted(self) -> None:
        """Do not wait for the rest of the pass."""


@fault("next_pass_keeps_who_was_chosen", laws=("P5",))
class NextPassKeepsWhoWasChosen(PassBudget):
    """The next pass begins with requests that it has counted nothing for."""

    def begin(self) -> None:
        """Forget the pages, and not the requests."""
        kept: set[int] = getattr(self, "planned", set())
        super().begin()
        self.planned = kept


@fault("later_chunk_is_always_let_in", laws=("A6",))
class LaterChunkIsAlwaysLetIn(Planning):
    """Only first chunks are compared with what the step may read (SGLang #25865)."""

    def check_budget(self, request: LoraRequest) -> None:
        """Let in who has started."""
        if request.started and request.task:
            self.budget.check_pages(request.task, self.peft.registry[request.task].weight, self.uncounted())
        else:
            super().check_budget(request)


@fault("later_chunk_is_not_counted_for_step", laws=("A6",))
class LaterChunkIsNotCountedForStep(Planning):
    """The adapter of a later chunk is left out of those that the step will read (SGLang #23141)."""

    def choose(self, request: LoraRequest) -> None:
        """Take back what was noted."""
        before = set(self.budget.chosen)
        super().choose(request)
        if request.started:
            self.budget.chosen = before


@fault("release_under_step", id="F-P18", laws=("P12",))
class ReleaseUnderStep(LoraCache):
    """A device copy that the running step reads is released, and another one may be written over it."""

    def honour_done(self, entry: CacheEntry) -> None:
        """Release it although the step reads it."""
        readers, entry.readers = entry.readers, entry.readers - {Reader.STEP}
        super().honour_done(entry)
        entry.readers = readers


@fault("lift_while_step_runs", id="F-P18", laws=("P12",))
class LiftWhileStepRuns(Stepping):
    """A device copy counts as read no longer while the step still runs."""

    def check_retired(self) -> None:
        """Do not wait for the step."""


@fault("step_is_not_fenced", laws=("V3", "P12"))
class StepIsNotFenced(PeftCacheManager):
    """Nobody notes that the step reads a device copy."""

    def fence(self, task: int) -> None:
        """Check that the copy is there, and forget the rest."""
        super().fence(task)
        self.lift(task)
