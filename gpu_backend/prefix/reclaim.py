"""How pages are won back: blocks that nobody keeps leave the device, the host, and in the end the tree."""

from __future__ import annotations

from ..refusal import OutOfRoom
from .block import Block, Root
from .block_store import BlockStore
from .refusals import NotFound, NotThere, StillNeeded, check


class Reclaim(BlockStore):
    """Evictions of one block, and room made for so many pages. A block leaves after all that goes on from it."""

    def evict(self, block: Block) -> None:
        """Free the only page of a block that nothing goes on from; the block leaves the tree."""
        self.check_evictable(block)
        self.vacate(block)
        self.tree.detach(block)

    def check_evictable(self, block: Block) -> None:
        """Refuse to evict what is kept, what is on the host too, and what others go on from."""
        check(block in self.queue, StillNeeded, "the page does not wait for eviction")
        check(block.slot is None, StillNeeded, "the page is on the host too")
        check(block.is_deserted, StillNeeded, "something goes on from the block")

    def evict_host(self, block: Block) -> None:
        """Free the only page of a block that is on the host only; the block leaves the tree."""
        check(block.slot is not None and block.page is None, NotThere, "the page is not on the host only")
        check(not block.holders, StillNeeded, "somebody keeps the page")
        check(block.is_deserted, StillNeeded, "something goes on from the block")
        self.tiers.leave_host(block)
        self.tree.detach(block)

    def demote(self, block: Block) -> None:
        """Free a device page that nobody keeps; lookups find the copy on the host."""
        check(block in self.queue, StillNeeded, "the page does not wait for eviction")
        check(block.slot is not None, NotThere, "the page has no copy on the host")
        self.queue.remove(block)
        self.tiers.leave_device(block)

    def hollow(self, block: Block) -> None:
        """Free the page of a block that the window left behind; the block stays for what goes on from it."""
        self.check_behind_a_window()
        check(block.has_copy, NotThere, "the block has no page")
        check(not block.holders and block not in self.tiers.moving, StillNeeded, "somebody keeps or copies the page")
        self.vacate(block)

    def prune(self, block: Block) -> None:
        """Take a block without a page out of the tree, if nothing goes on from it."""
        check(not isinstance(block, Root), NotFound, "a root is no block")
        check(not block.has_copy, StillNeeded, "the block has a page")
        check(block.is_deserted, StillNeeded, "something goes on from the block")
        self.tree.detach(block)

    def uproot(self, root: Block) -> None:
        """Take the root of an outdated tree away after the last of its blocks."""
        check(isinstance(root, Root), NotFound, "a block is no root")
        check(not self.tree.is_current(root), StillNeeded, "lookups start there")
        check(root.is_deserted, StillNeeded, "something goes on from the root")
        self.tree.detach(root)

    def make_room(self, pages: int) -> None:
        """Evict what was let go first until so many device pages are free, or refuse and evict nothing.

        A page with a copy on the host leaves the device only. A block whose children wait for eviction goes after them.
        """
        if self.reach < pages:
            raise OutOfRoom(f"{pages} device pages are needed; {self.reach} are free or may be evicted")
        while len(self.tiers.device.free) < pages:
            block = next(each for each in self.queue if each.slot is not None or each.is_deserted)
            if block.slot is not None:
                self.demote(block)
            else:
                self.evict(block)

    @property
    def reach(self) -> int:
        """How many device pages are free or could be freed one after the other."""
        return len(self.tiers.device.free) + sum(self.may_go(block) for block in self.queue)

    def may_go(self, block: Block) -> bool:
        """Whether the page could be freed once all that hangs under its block is gone."""
        if block.slot is not None:
            return True
        return not block.visitors and all(each in self.queue and self.may_go_whole(each) for each in block.branches)

    def may_go_whole(self, block: Block) -> bool:
        """Whether the block itself, and all that hangs under it, could be evicted."""
        return block.slot is None and self.may_go(block)
