"""What is true of the buffers and the scratch of caches: laws K10 and K12, and what follows from them for K1 to K4."""

from ...language import helper, law, post, step_law
from ...sorts import Flag, Request, Tokens
from .events import begin_decoding, create, extend, forward, resume, shrink, suspend
from .state import Buffers, Stage, Work


@helper
def apart(w: Buffers, r: Request) -> int:
    """How many blocks share scratch slots."""
    return w.scratch_to[r] - w.scratch_from[r]


@law("K1")
def settled_blocks_leave_the_window(w: Buffers, r: Request) -> bool:
    """The settled blocks are among those that there are, and exactly those before the window have no page any more."""
    return w.history[r] <= w.blocks[r] and w.stale[r] == (w.history[r] - w.window if w.history[r] > w.window else 0)


@law("S11")
def buffers_have_room_for_every_block(w: Buffers, r: Request) -> bool:
    """A cache never has more blocks than its page-index buffers can list."""
    return w.blocks[r] <= w.max_blocks


@law("K2")
def slots_are_conserved(w: Buffers) -> bool:
    """Every slot is free, or has one block, or is shared as scratch."""
    return w.free + w.held.total + w.scratch.total == w.slots


@law("K4")
def every_block_of_the_window_has_a_page(w: Buffers, r: Request) -> bool:
    """A block has a page, on the device or below, unless it is out of the window or shares scratch slots."""
    return w.held[r] + w.below[r] + w.stale[r] + apart(w, r) == w.blocks[r]


@law("K4")
def pages_of_active_cache_are_on_the_device(w: Buffers, r: Request) -> bool:
    """Pages are in a lower tier all together, and only while their cache is suspended."""
    return w.below[r] == 0 or (w.stage[r] == Stage.SUSPENDED and w.held[r] == 0)


@law("K4")
def suspended_cache_has_no_scratch_slot(w: Buffers, r: Request) -> bool:
    """A cache in use has the scratch slots that its chunk needs, and any other has none."""
    return w.scratch[r] == (w.shared[r] if w.stage[r] == Stage.ACTIVE else 0)


@law("K12")
def scratch_lies_in_the_input_before_the_tail(w: Buffers, r: Request) -> bool:
    """Only blocks that the chunk writes share slots, and all are out of the window however much is taken back."""
    return w.shared[r] == 0 or (
        w.history[r] <= w.scratch_from[r] and w.scratch_to[r] + w.window + w.max_rewind <= w.blocks[r]
    )


@law("K12")
def scratch_slots_are_shared(w: Buffers, r: Request) -> bool:
    """Blocks share at least one slot and at most as many as they are; where none is needed, no block lacks a page."""
    return w.shared[r] <= apart(w, r) and (w.shared[r] >= 1 or apart(w, r) == 0)


@law("K12")
def scratch_is_for_prompts_computed_here(w: Buffers, r: Request) -> bool:
    """Neither what is generated nor a prompt that another worker writes ever shares slots."""
    return w.shared[r] == 0 or w.work[r] == Work.PROMPT


@step_law("K12")
def cache_with_scratch_does_not_shrink(before: Buffers, after: Buffers, r: Request) -> bool:
    """While blocks share scratch slots none is given up, unless the cache is closed."""
    return before.shared[r] == 0 or after.blocks[r] >= before.blocks[r] or after.stage[r] == Stage.NONE


@law("K10")
def attached_buffers_describe_the_pages(w: Buffers, r: Request) -> bool:
    """Buffers are attached only to a cache in use, and list its present pages."""
    return not w.attached[r] or (w.stage[r] == Stage.ACTIVE and w.described[r] == w.table[r])


@step_law("K10")
def every_change_of_pages_is_counted(before: Buffers, after: Buffers, r: Request) -> bool:
    """Where any page of a cache changes, its table is another one, which is written to attached buffers only."""
    return (
        before.table[r] <= after.table[r] <= before.table[r] + 1
        and (after.table[r] == before.table[r] or before.stage[r] != Stage.NONE)
        and (after.described[r] == before.described[r] or after.attached[r] == 1)
        and (
            after.table[r] > before.table[r]
            or (
                after.held[r] == before.held[r]
                and after.below[r] == before.below[r]
                and after.scratch[r] == before.scratch[r]
            )
        )
    )


@post("K10", of=forward)
def forward_reads_through_current_buffers(before: Buffers, after: Buffers, r: Request, rewind: Tokens) -> bool:
    """A forward finds attached buffers that list the present pages, and settles all but what is taken back."""
    return (
        before.attached[r] == 1
        and before.described[r] == before.table[r]
        and before.work[r] != Work.RECEIVED
        and rewind <= after.max_rewind
        and after.history[r] + rewind == before.blocks[r]
        and after.history[r] > before.history[r]
        and after.shared[r] == 0
    )


@post("K9", of=resume)
def resume_restores_everything(before: Buffers, after: Buffers, r: Request) -> bool:
    """A resumed cache is in use, with every page that it had, and waits for its buffers."""
    return (
        after.stage[r] == Stage.ACTIVE and after.held[r] == before.held[r] + before.below[r] and after.attached[r] == 0
    )


@step_law("K11")
def suspending_and_resuming_keep_the_blocks(before: Buffers, after: Buffers, r: Request) -> bool:
    """A cache that is suspended, moved or resumed has the blocks, the settled ones and the scratch range as before."""
    return (
        before.stage[r] == Stage.NONE
        or after.stage[r] == Stage.NONE
        or (before.stage[r] == Stage.ACTIVE and after.stage[r] == Stage.ACTIVE)
        or (
            after.blocks[r] == before.blocks[r]
            and after.history[r] == before.history[r]
            and after.shared[r] == before.shared[r]
            and after.scratch_to[r] == before.scratch_to[r]
            and after.work[r] == before.work[r]
        )
    )


@law("D1")
def closed_cache_has_nothing(w: Buffers, r: Request) -> bool:
    """A request without a cache has no block, and with that no page and no scratch."""
    return w.stage[r] != Stage.NONE or w.blocks[r] == 0


@post("E1", of=create)
def cache_is_as_asked_for(before: Buffers, after: Buffers, r: Request, received: Flag) -> bool:
    """A new cache is suspended, and its prompt is received exactly if that was asked for."""
    return after.stage[r] == Stage.SUSPENDED and after.work[r] == (Work.RECEIVED if received else Work.PROMPT)


@post("E1", of=extend)
def growth_is_as_asked_for(  # noqa: PLR0917  the arguments are those of the event
    before: Buffers, after: Buffers, r: Request, more: Tokens, far: Tokens, shared: Tokens
) -> bool:
    """A cache in use grows by so many blocks, and so many of its blocks share so many slots."""
    return (
        before.stage[r] == Stage.ACTIVE
        and before.shared[r] == 0
        and after.blocks[r] > before.blocks[r]
        and after.blocks[r] == before.blocks[r] + more
        and apart(after, r) == far
        and after.shared[r] == shared
    )


@post("E1", of=shrink)
def shrinking_is_as_asked_for(before: Buffers, after: Buffers, r: Request, fewer: Tokens) -> bool:
    """A cache in use gives up exactly so many blocks, none of them settled."""
    return (
        before.stage[r] == Stage.ACTIVE
        and after.blocks[r] < before.blocks[r]
        and after.blocks[r] + fewer == before.blocks[r]
        and after.history[r] == before.history[r]
    )


@post("E1", of=begin_decoding)
def only_received_prompts_arrive_whole(before: Buffers, after: Buffers, r: Request) -> bool:
    """A cache that begins to decode has a received prompt settled up to its last block, and else what forwards did."""
    return after.work[r] == Work.DECODE and after.history[r] == (
        before.blocks[r] if before.work[r] == Work.RECEIVED else before.history[r]
    )


@post("E1", of=suspend)
def suspended_cache_was_in_use(before: Buffers, after: Buffers, r: Request) -> bool:
    """Only a cache in use is suspended, and it keeps its pages on the device for now."""
    return before.stage[r] == Stage.ACTIVE and after.stage[r] == Stage.SUSPENDED and after.held[r] == before.held[r]
