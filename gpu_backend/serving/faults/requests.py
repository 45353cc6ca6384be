"""Known faults of what the loop does to requests between the parts."""

from __future__ import annotations

from collections.abc import Sequence

from ...requests import Request
from ...scheduling.request import LlmRequest
from ...step import Step
from ..engine import ServingEngine
from ..progress import ServedRequest
from ..tree import RecordedPrefixCache
from .registry import fault


@fault("found_tokens_are_computed_again", laws=("K5", "K6", "C1"))
class FoundTokensAreComputedAgain(ServingEngine):
    """A first chunk is computed from the start of the context, over pages that others have published."""

    def start_of(self, record: Request, there: int) -> int:
        """Begin at what the request has computed itself."""
        return min(there, record.cursor)


@fault("request_ends_a_token_early", laws=("W5",))
class RequestEndsATokenEarly(ServingEngine):
    """A request counts as done when the token before its last is there."""

    def is_done(self, request: ServedRequest) -> bool:
        """Count one token more."""
        return len(request.tokens) + 1 >= request.goal


@fault("cancel_is_lost_in_flight", laws=("W6",))
class CancelIsLostInFlight(ServingEngine):
    """A client gives a request up while a step of it is in flight, and nobody remembers when that is read."""

    def give_up_later(self, request: ServedRequest) -> None:
        """Remember nothing."""


@fault("last_of_the_batch_is_not_in_flight", laws=("W2",))
class LastOfTheBatchIsNotInFlight(ServingEngine):
    """A step computes for a request that the scheduler does not know to be in flight."""

    def departing(self) -> list[LlmRequest]:
        """Leave the last one out."""
        return super().departing()[:-1]


@fault("drafter_keeps_by_row", laws=("C2",))
class DrafterKeepsByRow(ServingEngine):
    """What the drafter knows of a request is kept by its row in the batch, which is another's in the next step."""

    def seat_of(self, llm: LlmRequest) -> int:
        """Return the row, if it has one."""
        return super().seat_of(llm) if llm.batch_idx is None else llm.batch_idx % self.config.seats


@fault("one_draft_too_many_is_kept", laws=("C1",))
class OneDraftTooManyIsKept(ServingEngine):
    """A rejected draft is kept, and what the target says after it."""

    def accepted(self, step: Step, request: ServedRequest, drafted: int) -> int:
        """Keep one draft more than the target says."""
        return min(super().accepted(step, request, drafted) + 1, drafted)


@fault("context_starts_over_as_it_came", laws=("C1",))
class ContextStartsOverAsItCame(ServingEngine):
    """A victim starts over with the prompt that it came with, and gives its answer a second time behind the first."""

    def context_of(self, request: ServedRequest) -> int:
        """Leave out what was generated."""
        return len(self.texts.prompts[request.record.id])


@fault("reset_spares_the_draft", laws=("W4",))
class ResetSparesTheDraft(ServingEngine):
    """New weights outdate the target's tree, and the draft's is still searched."""

    def outdated_trees(self) -> Sequence[RecordedPrefixCache]:
        """Leave the draft's out."""
        return self.kv.trees[:1]
