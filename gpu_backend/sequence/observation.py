"""What the caches show of themselves, read from memory, lists and buffers, and by no question that a cache answers.

A slot counts where it is the only place that it is named in. A free one counts only if it is poisoned, and one with a
settled block only if it holds what the block's tokens give. What a buffer has to list is worked out here once more.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import cycle
from math import isnan

from ...conformance.parts.part import Shown
from .cache import SequenceCache
from .manager import SequenceManager
from .pages import Page
from .tokens import content


class Observation:
    """One look at the caches and the memory under them."""

    def __init__(self, manager: SequenceManager, lives: Sequence[int]) -> None:
        """Look at the caches, of which each is in the life with this number; it is not asked which one it is in."""
        self.manager, self.lives = manager, lives
        *self.memory, self.behind = manager.storage.memory.tolist()
        """Every slot, and the padding that stands behind them all."""
        self.free = manager.storage.free.view()
        owned = (page for cache in manager.caches for page in (*cache.pages, *cache.scratch.pages) if page is not None)
        self.places: Counter[int | None] = Counter(
            [*self.free, *(page.slot for page in owned if page.slot is not None)]
        )

    def fields(self) -> Shown:
        """Return every field of the system."""
        caches = self.manager.caches

        def of_caches(value: Callable[[SequenceCache], int]) -> list[int]:
            return [int(value(cache)) for cache in caches]

        return {
            "stage": of_caches(lambda cache: cache.status),
            "work": of_caches(lambda cache: cache.work),
            "blocks": of_caches(lambda cache: len(cache.pages)),
            "history": of_caches(self.settled),
            "stale": of_caches(lambda cache: cache.pages[: self.settled(cache)].count(None)),
            "free": [self.unused()],
            "held": of_caches(self.held),
            "below": of_caches(self.below),
            "scratch_from": of_caches(lambda cache: cache.scratch.first),
            "scratch_to": of_caches(lambda cache: cache.scratch.end),
            "shared": of_caches(lambda cache: cache.scratch.needed),
            "scratch": of_caches(lambda cache: sum(self.places[page.slot] == 1 for page in cache.scratch.pages)),
            "attached": of_caches(lambda cache: cache.buffer is self.manager.buffers[cache.slot]),
            "table": of_caches(lambda cache: cache.version),
            "described": of_caches(self.described),
        }

    def settled(self, cache: SequenceCache) -> int:
        """Return the blocks of the history; it is always of whole ones here, and a part of one is shown as none."""
        blocks, rest = divmod(cache.history, self.manager.window.tokens_per_block)
        return -1 if rest else blocks

    def unused(self) -> int:
        """Return the free slots. Who wrote into the padding took what is nobody's, so that one slot less is shown."""
        clean = sum(self.places[slot] == 1 and self.is_poisoned(slot) for slot in self.free)
        return clean - any(self.behind)

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

    def is_right(self, cache: SequenceCache, block: int, found: Sequence[float]) -> bool:
        """Whether a block holds what its tokens give; what is not settled may hold anything."""
        size, window, life = self.manager.window.tokens_per_block, self.manager.window.blocks, self.lives[cache.slot]
        return block >= self.settled(cache) or tuple(found) == content(cache.slot, life, block, size, window)

    def described(self, cache: SequenceCache) -> int:
        """Return the version that the buffer was written from; none if it is attached and lists other slots."""
        version, *slots = self.manager.buffers[cache.slot].data.tolist()
        return int(version) if cache.buffer is None or slots == self.to_list(cache, len(slots)) else 0

    def to_list(self, cache: SequenceCache, room: int) -> list[int]:
        """Return what a buffer has to list: each block's slot, in turn those of scratch, and else the padding."""
        shared = cycle(cache.scratch.pages)
        turns = {block: next(shared, None) for block in range(cache.scratch.first, cache.scratch.end)}
        pages = [page or turns.get(block) for block, page in enumerate(cache.pages)]
        padding = len(self.memory)
        slots = [padding if page is None or page.slot is None else page.slot for page in pages]
        return slots + [padding] * (room - len(slots))
