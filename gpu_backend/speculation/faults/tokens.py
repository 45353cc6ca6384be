"""The draft is fed with other tokens than those of the prompt, or the prompt is not what it was."""

from __future__ import annotations

from ..arrival import Arrival
from ..computing import Computing
from ..model import DraftedModel
from ..request import PromptRequest
from .registry import fault


@fault("chunk_boundary_is_fed_the_sampled_token", id="F-R12", laws=("R3",))
class ChunkBoundaryIsFedTheSampledToken(Computing):
    """At the end of a chunk the draft is fed what the target sampled there, not the prompt's next token."""

    def draft_token(self, request: PromptRequest, at: int, state: float) -> int:
        """Sample what lies behind the chunk."""
        return self.model.sample(state) if at >= request.chunk else super().draft_token(request, at, state)


@fault("one_token_is_staged", id="F-R13", laws=("R3",))
class OneTokenIsStaged(Computing):
    """At the end of a chunk the draft is fed one token of the prompt, however far it looks ahead."""

    def draft_token(self, request: PromptRequest, at: int, state: float) -> int:
        """Sample what lies further behind the chunk."""
        return self.model.sample(state) if at > request.chunk else super().draft_token(request, at, state)


@fault("staged_tokens_are_of_the_chunk_before", laws=("R4",))
class StagedTokensAreOfTheChunkBefore(Computing):
    """A later chunk runs with the tokens that were staged for the one before it."""

    def stage_draft_input(self, request: PromptRequest, end: int) -> None:
        """Stage for the first chunk only."""
        if not request.draft_input:
            super().stage_draft_input(request, end)


@fault("staging_ends_with_the_chunk", laws=("R4",))
class StagingEndsWithTheChunk(Computing):
    """The tokens of the chunk are staged, and none behind them."""

    def stage_draft_input(self, request: PromptRequest, end: int) -> None:
        """Stage the chunk."""
        request.draft_input = request.tokens[:end]


@fault("draft_input_is_not_shifted", laws=("R3",))
class DraftInputIsNotShifted(Computing):
    """Each draft layer is fed the token that the layer before it was to be fed."""

    def draft_token(self, request: PromptRequest, at: int, state: float) -> int:
        """Feed the token before."""
        return super().draft_token(request, at - 1, state)


@fault("forward_leaves_out_the_adapter", laws=("K6", "R3"))
class ForwardLeavesOutTheAdapter(DraftedModel):
    """Prompts are computed with the base model, whichever adapter their keys name."""

    def begin(self, scope: int) -> float:
        """Begin all alike."""
        del scope
        return super().begin(0)


@fault("prompt_grows_while_it_is_computed", laws=("R4",))
class PromptGrowsWhileItIsComputed(Arrival):
    """Generated tokens join a prompt whose last cells were computed without them."""

    def check_waiting(self, request: PromptRequest) -> None:
        """Take tokens at any time."""


@fault("scope_of_the_first_token_counts", laws=("K7",))
class ScopeOfTheFirstTokenCounts(Arrival):
    """Only the beginning of a prompt is told from that of other adapters."""

    def check_scope(self, request: PromptRequest, scope: int) -> None:
        """Do not compare."""
