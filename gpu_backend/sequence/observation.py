"""What the caches show of themselves, read from memory, lists and buffers.

A slot counts where it is the only place that it is named in. A free one counts only if it is poisoned, and one with a
settled block only if it holds what the block's tokens give.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from math import isnan

from ...conformance.parts.part import Shown
from .cache import SequenceCache
from .manager import SequenceManager
from .pages import Page
from .tokens import content


class Observation:
    """One look at the caches and the memory under them."""

    def __init__(self, manager: SequenceManager) -> None:
        self.manager = manager
        self.memory: list[list[float]] = manager.storage.memory.tolist()
        self.free = manager.storage.free.view()
        owned = (page for cache in manager.caches for page in (*cache.on_device(), *cache.scratch.pages))
        self.places = Counter([*self.free, *(page.slot for page in owned)])

    def fields(self) -> Shown:
        """Return every field of the system."""
        caches = self.manager.caches

        def of_caches(value: Callable[[SequenceCache], int]) -> list[int]:
            return [int(value(cache)) for cache in caches]

        return {
            "stage": of_caches(lambda cache: cache.status),
            "work": of_caches(lambda cache: cache.work),
            "blocks": of_caches(lambda cache: len(cache.pages)),
            "history": of_caches(lambda cache: cache.settled),
            "stale": of_caches(lambda cache: cache.pages[: cache.settled].count(None)),
            "free": [sum(self.places[slot] == 1 and self.is_poisoned(slot) for slot in self.free)],
            "held": of_caches(self.held),
            "below": of_caches(self.below),
            "scratch_from": of_caches(lambda cache: cache.scratch.first),
            "scratch_to": of_caches(lambda cache: cache.scratch.end),
            "shared": of_caches(lambda cache: cache.scratch.needed),
            "scratch": of_caches(lambda cache: sum(self.places[page.slot] == 1 for page in cache.scratch.pages)),
            "attached": of_caches(lambda cache: cache.buffer is not None),
            "table": of_caches(lambda cache: cache.version),
            "described": of_caches(self.described),
        }

    def is_poisoned(self, slot: int) -> bool:
        """Whether a slot is unfit to be read."""
        return all(map(isnan, self.memory[slot]))

    def held(self, cache: SequenceCache) -> int:
        """Return the slots with a block each of which nobody else has anything."""
        return sum(
            page is not None
            and page.slot is not None
            and self.places[page.slot] == 1
            and self.is_right(cache, block, self.memory[page.slot])
            for block, page in enumerate(cache.pages)
        )

    def below(self, cache: SequenceCache) -> int:
        """Return the pages on the host that were handed out to this sequence, whether it still knows them or not."""
        copies = self.manager.storage.host
        mine = (page for page in copies if page.owner == cache.slot)
        return sum(self.is_right(cache, self.block_of(cache, page), copies[page].tolist()) for page in mine)

    @staticmethod
    def block_of(cache: SequenceCache, page: Page) -> int:
        """Return the block that a page is of; one behind all others where it is of none."""
        return cache.pages.index(page) if page in cache.pages else len(cache.pages)

    @staticmethod
    def is_right(cache: SequenceCache, block: int, found: Sequence[float]) -> bool:
        """Whether a block holds what its tokens give; what is not settled may hold anything."""
        size, window = cache.window.tokens_per_block, cache.window.blocks
        return block >= cache.settled or tuple(found) == content(cache.slot, cache.life, block, size, window)

    def described(self, cache: SequenceCache) -> int:
        """Return the version that the buffer was written from; none if it is attached and lists other slots."""
        buffer = self.manager.buffers[cache.slot]
        version, slots = buffer.view()
        current = cache.buffer is None or slots == buffer.padded(cache.listed())
        return version if current else 0
