"""What becomes of blocks: kept and let go, queued for eviction, and copied between the tiers."""

from __future__ import annotations

from typing import ClassVar

import torch

from .block import Block
from .eviction import EvictionQueue
from .path import Path
from .radix_tree import RadixTree
from .refusals import StillNeeded, check
from .tiers import Tiers


class BlockStore:
    """The tree, its pages and the queue of those that may be evicted. Every method that refuses changes nothing."""

    radix_tree: ClassVar[type[RadixTree]] = RadixTree
    memory_tiers: ClassVar[type[Tiers]] = Tiers

    def __init__(self, *, device_size: int, host_size: int, cells: int, windowed: bool, device: torch.device) -> None:
        self.tree = self.radix_tree()
        self.tiers = self.memory_tiers(device_size, host_size, cells, device)
        self.queue = EvictionQueue()
        self.windowed = windowed

    # Keeping and letting go

    def keep(self, path: Path, block: Block) -> None:
        """Let a request keep a block's page, which is then no longer up for eviction."""
        path.kept.add(block)
        block.holders.add(path)
        self.queue.remove(block)

    def let_go(self, path: Path, block: Block) -> None:
        """Let a request keep a block's page no longer."""
        path.kept.discard(block)
        block.holders.discard(path)
        self.rest(block)

    def rest(self, block: Block) -> None:
        """Queue a page that nobody keeps or copies; where no lookup can find it any more, it goes at once."""
        if block.holders or block in self.tiers.moving:
            return
        if self.tree.is_found(block):
            self.wait_for_a_hit(block)
        else:
            self.discard(block)

    def wait_for_a_hit(self, block: Block) -> None:
        """Let a device page wait in the eviction queue."""
        if block.page is not None:
            self.queue.append(block)

    def discard(self, block: Block) -> None:
        """Give both copies back, and forget the block unless others hang there or stand there."""
        self.vacate(block)
        if block.is_deserted:
            self.tree.detach(block)

    def vacate(self, block: Block) -> None:
        """Give back what the block has on the device and on the host."""
        self.queue.remove(block)
        self.tiers.leave_device(block)
        self.tiers.leave_host(block)

    def check_behind_a_window(self) -> None:
        """Refuse where every layer reads the whole path."""
        check(self.windowed, StillNeeded, "every layer reads the whole path")

    # Copies between the tiers

    def offload(self, block: Block) -> None:
        """Issue the copy of a committed page to the host; the page is not up for eviction until it has arrived."""
        self.check_may_be_offloaded(block)
        self.tiers.offload(block)
        self.queue.remove(block)

    def check_may_be_offloaded(self, block: Block) -> None:
        """Refuse to copy what is still written to, or what no lookup will ask for."""
        check(block.is_filed, StillNeeded, "the block is not in the index")

    def onload(self, block: Block) -> None:
        """Issue the copy of a page that is on the host only back to the device."""
        self.tiers.onload(block)

    def arrive(self, block: Block) -> None:
        """A copy arrives, whatever became of the requests and of the tree meanwhile."""
        self.tiers.arrive(block)
        self.rest(block)

    def fail(self, block: Block) -> None:
        """A copy is lost; the page stays where it was."""
        self.tiers.fail(block)
        self.rest(block)

    def drop_copy(self, block: Block) -> None:
        """Give the host slot of a page back that is on the device too."""
        self.tiers.drop_copy(block)
