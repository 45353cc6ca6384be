"""Two pools of which one is forgotten: grown, reverted, suspended, reclaimed or freed alone."""

from __future__ import annotations

from ....model.sorts import Pool
from ..kv_cache_manager import KvCacheManager
from ..pools import KvCachePools
from ..request import LlmRequest
from .registry import fault


@fault("draft_stays_on_the_device", id="F-R15", laws=("S6", "R2"))
class DraftStaysOnTheDevice(KvCachePools):
    """Only the target's cache is suspended: the draft's pages stay locked."""

    def suspend(self, request: LlmRequest) -> None:
        """Suspend one pool."""
        self.target.suspend(request)


@fault("draft_keeps_what_was_rejected", id="F-R18", laws=("R2", "S10"))
class DraftKeepsWhatWasRejected(KvCachePools):
    """Only the target gives back the room of rejected drafts."""

    def reclaim(self, request: LlmRequest, tokens: int) -> None:
        """Reclaim in one pool."""
        if request in self.target.caches:
            self.target.resize(request, self.target.capacity(request) - tokens)


@fault("growth_is_charged_twice", id="F-R19", laws=("S3", "S4"))
class GrowthIsChargedTwice(KvCachePools):
    """What the pass gave is given once more where the step is prepared."""

    def grow(self, request: LlmRequest, tokens: int) -> None:
        """Give the room twice."""
        super().grow(request, tokens)
        for manager in self.managers:
            manager.resize(request, manager.capacity(request) + tokens)


@fault("draft_grows_only_for_drafts", id="F-R22", laws=("S2", "S3", "R2"))
class DraftGrowsOnlyForDrafts(KvCachePools):
    """Whether the draft pool grows is asked of the request's drafts, not of whether there is a draft pool."""

    def growing(self, tokens: int) -> list[KvCacheManager]:
        """Leave the draft pool out where nothing is drafted."""
        return self.managers if tokens > 1 else [self.target]


@fault("failed_draft_leaves_the_target_grown", id="F-R4", laws=("S3", "R2", "S10"))
class FailedDraftLeavesTheTargetGrown(KvCachePools):
    """The target has grown when the draft finds no pages, and keeps its growth."""

    def undo_growth(self, manager: KvCacheManager, request: LlmRequest) -> None:
        """Undo nothing."""


@fault("draft_growth_is_not_revoked", id="F-S3", laws=("R2", "S3", "S10"))
class DraftGrowthIsNotRevoked(KvCachePools):
    """No forward follows, and only the target takes back what it gave."""

    def revert(self, request: LlmRequest) -> None:
        """Revert one pool."""
        self.target.revert(request)


@fault("draft_is_not_freed", laws=("S8", "S12", "S18"))
class DraftIsNotFreed(KvCachePools):
    """A request gives up the target's cache, and the draft's stays."""

    def free(self, request: LlmRequest) -> None:
        """Free one pool."""
        self.target.free(request)


@fault("index_slot_of_a_send_is_kept", laws=("S18",))
class IndexSlotOfASendIsKept(KvCachePools):
    """The draft's index slot is not given back when a context is sent."""

    def release_slots(self, request: LlmRequest) -> None:
        """Give the target's back."""
        self.target.release_slot(request)


@fault("transfer_has_no_draft", laws=("R2", "S2"))
class TransferHasNoDraft(KvCachePools):
    """Room for a context that arrives is made in the target's pool only."""

    def receiving(self) -> list[KvCacheManager]:
        """Leave the draft pool out."""
        return [self.managers[Pool.TARGET]]


@fault("commit_leaves_the_growth_revocable", laws=("S10", "S3", "S4"))
class CommitLeavesTheGrowthRevocable(KvCachePools):
    """What a forward has used can still be revoked, and is, with the next growth that no forward follows."""

    def commit(self, request: LlmRequest) -> None:
        """Commit nothing."""

    def revert(self, request: LlmRequest) -> None:
        """Revert all that was ever given."""
        for manager in self.managers:
            manager.revert(request)


@fault("failed_growth_suspends_at_once", laws=("S10", "S9"))
class FailedGrowthSuspendsAtOnce(KvCachePools):
    """A request whose growth fails leaves the device at once."""

    def grow_in_vain(self, request: LlmRequest) -> None:
        """Suspend it."""
        super().grow_in_vain(request)
        self.suspend(request)


@fault("freed_pages_keep_their_content", laws=("S18",))
class FreedPagesKeepTheirContent(KvCacheManager):
    """A cache gives its pages back as they are: whoever gets them reads what another request has computed."""

    def free(self, request: LlmRequest) -> None:
        """Give the pages back without poison."""
        cache = self.caches.get(request)
        pages = [] if cache is None else cache.pages[:]
        if cache is not None:
            cache.pages.clear()
        super().free(request)
        self.pool.free.give_back(pages)


@fault("freed_pages_are_lost", laws=("S18",))
class FreedPagesAreLost(KvCacheManager):
    """A cache is forgotten with its pages: a little less of the pool is left with each request."""

    def free(self, request: LlmRequest) -> None:
        """Forget the pages first."""
        if request in self.caches:
            self.caches[request].pages.clear()
        super().free(request)


@fault("freed_cache_is_still_suspended", laws=("S18", "S8", "S12"))
class FreedCacheIsStillSuspended(KvCacheManager):
    """A cache is given up and stays on the list of those whose pages may be moved to the host."""

    def free(self, request: LlmRequest) -> None:
        """Put it back on the list."""
        suspended = self.suspended.get(request)
        super().free(request)
        if suspended is not None:
            self.suspended[request] = suspended
