"""The keys of cells: one stream for both pools, in which each key spans the tokens up to its cell and some after it."""

from __future__ import annotations

from collections.abc import Sequence

from ...model.sorts import Pool
from .deployment import Deployment


class KeyStream:
    """Digests chained token by token, begun with the scope of the request."""

    def __init__(self, deployment: Deployment) -> None:
        self.deployment = deployment

    @property
    def lookahead(self) -> int:
        """How many tokens after its own a cell is keyed by."""
        return self.deployment.lookahead

    def root(self, scope: int) -> int:
        """Return what the keys under an adapter and a salt begin with."""
        return hash(("scope", scope))

    def extend(self, digest: int, token: int) -> int:
        """Return the digest of one token more."""
        return hash((digest, token))

    def digest(self, scope: int, tokens: Sequence[int]) -> int:
        """Return the digest of a sequence."""
        digest = self.root(scope)
        for token in tokens:
            digest = self.extend(digest, token)
        return digest

    def key(self, scope: int, tokens: Sequence[int], position: int) -> int:
        """Return the key of the cell at a position of a prompt."""
        return self.digest(scope, tokens[: position + 1 + self.lookahead])

    def key_to_find(self, pool: Pool, scope: int, tokens: Sequence[int], position: int) -> int:
        """Return the key under which a pool is asked for a cell."""
        del pool
        return self.key(scope, tokens, position)

    def key_to_file(self, pool: Pool, scope: int, tokens: Sequence[int], position: int) -> int:
        """Return the key under which a pool is given a cell."""
        del pool
        return self.key(scope, tokens, position)
