"""Known faults of caches that lie on trees, leave for the host and come back."""

from __future__ import annotations

from collections.abc import Sequence

from ...prefix.block import Block, Tokens
from ...refusal import OutOfRoom
from ...scheduling.kv_cache import KvCache
from ..kv_cache import TreeKvCache
from ..kv_cache_manager import TreeKvCacheManager
from ..kv_memory import KvTiers
from ..streams import Scope, Stream
from ..tree import RecordedPrefixCache
from .registry import fault


@fault("cache_comes_back_from_its_start", laws=("C1", "K6", "S4"))
class CacheComesBackFromItsStart(TreeKvCacheManager):
    """What the tree did not have is copied from the first host pages, though the tree had the first blocks."""

    def rows_behind(self, cache: TreeKvCache, found: int) -> list[int]:
        """Begin with the first host page."""
        return cache.hosted[: len(cache.hosted) - found]


@fault("content_leaves_after_its_pages", laws=("C1", "K6", "S4"))
class ContentLeavesAfterItsPages(TreeKvCacheManager):
    """The pages of a suspended cache are given back before they are copied to the host."""

    def offload(self, cache: KvCache) -> None:
        """Poison the pages first."""
        for page in cache.pages:
            self.pool.pages[page].fill_(float("nan"))
        super().offload(cache)


@fault("freed_cache_stays_in_the_tree", laws=("W3", "D1"))
class FreedCacheStaysInTheTree(TreeKvCacheManager):
    """The scheduler frees a cache, and the tree keeps the path that it lies on."""

    def leave_tree(self, cache: TreeKvCache) -> None:
        """Stay."""


@fault("rejected_room_stays_on_the_host", laws=("D1", "S4", "K6"))
class RejectedRoomStaysOnTheHost(TreeKvCacheManager):
    """Drafts of a suspended request are rejected, and the host pages that they had are forgotten."""

    def trim_host(self, cache: TreeKvCache, wanted: int) -> None:
        """Forget them."""
        del cache.hosted[wanted:]


@fault("page_table_is_stale_behind_a_swap", laws=("S4", "K6", "L23", "S18"))
class PageTableIsStaleBehindASwap(TreeKvCacheManager):
    """A suspended cache leaves for the host, and its row of the page table keeps the pages that it had."""

    def offload(self, cache: KvCache) -> None:
        """Leave the row as it is."""
        row = self.table.clone()
        super().offload(cache)
        self.table.copy_(row)


@fault("ended_cache_stays_on_the_host", laws=("D1",))
class EndedCacheStaysOnTheHost(TreeKvCacheManager):
    """A request ends while it is suspended, and its host pages are forgotten."""

    def release_host(self, cache: TreeKvCache) -> None:
        """Forget them."""


@fault("block_is_whole_a_token_early", laws=("K6",))
class BlockIsWholeATokenEarly(TreeKvCacheManager):
    """A block is published whose last cell is not computed yet."""

    def whole(self, known: Sequence[int], computed: int) -> int:
        """Count the next token as computed."""
        return super().whole(known, computed + 1)


@fault("draft_is_known_by_raw_tokens", id="F-R9", laws=("K6",))
class DraftIsKnownByRawTokens(Stream):
    """The draft's blocks are known by their own tokens, not by those behind them that they depend on."""

    def key(self, tokens: Sequence[int], block: int) -> Tokens:
        """Take the tokens of the block itself."""
        return Tokens(tuple(tokens[block * self.size : (block + 1) * self.size]), full=True)


@fault("draft_scope_leaves_out_the_first_token", laws=("C2",))
class DraftScopeLeavesOutTheFirstToken(Stream):
    """The draft's blocks of two requests are taken for the same that differ in their first token only."""

    def scope(self, request: int) -> Scope:
        """Leave the first token out."""
        return super().scope(request)[:1]


@fault("start_of_a_block_is_not_copied", laws=("K6", "C1", "S4"))
class StartOfABlockIsNotCopied(KvTiers):
    """A block that starts like another is taken for computed as far as they agree, and nothing is copied."""

    def copy_start(self, source: Block, target: Block, cells: int) -> None:
        """Copy nothing."""


@fault("child_on_the_host_keeps_its_parent", laws=("S16",))
class ChildOnTheHostKeepsItsParent(RecordedPrefixCache):
    """A page can be won back only if all that goes on from it is on the device: what has gone to the host pins it."""

    @property
    def reach(self) -> int:
        """Count what is free, and what only such blocks go on from as may go themselves."""
        return len(self.tiers.device.free) + sum(self.may_go(block) for block in self.queue)

    def make_room(self, pages: int) -> None:
        """Refuse where too few pages can be reached."""
        if self.reach < pages:
            raise OutOfRoom(f"{pages} device pages are needed; {self.reach} are free or may be evicted")
        super().make_room(pages)


@fault("outdated_blocks_stay_on_the_host", laws=("S16", "D1"))
class OutdatedBlocksStayOnTheHost(RecordedPrefixCache):
    """Nobody clears the host of an outdated tree, so that the pages which its blocks go on from never come free."""

    def sweep(self) -> None:
        """Clear nothing."""
