"""Which tokens the blocks of a request are known by in the tree of each pool, and in which scope.

The target's cells depend on the tokens up to their own. The draft's depend on one token more: its blocks are known by
the tokens behind their own, in a scope that has the first token in it as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property

from ...model.sorts import Pool
from ..prefix.block import Tokens
from .config import ServingConfig
from .texts import Texts

Scope = tuple[int, ...]
"""The adapter of a request and, for the draft, its first token."""


class Stream:
    """The blocks of every request in one pool: those that are computed, and those that will be."""

    def __init__(self, pool: Pool, config: ServingConfig, texts: Texts) -> None:
        self.size, self.adapters = config.page_size, config.adapter
        self.ahead = 1 if pool == Pool.DRAFT else 0
        """How many tokens behind its own a cell depends on."""
        self.texts = [texts[request] for request in range(config.requests)]
        self.blocks = config.blocks

    def scope(self, request: int) -> Scope:
        """Return what a request's blocks are told apart by besides their tokens."""
        return (self.adapters[request], *self.texts[request][: self.ahead])

    @cached_property
    def scopes(self) -> list[Scope]:
        """Every scope, in the order of its number."""
        return sorted({self.scope(request) for request in range(len(self.texts))})

    def key(self, tokens: Sequence[int], block: int) -> Tokens:
        """Return what a block of some tokens of a request is known by; `block` counts from 0."""
        start = block * self.size + self.ahead
        return Tokens(tuple(tokens[start : start + self.size]), full=True)

    def foretold(self, request: int, block: int) -> Tokens:
        """Return what a block will be known by once it is computed."""
        return self.key(self.texts[request], block)

    def known(self, tokens: int) -> int:
        """Return how many blocks are known by so many first tokens of a request."""
        return max(tokens - self.ahead, 0) // self.size

    def all_keys(self) -> Iterator[tuple[int, ...]]:
        """Yield the tokens of every block that can be, each once."""
        keys = {
            self.foretold(request, block).runs for request in range(len(self.texts)) for block in range(self.blocks)
        }
        yield from sorted(keys)
