"""A buffer lists pages that are not those of the cache, or too few of them."""

from __future__ import annotations

from collections.abc import Sequence

import torch

from ..core import CacheCore
from ..index_buffer import PageIndexBuffer
from ..lifetime import Lifetime
from ..refusals import BufferFull, check
from ..settling import Settling
from ..sizing import Sizing
from .registry import fault


@fault("forward_without_buffers", id="F-K13", laws=("K10",))
class ForwardWithoutBuffers(Settling):
    """Nobody attached buffers again after a resume, and the forward reads through what they list."""

    def check_attached(self) -> None:
        """Trust the caller."""


@fault("suspend_keeps_the_buffers", id="F-K13", laws=("K10",))
class SuspendKeepsTheBuffers(Lifetime):
    """The buffer stays attached over a suspension, and lists pages that are free to move."""

    def detach(self) -> None:
        """Keep the buffer."""


@fault("attach_without_writing", laws=("K10",))
class AttachWithoutWriting(Lifetime):
    """A buffer is attached as it was before the suspension."""

    def fill(self, buffer: PageIndexBuffer) -> None:
        """Leave the buffer as it is."""


@fault("growth_is_not_listed", laws=("K10",))
class GrowthIsNotListed(CacheCore):
    """A buffer is written when it is attached, and no more."""

    def refresh_buffer(self) -> None:
        """Leave the buffer as it is."""


@fault("entries_behind_the_end_stay", laws=("K10",))
class EntriesBehindTheEndStay(PageIndexBuffer):
    """What was given up stays listed, for only as many entries are written as there are blocks."""

    def write(self, version: int, slots: Sequence[int]) -> None:
        """Overwrite the first entries only."""
        self.data[0] = version
        self.data[1 : 1 + len(slots)] = torch.tensor(slots, dtype=torch.int64)


@fault("scratch_is_not_listed", laws=("K10",))
class ScratchIsNotListed(CacheCore):
    """Blocks that share scratch pages are listed as if they had no page at all."""

    def refresh_buffer(self) -> None:
        """List the pages of blocks only."""
        if self.buffer is not None:
            slots = [self.storage.padding if self.scratch.covers(at) else slot for at, slot in enumerate(self.listed())]
            self.buffer.write(self.version, slots)


@fault("offload_counts_as_the_same_table", laws=("K10",))
class OffloadCountsAsTheSameTable(Lifetime):
    """Pages that have moved count as the pages that they were."""

    def table_moved(self) -> None:
        """Keep the version."""


@fault("room_is_without_drafted_blocks", id="F-K7", laws=("S11",))
class RoomIsWithoutDraftedBlocks(Sizing):
    """The room in the buffer is compared with the blocks without those of drafted tokens."""

    def check_room(self, capacity: int) -> None:
        """Compare what is left when all that may be is taken back."""
        blocks = self.blocks_of(capacity - self.window.max_rewind)
        check(blocks <= self.room, BufferFull, f"{blocks} blocks are more than can be listed")


@fault("resume_attaches_the_old_buffer", laws=("K9",))
class ResumeAttachesTheOldBuffer(Lifetime):
    """The buffer is remembered over the suspension, though the caller may have given it to another sequence."""

    kept: PageIndexBuffer | None = None

    def detach(self) -> None:
        """Remember the buffer."""
        self.kept = self.buffer
        super().detach()

    def bring_back(self) -> None:
        """Take the remembered buffer up again."""
        super().bring_back()
        self.buffer = self.kept


@fault("entries_behind_the_end_name_a_page", laws=("K10",))
class EntriesBehindTheEndNameAPage(PageIndexBuffer):
    """What is behind the last block is listed as slot 0, which is somebody's."""

    def padded(self, slots: Sequence[int]) -> list[int]:
        """Fill the room up with zeros."""
        return [*slots, *[0] * self.room][: self.room]


@fault("missing_pages_are_listed_as_the_last_slot", laws=("K10",))
class MissingPagesAreListedAsTheLastSlot(CacheCore):
    """Where a block has no page, the last slot that there is is listed for it, and not the padding behind it."""

    def slot_of(self, block: int) -> int:
        """Take the padding for one slot less."""
        return min(super().slot_of(block), self.storage.padding - 1)
