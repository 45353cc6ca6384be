"""What must be possible, so that a model that forbids too much does not pass for a safe one."""

from ...language import sometimes
from ...sorts import Request
from .state import Buffers, Stage, Work


@sometimes
def blocks_share_one_slot(w: Buffers, r: Request) -> bool:
    """Two blocks of a chunk share one scratch slot, in a cache as large as its buffers allow."""
    return w.shared[r] == 1 and w.scratch_to[r] == w.scratch_from[r] + 2 and w.blocks[r] == w.max_blocks


@sometimes
def later_chunk_has_scratch(w: Buffers, r: Request) -> bool:
    """A chunk behind settled blocks uses scratch up to the last block that may, and its buffers are attached."""
    return (
        w.scratch_from[r] >= 1
        and w.shared[r] >= 1
        and w.attached[r] == 1
        and w.scratch_to[r] + w.window + w.max_rewind == w.blocks[r]
    )


@sometimes
def chunk_is_suspended(w: Buffers, r: Request) -> bool:
    """A cache is suspended before the forward of its chunk, and all that it held is below the device."""
    return w.stage[r] == Stage.SUSPENDED and w.shared[r] >= 1 and w.below[r] >= 1 and w.free == w.slots


@sometimes
def resumed_cache_waits_for_its_buffers(w: Buffers, r: Request) -> bool:
    """A cache is resumed into the last slots, scratch among them, and its buffers are not attached again yet."""
    return (
        w.stage[r] == Stage.ACTIVE
        and w.shared[r] >= 1
        and w.held[r] + w.scratch[r] == w.slots
        and not w.attached[r]
        and w.described[r] >= 1
        and w.table[r] == w.described[r] + 2
    )


@sometimes
def single_block_is_moved_below(w: Buffers, r: Request) -> bool:
    """After four changes of its pages a cache is resumed, has one block, is suspended, and has moved it below."""
    return w.below[r] == 1 and w.blocks[r] == 1 and w.table[r] == 4


@sometimes
def all_that_may_be_is_taken_back(w: Buffers, r: Request) -> bool:
    """The first forward of a cache settled nothing of the blocks for drafted tokens."""
    return w.history[r] >= 1 and w.history[r] + w.max_rewind == w.blocks[r] and w.table[r] == 3


@sometimes
def received_prompt_is_decoded(w: Buffers, r: Request) -> bool:
    """A prompt is complete without any forward, and its first blocks are out of the window."""
    return w.work[r] == Work.DECODE and w.stale[r] >= 1 and w.described[r] == 0


@sometimes
def generation_fills_the_buffers(w: Buffers, r: Request) -> bool:
    """A request generates up to the last block that its buffers can list, all of them settled."""
    return w.work[r] == Work.DECODE and w.history[r] == w.max_blocks and w.attached[r] == 1
