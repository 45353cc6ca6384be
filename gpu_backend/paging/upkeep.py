"""What the cache does by itself: restore, evict, reset_device, reset_below, change_weights."""

from __future__ import annotations

from .content import POSITIONS, mark_of_storage
from .core import Core
from .errors import PageInUse, WrongTier, check
from .page import Page


class Upkeep(Core):
    """Pages that no request asked for, and keys that are dropped under those who use them."""

    def restore(self, p: int, t: int, full: int) -> None:
        """Put a page that arrives from elsewhere into a free one, and have it found."""
        page = self.pool[p]
        check(page.on_device, WrongTier, f"page {p} is not on the device")
        self.check_arrival(page)
        check(self.index.look_up(t) is None, PageInUse, f"another page is found by prefix {t}")
        self.pool.arrive(page, self.index.weights, mark_of_storage(t), self.arriving(full))
        self.index.enter(page, t)
        self.pool.release(page)

    def check_arrival(self, page: Page) -> None:
        """Refuse to write over a page that is in use."""
        self.pool.check_free(page)

    def arriving(self, full: int) -> int:
        """Return how many positions a page has that arrives."""
        return POSITIONS if full else POSITIONS - 1

    def evict(self, p: int) -> None:
        """Give up a page that is cached."""
        self.pool.evict(self.pool[p])

    def reset_device(self) -> None:
        """Drop every key of the device; who holds a page goes on with it."""
        self.index.drop_device()
        self.pool.sweep()

    def reset_below(self) -> None:
        """Drop every key of the tiers below."""
        self.index.drop_below()
        self.pool.sweep()

    def change_weights(self) -> None:
        """Drop every key, since the weights change; who runs goes on with those that it began with."""
        self.index.change_weights()
        self.pool.sweep()
