"""Faults in the pages of the two pools and of the host (F-R, F-K), and in what their forgotten undo leaves behind."""

from __future__ import annotations

import torch
from torch import Tensor

from ..admission import Admission
from ..executor import Executor
from ..inputs import Inputs
from ..kv_cache import KVCacheManager, PageTable
from ..refusal import OutOfRoom
from ..requests import Request
from ..stepping import Stepping
from ..suspension import Suspension
from .registry import fault


@fault("failed_chunk_keeps_target_pages", id="F-R3", laws=("R2", "K1", "K9"))
class FailedChunkKeepsTargetPages(Admission):
    """Where the draft pool has no pages for a chunk, the target pool's growth is not rolled back."""

    def take_chunk_pages(self, request: Request, tokens: int) -> None:
        """Grow one pool after the other, with nothing undone."""
        for table in request.cache.tables:
            self.kv.extend(table, request.cursor + tokens)


@fault("failed_growth_keeps_target_pages", id="F-R4", laws=("R2", "K1", "K9"))
class FailedGrowthKeepsTargetPages(Stepping):
    """Where the draft pool has no pages for a decode step, the target pool's growth is not rolled back."""

    def take_decode_pages(self, request: Request, tokens: int) -> None:
        """Grow one pool after the other, with nothing undone."""
        for table in request.cache.tables:
            self.kv.extend(table, request.cursor + tokens)


@fault("chunk_end_is_fed_the_sample", id="F-R12", laws=("C2",))
class ChunkEndIsFedTheSample(Executor):
    """At the end of a chunk the draft head is fed the sampled token instead of the prompt's next one."""

    def next_tokens(self, inputs: Inputs, verified: Tensor) -> Tensor:
        """Take the sampled token at the last token of each request."""
        ends = torch.tensor([*inputs.first[1:], len(verified)], device=verified.device) - 1
        return super().next_tokens(inputs, verified).index_copy(0, ends, verified.index_select(0, ends))


@fault("suspend_moves_target_only", id="F-R15", laws=("R2",))
class SuspendMovesTargetOnly(Suspension):
    """A suspension moves the target's pages to the host and leaves the draft's on the device."""

    def move_pages_out(self, request: Request) -> None:
        """Move the pages of one pool."""
        try:
            self.kv.move_out(request.cache.target)
        except OutOfRoom:
            return


@fault("rejected_drafts_keep_pages", id="F-S25", laws=("K1", "R7"))
class RejectedDraftsKeepPages(Stepping):
    """The pages of drafted tokens that were not accepted are never returned."""

    def return_rejected_pages(self, request: Request) -> None:
        """Leave the pages with the request."""


@fault("failed_suspend_leaves_pages_moved", id="F-K9", laws=("R2",))
class FailedSuspendLeavesPagesMoved(KVCacheManager):
    """Where the host has no room for the second pool, the pages of the first one stay there all the same."""

    def undo_move_out(self, table: PageTable) -> None:
        """Leave the pages where they are."""


@fault("resume_leaves_content_behind", id="F-K13", laws=("C1",))
class ResumeLeavesContentBehind(KVCacheManager):
    """A resumed request gets pages, and not what it had written in them."""

    def copy_in(self, table: PageTable, pages: list[int]) -> None:
        """Leave the pages as they were taken."""
