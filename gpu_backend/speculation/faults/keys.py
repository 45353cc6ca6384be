"""A cell is filed or looked up under a key that does not say what it was computed from."""

from __future__ import annotations

from collections.abc import Sequence

from ....model.sorts import Pool
from ..cells import Cell
from ..claiming import Claiming
from ..keys import KeyStream
from ..publishing import Publishing
from ..request import PromptRequest
from .registry import fault

NO_SCOPE = 1
"""The scope of requests without adapter and salt."""


@fault("claim_leaves_out_the_scope", id="F-K6", laws=("R9", "R3"))
class ClaimLeavesOutTheScope(Claiming):
    """The tree is searched without adapter and salt as well, and has what was computed without them for this text."""

    def find(self, request: PromptRequest, pool: Pool, position: int) -> Cell | None:
        """Take what there is for the text."""
        found = super().find(request, pool, position)
        return found or self.indexes[pool].find(self.keys.key(NO_SCOPE, request.tokens, position))


@fault("key_leaves_out_the_scope", laws=("K7",))
class KeyLeavesOutTheScope(KeyStream):
    """A cell is filed as if it were computed without adapter and salt."""

    def key_to_file(self, pool: Pool, scope: int, tokens: Sequence[int], position: int) -> int:
        """Forget the scope."""
        del scope
        return super().key_to_file(pool, NO_SCOPE, tokens, position)


@fault("scope_is_in_no_key", laws=("K6", "K7", "R9"))
class ScopeIsInNoKey(KeyStream):
    """Digests begin with the tokens, whichever adapter they were computed under."""

    def root(self, scope: int) -> int:
        """Begin all alike."""
        del scope
        return super().root(NO_SCOPE)


@fault("target_continues_with_raw_keys", laws=("K6",))
class TargetContinuesWithRawKeys(KeyStream):
    """Behind the first key, the target pool looks up plain ones in a tree whose keys look ahead."""

    def key_to_find(self, pool: Pool, scope: int, tokens: Sequence[int], position: int) -> int:
        """Look no further than the position."""
        if pool is Pool.TARGET and position:
            return self.digest(scope, tokens[: position + 1])
        return super().key_to_find(pool, scope, tokens, position)


@fault("key_does_not_look_ahead", id="F-R9", laws=("K6",))
class KeyDoesNotLookAhead(KeyStream):
    """A cell that looks ahead is filed under its own tokens, where prompts with another next token find it."""

    def key_to_file(self, pool: Pool, scope: int, tokens: Sequence[int], position: int) -> int:
        """Use the raw key."""
        del pool
        return self.digest(scope, tokens[: position + 1])


@fault("only_the_target_is_keyed_ahead", laws=("K6",))
class OnlyTheTargetIsKeyedAhead(KeyStream):
    """The draft pool keeps the keys of a pool that is not paired."""

    def key_to_file(self, pool: Pool, scope: int, tokens: Sequence[int], position: int) -> int:
        """Use raw keys in the draft pool."""
        ahead = self.lookahead if pool is Pool.TARGET else 0
        return self.digest(scope, tokens[: position + 1 + ahead])


@fault("both_pools_have_raw_keys", id="F-R10", laws=("K6", "R3"))
class BothPoolsHaveRawKeys(KeyStream):
    """Keys are raw in both pools, and whoever claims backs off, which helps at the end of a match only."""

    def key(self, scope: int, tokens: Sequence[int], position: int) -> int:
        """Look no further than the position."""
        return self.digest(scope, tokens[: position + 1])


@fault("unpaired_keys_look_ahead", id="F-R21", laws=("R8",))
class UnpairedKeysLookAhead(KeyStream):
    """A deployment that is not paired is given the keys of one that is, for its mode has a span."""

    def key_to_file(self, pool: Pool, scope: int, tokens: Sequence[int], position: int) -> int:
        """Look ahead, paired or not."""
        del pool
        return self.digest(scope, tokens[: position + 1 + self.deployment.span])


@fault("digest_forgets_what_came_before", laws=("K6",))
class DigestForgetsWhatCameBefore(KeyStream):
    """A key is made of the last token alone, and finds what was computed behind other tokens."""

    def extend(self, digest: int, token: int) -> int:
        """Begin anew with each token."""
        del digest
        return hash(token)


@fault("trailing_cells_are_published", id="F-R11", laws=("R4",))
class TrailingCellsArePublished(Publishing):
    """The last cells of a prompt are filed as well, with as much of the key as the prompt has."""

    def check_consumed(self, request: PromptRequest, position: int) -> None:
        """File them all."""


@fault("cell_is_published_before_it_is_computed", laws=("R4", "K6"))
class CellIsPublishedBeforeItIsComputed(Publishing):
    """A cell is filed as soon as it is allocated."""

    def computed(self, request: PromptRequest, pool: Pool, position: int) -> Cell:
        """Allocate it if it is not there."""
        if position < len(request.readings[pool].cells):
            return super().computed(request, pool, position)
        return self.pools[pool].allocate()
