"""Faults in pages and host slots, in the copies between them, and in the eviction queue."""

from __future__ import annotations

from ....model.systems.prefix.state import Transfer
from ..block import Block
from ..cache import PrefixCache
from ..path import Path
from ..refusals import NotThere, check
from ..tiers import Tiers
from .registry import fault


@fault("freed_page_keeps_its_content", laws=("K2", "K6", "L21"))
class FreedPageKeepsItsContent(Tiers):
    """A device page is given back with something in it, which whoever gets it next takes for its own start."""

    def leave_device(self, block: Block) -> None:
        """Give the page back as it is."""
        if block.page is not None:
            page, block.page = block.page, None
            self.device.free.give_back([page])


@fault("freed_slot_keeps_its_content", laws=("K2",))
class FreedSlotKeepsItsContent(Tiers):
    """A host slot is given back with something in it, which a copy that fails leaves for whoever reads it."""

    def leave_host(self, block: Block) -> None:
        """Give the slot back as it is."""
        if block.slot is not None:
            slot, block.slot = block.slot, None
            self.host.free.give_back([slot])


@fault("page_is_freed_in_the_other_tier", laws=("K2",))
class PageIsFreedInTheOtherTier(PrefixCache):
    """The tier is looked up after the move: the device page goes to the free list of the host (TensorRT-LLM #12834)."""

    def demote(self, block: Block) -> None:
        """Demote, and return the page to the wrong list."""
        page = block.page
        super().demote(block)
        if page is not None:
            (again,) = self.tiers.device.free.take(1)
            self.tiers.host.free.give_back([again])


@fault("failed_copy_counts_as_done", laws=("K6",))
class FailedCopyCountsAsDone(Tiers):
    """A failed copy is finished like any other, and its target is taken for content (vLLM #26813)."""

    def undo(self, block: Block, way: Transfer) -> None:
        """Keep the place that the copy was to go to."""


@fault("failed_copy_loses_its_source", laws=("K4", "K14"))
class FailedCopyLosesItsSource(Tiers):
    """A copy fails, and its source is given up with its target."""

    def undo(self, block: Block, way: Transfer) -> None:
        """Give both places back."""
        del way
        self.leave_host(block)
        self.leave_device(block)


@fault("slot_is_dropped_during_its_copy", id="F-K12", laws=("K4",))
class SlotIsDroppedDuringItsCopy(Tiers):
    """A host slot is given to another page without waiting for the copy into it (SGLang #28468)."""

    def drop_copy(self, block: Block) -> None:
        """Ask only whether the page is in both tiers."""
        check(block.page is not None and block.slot is not None, NotThere, "the page is not in both tiers")
        self.leave_host(block)


@fault("copy_goes_the_wrong_way", laws=("K6",))
class CopyGoesTheWrongWay(Tiers):
    """Source and target of a copy are exchanged: the new place overwrites the content."""

    def transfer(self, block: Block, way: Transfer) -> None:
        """Copy in the other direction."""
        super().transfer(block, Transfer.UP if way == Transfer.DOWN else Transfer.DOWN)


@fault("copied_page_is_never_read_back", laws=("K6",))
class CopiedPageIsNeverReadBack(Tiers):
    """A page comes back from the host without its content: the copy up is not issued."""

    def transfer(self, block: Block, way: Transfer) -> None:
        """Copy down only."""
        if way == Transfer.DOWN:
            super().transfer(block, way)


@fault("refused_offload_leaves_the_queue", id="F-K9", laws=("K3",))
class RefusedOffloadLeavesTheQueue(PrefixCache):
    """The page is popped from the eviction queue before the host says no, and is not pushed back."""

    def offload(self, block: Block) -> None:
        """Take the page out first."""
        self.queue.remove(block)
        super().offload(block)


@fault("arrived_page_is_not_queued", laws=("K3",))
class ArrivedPageIsNotQueued(PrefixCache):
    """A copy is done, and the page that nobody keeps stays out of the eviction queue (SGLang #20049)."""

    def arrive(self, block: Block) -> None:
        """Let the copy arrive and do no more."""
        self.tiers.arrive(block)


@fault("page_is_queued_during_its_copy", laws=("K3", "K4"))
class PageIsQueuedDuringItsCopy(PrefixCache):
    """A page whose last holder leaves waits for eviction, though a copy of it is on its way."""

    def rest(self, block: Block) -> None:
        """Ask only who keeps the page."""
        if block in self.tiers.moving and not block.holders:
            self.wait_for_a_hit(block)
        else:
            super().rest(block)


@fault("offloading_page_stays_queued", laws=("K3",))
class OffloadingPageStaysQueued(PrefixCache):
    """A page may be evicted while it is copied to the host."""

    def offload(self, block: Block) -> None:
        """Issue the copy and leave the queue alone."""
        waits = block in self.queue
        super().offload(block)
        if waits:
            self.queue.append(block)


@fault("outdated_page_waits_for_a_hit", laws=("K3",))
class OutdatedPageWaitsForAHit(PrefixCache):
    """A page that no lookup can find any more waits for eviction instead of going with its last holder."""

    def discard(self, block: Block) -> None:
        """Queue what is filed and on the device."""
        if block.is_filed and block.page is not None:
            self.wait_for_a_hit(block)
        else:
            super().discard(block)


@fault("hit_stays_queued", laws=("K3",))
class HitStaysQueued(PrefixCache):
    """A cached page is pinned while it stays in the eviction queue (TensorRT-LLM #12667)."""

    def keep(self, path: Path, block: Block) -> None:
        """Hold the page and leave the queue alone."""
        path.kept.add(block)
        block.holders.add(path)


@fault("kept_page_is_evicted_from_the_host", laws=("K4",))
class KeptPageIsEvictedFromTheHost(PrefixCache):
    """The only copy of a page goes while a request that matched it waits for it (SGLang #27562)."""

    def evict_host(self, block: Block) -> None:
        """Free the slot of a page that is kept, too."""
        if block.holders:
            check(block.slot is not None and block.page is None, NotThere, "the page is not on the host only")
            self.tiers.leave_host(block)
        else:
            super().evict_host(block)


@fault("whole_path_is_read_and_left_behind", laws=("K8", "K14"))
class WholePathIsReadAndLeftBehind(PrefixCache):
    """Blocks are let go as stale, and lose their pages, although every layer still reads them."""

    def check_behind_a_window(self) -> None:
        """Ask nothing."""


@fault("private_page_is_offloaded", laws=("K5",))
class PrivatePageIsOffloaded(PrefixCache):
    """A page that its request still writes to is copied to the host."""

    def check_may_be_offloaded(self, block: Block) -> None:
        """Ask nothing."""


@fault("kept_page_is_evicted", laws=("K4", "L21"))
class KeptPageIsEvicted(PrefixCache):
    """A page is evicted although a request reads it: nobody asked whether it waits for eviction (atlas #373)."""

    def evict(self, block: Block) -> None:
        """Free the page of a block that is kept, too."""
        if block.holders and block.is_filed and block.slot is None:
            self.vacate(block)
        else:
            super().evict(block)
