"""A page is lost, handed out while it is needed, or keeps what it had; or a key outlives its content."""

from __future__ import annotations

from ..content import POSITIONS
from ..errors import PageInUse, PageNotFound, check
from ..index import PrefixIndex
from ..memory import PageMemory
from ..page import Page
from ..pool import PagePool
from ..upkeep import Upkeep
from .registry import fault

# Pages


@fault("allocate_takes_a_cached_page", laws=("K2", "K3"))
class AllocateTakesACachedPage(PagePool):
    """A page that is still found is taken as if it had been evicted."""

    def check_free(self, page: Page) -> None:
        """Let go of a cached page in passing."""
        if page in self.cached:
            self.cached.remove(page)
            self.free.append(page)
        super().check_free(page)


@fault("allocate_keeps_the_key", laws=("L12",))
class AllocateKeepsTheKey(PagePool):
    """The page is taken, and counts as published as before."""

    def unpublish(self, page: Page) -> None:
        """Leave the mark on a page that somebody takes."""
        if not page.refs:
            super().unpublish(page)


@fault("allocate_keeps_the_content", laws=("L12",))
class AllocateKeepsTheContent(PagePool):
    """What is left in the page counts as the new holder's."""

    def clear(self, page: Page) -> None:
        """Leave it as it is."""


@fault("freed_page_keeps_content", laws=("K16", "L13"))
class FreedPageKeepsContent(PageMemory):
    """A page is freed as it is: whoever reads it finds what another has computed."""

    def poison(self, page: Page) -> None:
        """Leave it as it is."""


@fault("freed_page_is_lost", laws=("K2",))
class FreedPageIsLost(PagePool):
    """A page that nobody needs is neither free nor cached."""

    def recycle(self, page: Page) -> None:
        """Poison it, and forget it."""
        self.memory.poison(page)


@fault("hit_leaves_the_page_evictable", laws=("K2", "K3"))
class HitLeavesThePageEvictable(PagePool):
    """A page that is held again is still in the queue for eviction."""

    def retain(self, page: Page) -> None:
        """Count, and leave the queue as it is."""
        page.refs += 1


@fault("evicted_page_stays_in_the_queue", laws=("K2", "K3"))
class EvictedPageStaysInTheQueue(PagePool):
    """A page is free and still up for eviction, so that it is evicted once more under who takes it."""

    def evict(self, page: Page) -> None:
        """Put it back where it was."""
        super().evict(page)
        self.cached.append(page)


@fault("evict_takes_a_held_page", laws=("K3",))
class EvictTakesAHeldPage(PagePool):
    """A page is evicted that requests still hold: its key is lost, and nothing is gained."""

    def check_evictable(self, page: Page) -> None:
        """Ask only whether it is found."""
        check(self.index.finds(page), PageNotFound, f"page {page.id} is not found")


@fault("page_is_kept_for_who_finds_it_though_nobody_can", laws=("K2",))
class PageIsKeptForWhoFindsItThoughNobodyCan(PagePool):
    """A page that was never published goes to the cached ones, where no eviction may take it."""

    def rest(self, page: Page) -> None:
        """Poison it, and keep it all the same."""
        self.memory.poison(page)
        self.cached.append(page)


@fault("change_of_weights_renames_pages", laws=("K16", "L13"))
class ChangeOfWeightsRenamesPages(Upkeep):
    """What requests hold is kept under the present weights from now on, and was computed with older ones."""

    def change_weights(self) -> None:
        """Rename what has content."""
        super().change_weights()
        for page in (page for request in self.requests.values() for page in request.table):
            if self.memory.written(page):
                page.weights = self.index.weights


@fault("restore_over_a_page_in_use", laws=("K16",))
class RestoreOverAPageInUse(Upkeep):
    """What arrives is written over a page that is held."""

    def check_arrival(self, page: Page) -> None:
        """Ask only whether it is found."""
        check(not self.index.finds(page), PageInUse, f"page {page.id} is found")


@fault("part_arrives_as_a_full_page", laws=("L12",))
class PartArrivesAsAFullPage(Upkeep):
    """Every page that arrives is taken to be full, and its last positions are read though nobody wrote them."""

    def arriving(self, full: int) -> int:
        """Fill it."""
        del full
        return POSITIONS


# Keys


@fault("publish_with_an_old_seal", laws=("L11", "O14"))
class PublishWithAnOldSeal(PrefixIndex):
    """The key is made as of an earlier reset, and the page is never found."""

    def seal(self, page: Page) -> None:
        """Publish it as of an epoch that may be over."""
        page.published = True


@fault("reset_count_wraps", laws=("L13",))
class ResetCountWraps(PrefixIndex):
    """The count of resets is kept in one bit, so that keys of long ago fit again."""

    def drop_device(self) -> None:
        """Begin anew after the second one."""
        self.epoch = (self.epoch + 1) % 2


@fault("reset_leaves_cached_pages", laws=("K2",))
class ResetLeavesCachedPages(PagePool):
    """Keys are dropped, and the pages that they found are never freed."""

    def sweep(self) -> None:
        """Leave them in the queue."""


@fault("seal_of_another_tier", laws=("L11", "O14"))
class SealOfAnotherTier(PrefixIndex):
    """A stored page is sealed with the epoch of the device, and is not found, or found for too long."""

    def epoch_of(self, page: Page) -> int:
        """Know one epoch only."""
        del page
        return self.epoch


@fault("change_of_weights_keeps_keys_below", laws=("L13",))
class ChangeOfWeightsKeepsKeysBelow(Upkeep):
    """Only the keys of the device are dropped for good, and stale content is found below it."""

    def change_weights(self) -> None:
        """Enter anew what is found below."""
        below = [page for page in self.pool.pages if not page.on_device and self.index.finds(page)]
        self.index.change_weights()
        for page in below:
            self.index.seal(page)
        self.pool.sweep()
