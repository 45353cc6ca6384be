"""All pages, and what becomes of one that nobody needs: it is cached while it can be found, and free otherwise."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from .errors import OutOfPages, PageInUse, PageNotFound, check
from .index import PrefixIndex
from .memory import PageMemory
from .page import Page
from .queues import PageQueue


class PagePool:
    """Pages of every tier by number, those that are free, and those that are cached for whoever finds them."""

    def __init__(self, tiers: Sequence[int], memory: PageMemory, index: PrefixIndex) -> None:
        """Make a page for each entry of `tiers`, which says how far below the device it lies."""
        self.memory, self.index = memory, index
        slots: Counter[int] = Counter()
        self.pages: list[Page] = []
        self.free, self.cached = PageQueue(), PageQueue()
        for number, tier in enumerate(tiers):
            self.pages.append(Page(number, tier, slots[tier]))
            slots[tier] += 1
            self.free.append(self.pages[number])

    def __getitem__(self, number: int) -> Page:
        return self.pages[number]

    def check_free(self, page: Page) -> None:
        """Refuse a page that cannot be given to anybody."""
        check(page in self.free, PageInUse, f"page {page.id} is not free")

    def take(self, page: Page, weights: int, writers: Iterable[int]) -> None:
        """Give a free page, blank, to one who will fill it."""
        self.free.discard(page)
        page.refs += 1
        self.unpublish(page)
        page.weights, page.writers = weights, frozenset(writers)
        self.clear(page)

    def clear(self, page: Page) -> None:
        """Leave nothing in a page of what was in it."""
        self.memory.clear(page)

    def unpublish(self, page: Page) -> None:
        """Let a page be found no longer."""
        page.published = False

    def retain(self, page: Page) -> None:
        """Count one more who needs the page; while anybody does, it cannot be evicted."""
        page.refs += 1
        self.cached.discard(page)

    def release(self, page: Page) -> None:
        """Count one less who needs the page."""
        page.refs -= 1
        if not page.refs:
            self.rest(page)

    def rest(self, page: Page) -> None:
        """Keep a page that nobody needs for who finds it; free it where nobody can."""
        if self.index.finds(page):
            self.cached.append(page)
        else:
            self.recycle(page)

    def recycle(self, page: Page) -> None:
        """Free a page, and poison what is in it."""
        self.memory.poison(page)
        self.free.append(page)

    def arrive(self, page: Page, weights: int, mark: int, positions: int) -> None:
        """Fill a free page with what arrives from elsewhere. Nobody needs it yet."""
        self.take(page, weights, [mark])
        self.memory.write(page, range(positions), weights, mark)

    def evict(self, page: Page) -> None:
        """Free a page that is cached, or refuse."""
        self.check_evictable(page)
        self.cached.discard(page)
        self.unpublish(page)
        self.recycle(page)

    def check_evictable(self, page: Page) -> None:
        """Refuse a page that cannot be found, or whose eviction would gain nothing."""
        check(self.index.finds(page), PageNotFound, f"page {page.id} is not found")
        check(page in self.cached, PageInUse, f"page {page.id} is needed")

    def sweep(self) -> None:
        """Free the cached pages whose keys were dropped."""
        for page in [page for page in self.cached if not self.index.finds(page)]:
            self.cached.remove(page)
            self.recycle(page)

    def next_free(self, tier: int) -> Page:
        """Return the free page of a tier that is next in turn; where there is none, evict a cached one, the oldest."""
        page = self.free.oldest(tier)
        if page is None:
            page = self.cached.oldest(tier)
            if page is None:
                raise OutOfPages(f"no page of tier {tier} is free or cached")
            self.evict(page)
        return page
