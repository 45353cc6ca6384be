"""How far a request is: its tokens, how many of them are computed, and what its steps were planned with."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..kv_cache import KVCache
from ..requests import Request
from .config import ServingConfig
from .texts import Texts

Keys = dict[tuple[int, ...], int]
"""A number for each beginning of a text that ends with a block, told apart by the adapter in front of it."""


@dataclass(eq=False)
class ServedRequest:
    """A request that a client has sent, until it has ended."""

    record: Request
    """What a step is run on."""
    page_size: int
    keys: Keys
    cautious: bool = False
    """Whether an attempt has failed: the next one copies no start of a block, for which a page more is kept."""
    cancelled: bool = False
    drafts: dict[int, int] = field(default_factory=dict)
    """What was drafted for it when it was last computed, by the number of tokens before it."""

    @property
    def tokens(self) -> list[int]:
        """The tokens that are known."""
        return self.record.tokens

    @property
    def goal(self) -> int:
        """How many tokens it is to have."""
        return self.record.goal

    @property
    def done(self) -> bool:
        """Whether it has all tokens that it was to have."""
        return len(self.tokens) >= self.goal

    def wanted(self, in_flight: int) -> int:
        """Return how many more tokens it is to have behind those in flight, of which the drafted ones may not come."""
        return self.goal - len(self.tokens) - bool(self.record.reserved) - in_flight

    def block_key(self, block: int, context: int) -> int:
        """Return what names a block of the context, or nothing where the context ends before it does."""
        end = (block + 1) * self.page_size
        return self.keys[self.record.adapter, *self.tokens[:end]] if end <= context else 0


def keys_of(config: ServingConfig, texts: Texts) -> Keys:
    """Number every beginning of every text that ends with a block."""
    ends = range(config.page_size, config.max_length + 1, config.page_size)
    every = {(config.adapter[r], *texts[r][:end]) for r in range(config.requests) for end in ends}
    return {beginning: number for number, beginning in enumerate(sorted(every), start=1)}


def served(config: ServingConfig, texts: Texts, keys: Keys, r: int) -> ServedRequest:
    """Take in a client's request."""
    prompt, goal = list(texts.prompts[r]), min(config.goal[r], config.max_length)
    paired = len(config.pages) > 1
    record = Request(r, config.adapter[r], paired, len(prompt), goal, prompt, KVCache(paired=paired))
    return ServedRequest(record, config.page_size, keys)
