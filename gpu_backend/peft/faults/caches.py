"""A cache loses pages, gives up what is needed, or never gives up what is not."""

from __future__ import annotations

from ....model.systems.adapters.state import Level
from ..cache import CacheEntry, LoraCache
from ..manager import PeftCacheManager
from ..pages import LoraCachePageManager
from ..transfers import Transfers
from .registry import fault


@fault("claim_needs_only_something_evictable", id="F-P11", laws=("P11",))
class ClaimNeedsOnlySomethingEvictable(LoraCache):
    """A claim is let in as soon as something can be evicted, whether or not it is enough."""

    def check_room(self, pages: int) -> None:
        """Refuse only where nothing can be evicted."""
        if not self.done:
            super().check_room(pages)


@fault("admit_takes_promised_pages", id="F-P11", laws=("P11",))
class AdmitTakesPromisedPages(PeftCacheManager):
    """A copy is taken up again whose pages were promised to a claim, which then finds none."""

    def check_promises(self, entry: CacheEntry) -> None:
        """Do not look at claims."""


@fault("evict_takes_used_copy", laws=("P3", "P11"))
class EvictTakesUsedCopy(PeftCacheManager):
    """A claim evicts a copy that requests run with (vLLM #47724)."""

    def unheld(self, level: Level, task: int) -> CacheEntry:
        """Take any copy that is loaded."""
        entry = self.cache(level).find(task)
        return entry if entry is not None and entry.loaded else super().unheld(level, task)


@fault("freed_pages_are_lost", laws=("L1",))
class FreedPagesAreLost(LoraCachePageManager):
    """The pages of a copy that is given up are in no entry, and not free either."""

    def release(self, pages: list[int]) -> None:
        """Poison them, and forget them."""
        self.poison(pages)


@fault("freed_pages_keep_weights", laws=("L1",))
class FreedPagesKeepWeights(LoraCachePageManager):
    """Pages are freed as they are: whoever reads them finds the weights of somebody else."""

    def poison(self, pages: list[int]) -> None:
        """Leave the weights where they are."""


@fault("entries_share_a_page", laws=("L1",))
class EntriesShareAPage(LoraCachePageManager):
    """A page that is handed out stays free, and two adapters are written into it."""

    def claim(self, count: int) -> list[int]:
        """Hand out pages and keep them."""
        pages = super().claim(count)
        self.free.give_back(pages)
        return pages


@fault("load_forgets_release", laws=("P4",))
class LoadForgetsRelease(Transfers):
    """All holders ended while the weights were on their way, which stay for good."""

    def arrive(self, level: Level, entry: CacheEntry) -> None:
        """Forget that the entry was to be released."""
        entry.done = False
        super().arrive(level, entry)


@fault("copy_keeps_source", laws=("P4",))
class CopyKeepsSource(Transfers):
    """A copy to the device has ended, and its source on the host still waits to be released."""

    def end(self, level: Level, entry: CacheEntry) -> None:
        """End the copy, and leave the source as it was."""
        source = self.copies.get(entry)
        done = source is not None and source.done
        if source is not None:
            source.done = False
        super().end(level, entry)
        if source is not None:
            source.done = done


@fault("failed_load_stays_for_nobody", laws=("P4",))
class FailedLoadStaysForNobody(Transfers):
    """All holders ended while the weights were on their way; they never arrive, and their pages stay taken."""

    def fail(self, level: Level, entry: CacheEntry) -> None:
        """Keep a host entry for holders that are not there."""
        if level == Level.HOST:
            entry.done = False
        super().fail(level, entry)


@fault("put_waits_beside_free_pages", laws=("P11",))
class PutWaitsBesideFreePages(LoraCache):
    """A claim waits for an eviction although free pages suffice."""

    def put(self, task: int, weight: int, content: int) -> CacheEntry:
        """Give back the pages that it got at once."""
        entry = super().put(task, weight, content)
        self.pages.release(entry.pages)
        entry.pages = []
        return entry
