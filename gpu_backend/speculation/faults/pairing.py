"""The two pools and the one cursor fall apart."""

from __future__ import annotations

from ....model.sorts import Pool
from ..claiming import Claiming
from ..computing import Computing
from ..request import PromptRequest
from .registry import fault


@fault("target_alone_moves_the_cursor", id="F-R1", laws=("R1", "R2"))
class TargetAloneMovesTheCursor(Claiming):
    """The draft pool is not asked; the cursor skips what only the target pool has."""

    def check_even(self, request: PromptRequest) -> None:
        """Let the target pool decide where the draft has claimed nothing."""
        if request.readings[Pool.DRAFT].cells:
            super().check_even(request)


@fault("longer_claim_is_not_clipped", id="F-R6", laws=("R2", "R6"))
class LongerClaimIsNotClipped(Claiming):
    """The cursor follows the longer claim, and the pool with the shorter one is not looked at."""

    def check_even(self, request: PromptRequest) -> None:
        """Do not compare."""

    def depth(self, request: PromptRequest) -> int:
        """Take the longer claim."""
        return max(len(reading.cells) for reading in request.readings.values())


@fault("second_claim_is_taken_for_equal", id="F-R7", laws=("R5", "R1"))
class SecondClaimIsTakenForEqual(Claiming):
    """A draft that claims again is taken to reach the target's depth, though a cell was evicted in between."""

    def check_even(self, request: PromptRequest) -> None:
        """Refuse a draft that claimed more only."""
        if len(request.readings[Pool.DRAFT].cells) > len(request.readings[Pool.TARGET].cells):
            super().check_even(request)


@fault("fallback_keeps_the_cursor", id="F-R8", laws=("R1", "R6"))
class FallbackKeepsTheCursor(Claiming):
    """Falling back to no claim leaves the cursor where an earlier attempt had put it."""

    def rewind(self, request: PromptRequest) -> None:
        """Leave the cursor."""


@fault("fallback_keeps_the_draft", laws=("R5", "R2"))
class FallbackKeepsTheDraft(Claiming):
    """Falling back gives up the claims of the target pool only."""

    def give_up_claims(self, request: PromptRequest) -> None:
        """Leave the draft pool as it is."""
        self.let_go(request, Pool.TARGET)
        self.forget_chunk(request)


@fault("next_attempt_keeps_the_chunk", laws=("S12",))
class NextAttemptKeepsTheChunk(Claiming):
    """The next attempt starts with the chunk that the last one had planned."""

    def clear_last_attempt(self, request: PromptRequest) -> None:
        """Give back cells only."""
        for pool in Pool:
            self.let_go(request, pool)


@fault("next_attempt_keeps_the_claims", laws=("R1",))
class NextAttemptKeepsTheClaims(Claiming):
    """The next attempt goes on with what the last one had computed, and takes it for claimed."""

    def clear_last_attempt(self, request: PromptRequest) -> None:
        """Give nothing back."""
        self.forget_chunk(request)


@fault("withdrawal_forgets_the_draft", id="F-R15", laws=("S12",))
class WithdrawalForgetsTheDraft(Claiming):
    """Only the target pool's cells are given back; the draft's stay held by a request that does not run."""

    def give_back(self, request: PromptRequest) -> None:
        """Leave the draft pool as it is."""
        self.let_go(request, Pool.TARGET)
        self.forget_chunk(request)


@fault("later_chunk_claims_again", id="F-K18", laws=("R6",))
class LaterChunkClaimsAgain(Computing):
    """A later chunk settles the claim once more, and the cursor goes back over what is computed."""

    def begin_chunk(self, request: PromptRequest) -> None:
        """Put the cursor where the claim ends."""
        request.cursor = request.readings[Pool.TARGET].committed


@fault("chunk_is_a_full_one", laws=("R6",))
class ChunkIsAFullOne(Computing):
    """The last chunk is as long as every other, and goes beyond the prompt."""

    def check_end(self, request: PromptRequest, end: int) -> None:
        """Do not look at the prompt."""


@fault("whole_prompt_is_claimed", laws=("R5",))
class WholePromptIsClaimed(Claiming):
    """The last token is claimed as well, and nothing is left whose output would give the first token."""

    def check_leaves_a_token(self, request: PromptRequest, position: int) -> None:
        """Claim whatever there is."""


@fault("claimed_cell_counts_as_own", laws=("R1",))
class ClaimedCellCountsAsOwn(Claiming):
    """A claimed cell is not counted as shared, so that it would be written to and published again."""

    def count_as_shared(self, request: PromptRequest, pool: Pool) -> None:
        """Count nothing."""


@fault("draft_waits_for_the_last_chunk", laws=("R2",))
class DraftWaitsForTheLastChunk(Computing):
    """The draft is run only where its output is needed, and has no cells for the chunks before."""

    def compute_draft(self, request: PromptRequest, position: int, state: float) -> None:
        """Leave out all chunks but the last."""
        if request.chunk == len(request.tokens):
            super().compute_draft(request, position, state)
