"""Known ways of getting buffers and scratch wrong, each with the laws that it must break."""

from ...language import fault, require
from ...sorts import Flag, Request, Tokens
from .events import (
    advance,
    attach,
    begin_decoding,
    close,
    create,
    end_scratch,
    extend,
    forward,
    give_back_scratch,
    offload,
    resume,
    shrink,
    suspend,
    turn,
)
from .state import Buffers, Stage, Work


@fault(of=forward, id="F-K13", breaks=("forward_reads_through_current_buffers",))
def forward_without_buffers(w: Buffers, r: Request, rewind: Tokens) -> None:
    """After a resume nobody attached buffers again, and the forward reads zeros."""
    require(w.stage[r] == Stage.ACTIVE and w.work[r] != Work.RECEIVED, "it is in use, to be computed here")
    require(rewind <= w.max_rewind and w.history[r] + rewind < w.blocks[r], "a block is settled")
    advance(w, r, w.blocks[r] - rewind)
    end_scratch(w, r)
    turn(w, r)


@fault(of=suspend, id="F-K13", breaks=("attached_buffers_describe_the_pages",))
def suspend_keeps_the_buffers(w: Buffers, r: Request) -> None:
    """Buffers stay attached over a suspension, and list pages that are free to move."""
    require(w.stage[r] == Stage.ACTIVE, "it is in use")
    give_back_scratch(w, r)
    w.stage[r] = Stage.SUSPENDED
    w.table[r] = w.table[r] + 1


@fault(of=attach, breaks=("attached_buffers_describe_the_pages",))
def attach_without_writing(w: Buffers, r: Request) -> None:
    """Buffers are attached as they were before the suspension."""
    require(w.stage[r] == Stage.ACTIVE and not w.attached[r], "it is in use, and none are attached")
    w.attached[r] = 1


@fault(of=offload, breaks=("every_change_of_pages_is_counted",))
def offload_counts_as_the_same_table(w: Buffers, r: Request) -> None:
    """Pages that have moved count as the pages that they were."""
    require(w.stage[r] == Stage.SUSPENDED and w.held[r] >= 1, "it is suspended, with pages on the device")
    w.free = w.free + w.held[r]
    w.below[r] = w.held[r]
    w.held[r] = 0


@fault(of=extend, id="F-K7", breaks=("buffers_have_room_for_every_block",))
def extend_forgets_the_drafted_blocks(w: Buffers, r: Request, more: Tokens, far: Tokens, shared: Tokens) -> None:
    """The room in the buffers is compared with the blocks without those of drafted tokens."""
    require(w.stage[r] == Stage.ACTIVE and w.shared[r] == 0 and more >= 1, "it is in use, and grows")
    require(w.blocks[r] + more <= w.max_blocks + w.max_rewind, "the blocks that count have room")
    require(far == 0 and shared == 0 and more <= w.free, "it grows without scratch")
    w.free = w.free - more
    w.held[r] = w.held[r] + more
    w.blocks[r] = w.blocks[r] + more
    w.scratch_from[r] = w.history[r]
    w.scratch_to[r] = w.history[r]
    turn(w, r)


@fault(of=extend, id="F-K3", breaks=("slots_are_conserved", "every_block_of_the_window_has_a_page"))
def extend_takes_all_scratch_blocks_for_new(w: Buffers, r: Request, more: Tokens, far: Tokens, shared: Tokens) -> None:
    """Scratch blocks that were there before count as new: fewer slots are taken than blocks get a page."""
    require(w.stage[r] == Stage.ACTIVE and w.work[r] == Work.PROMPT and w.shared[r] == 0, "a chunk is planned")
    require(w.blocks[r] + more <= w.max_blocks and far <= more and 1 <= shared <= far, "it fits, with scratch")
    require(w.history[r] + far + w.window + w.max_rewind <= w.blocks[r] + more, "scratch is out of the window")
    require(
        w.history[r] + far >= w.blocks[r] and more + shared <= w.free + far, "some of it is new, and slots are free"
    )
    w.free = w.free + far - more - shared
    w.held[r] = w.held[r] + more - (w.history[r] + far - w.blocks[r])
    w.blocks[r] = w.blocks[r] + more
    w.scratch_from[r] = w.history[r]
    w.scratch_to[r] = w.history[r] + far
    w.shared[r] = shared
    w.scratch[r] = shared
    turn(w, r)


@fault(of=extend, breaks=("scratch_lies_in_the_input_before_the_tail",))
def extend_shares_the_tail(w: Buffers, r: Request, more: Tokens, far: Tokens, shared: Tokens) -> None:
    """The end of the window is reckoned as if nothing were ever taken back of a chunk."""
    require(w.stage[r] == Stage.ACTIVE and w.work[r] == Work.PROMPT and w.shared[r] == 0, "a chunk is planned")
    require(more >= 1 and w.blocks[r] + more <= w.max_blocks and 1 <= shared <= far, "it fits, with scratch")
    require(w.history[r] + far + w.window <= w.blocks[r] + more, "scratch is out of the window if all is kept")
    require(more + shared <= w.free + far, "slots are free")
    w.free = w.free + far - more - shared
    w.held[r] = w.held[r] + more - far
    w.blocks[r] = w.blocks[r] + more
    w.scratch_from[r] = w.history[r]
    w.scratch_to[r] = w.history[r] + far
    w.shared[r] = shared
    w.scratch[r] = shared
    turn(w, r)


@fault(of=extend, breaks=("scratch_is_for_prompts_computed_here", "growth_is_as_asked_for", "scratch_slots_are_shared"))
def extend_uses_scratch_for_whatever_comes(w: Buffers, r: Request, more: Tokens, far: Tokens, shared: Tokens) -> None:
    """Scratch is used for received and generated blocks too, and never less than one slot is set aside."""
    require(w.stage[r] == Stage.ACTIVE and w.shared[r] == 0 and more >= 1, "it is in use, and grows")
    require(w.blocks[r] + more <= w.max_blocks and shared <= far, "it fits")
    require(w.history[r] + far + w.window + w.max_rewind <= w.blocks[r] + more, "scratch is out of the window")
    require(more + shared + 1 <= w.free + far, "slots are free")
    w.free = w.free + far - more - shared - 1
    w.held[r] = w.held[r] + more - far
    w.blocks[r] = w.blocks[r] + more
    w.scratch_from[r] = w.history[r]
    w.scratch_to[r] = w.history[r] + far
    w.shared[r] = shared + 1
    w.scratch[r] = shared + 1
    turn(w, r)


@fault(of=shrink, id="F-S5", breaks=("cache_with_scratch_does_not_shrink", "scratch_lies_in_the_input_before_the_tail"))
def shrink_under_scratch(w: Buffers, r: Request, fewer: Tokens) -> None:
    """A planned chunk is taken back while its blocks share scratch slots."""
    require(w.stage[r] == Stage.ACTIVE and 1 <= fewer <= w.held[r], "it is in use, and shrinks")
    require(w.history[r] + fewer <= w.blocks[r], "what is settled stays")
    w.blocks[r] = w.blocks[r] - fewer
    w.held[r] = w.held[r] - fewer
    w.free = w.free + fewer
    turn(w, r)


@fault(of=shrink, id="F-S5", breaks=("settled_blocks_leave_the_window",))
def shrink_below_what_is_settled(w: Buffers, r: Request, fewer: Tokens) -> None:
    """Growth is taken back after its forward has settled it."""
    require(w.stage[r] == Stage.ACTIVE and w.shared[r] == 0 and 1 <= fewer <= w.held[r], "it is in use, and shrinks")
    w.blocks[r] = w.blocks[r] - fewer
    w.held[r] = w.held[r] - fewer
    w.free = w.free + fewer
    turn(w, r)


@fault(of=shrink, breaks=("shrinking_is_as_asked_for",))
def shrink_to_what_is_settled(w: Buffers, r: Request, fewer: Tokens) -> None:
    """All growth is taken back, where only that of the last pass was to be."""
    require(w.stage[r] == Stage.ACTIVE and w.shared[r] == 0 and fewer >= 1, "it is in use, without scratch")
    require(w.history[r] + fewer <= w.blocks[r], "what is settled stays")
    w.free = w.free + w.blocks[r] - w.history[r]
    w.held[r] = w.held[r] - w.blocks[r] + w.history[r]
    w.blocks[r] = w.history[r]
    turn(w, r)


@fault(of=resume, id="F-K10", breaks=("suspended_cache_has_no_scratch_slot", "resume_restores_everything"))
def resume_fails_with_scratch(w: Buffers, r: Request) -> None:
    """Scratch slots are taken first, no room is left for the pages, and the cache stays suspended with them."""
    require(w.stage[r] == Stage.SUSPENDED and w.scratch[r] == 0, "it is suspended")
    require(1 <= w.shared[r] <= w.free and w.below[r] + w.shared[r] > w.free, "there is room for its scratch only")
    w.free = w.free - w.shared[r]
    w.scratch[r] = w.shared[r]
    turn(w, r)


@fault(of=resume, breaks=("pages_of_active_cache_are_on_the_device", "resume_restores_everything"))
def resume_leaves_pages_below(w: Buffers, r: Request) -> None:
    """A cache is in use again before its pages are back."""
    require(w.stage[r] == Stage.SUSPENDED and w.shared[r] <= w.free, "it is suspended")
    w.free = w.free - w.shared[r]
    w.scratch[r] = w.shared[r]
    w.stage[r] = Stage.ACTIVE
    turn(w, r)


@fault(of=suspend, breaks=("suspended_cache_has_no_scratch_slot",))
def suspend_keeps_the_scratch(w: Buffers, r: Request) -> None:
    """A suspended cache keeps slots that nothing will be read from."""
    require(w.stage[r] == Stage.ACTIVE, "it is in use")
    w.attached[r] = 0
    w.stage[r] = Stage.SUSPENDED
    turn(w, r)


@fault(of=suspend, breaks=("suspending_and_resuming_keep_the_blocks", "every_block_of_the_window_has_a_page"))
def suspend_forgets_the_scratch_range(w: Buffers, r: Request) -> None:
    """Together with the slots it is forgotten which blocks of the chunk shared them."""
    require(w.stage[r] == Stage.ACTIVE, "it is in use")
    w.attached[r] = 0
    end_scratch(w, r)
    w.stage[r] = Stage.SUSPENDED
    turn(w, r)


@fault(of=begin_decoding, id="F-K4", breaks=("slots_are_conserved",))
def begin_decoding_takes_missing_pages_for_scratch(w: Buffers, r: Request) -> None:
    """Whatever block has no page is taken to share scratch, and as many slots are given back."""
    require(w.stage[r] == Stage.ACTIVE and w.work[r] == Work.RECEIVED and w.shared[r] == 0, "a prompt was received")
    advance(w, r, w.blocks[r])
    w.free = w.free + w.stale[r]
    w.work[r] = Work.DECODE
    turn(w, r)


@fault(of=close, breaks=("closed_cache_has_nothing",))
def close_leaves_the_lower_tier(w: Buffers, r: Request) -> None:
    """What was moved to a lower tier stays there when its request ends."""
    require(w.stage[r] == Stage.SUSPENDED and w.below[r] >= 1, "it is suspended, below the device")
    w.stage[r] = Stage.NONE
    turn(w, r)


@fault(of=create, breaks=("cache_is_as_asked_for",))
def create_expects_to_compute(w: Buffers, r: Request, received: Flag) -> None:
    """Nothing says of a cache that another worker writes its prompt, and scratch is on."""
    require(w.stage[r] == Stage.NONE, "it has none")
    w.stage[r] = Stage.SUSPENDED
    w.work[r] = Work.PROMPT


@fault(of=forward, breaks=("forward_reads_through_current_buffers",))
def forward_takes_back_whatever_it_likes(w: Buffers, r: Request, rewind: Tokens) -> None:
    """More blocks are taken back than were kept apart for it, and scratch blocks come back into the window."""
    require(w.attached[r] and w.work[r] != Work.RECEIVED, "buffers are attached")
    require(w.history[r] + rewind < w.blocks[r], "a block is settled")
    advance(w, r, w.blocks[r] - rewind)
    end_scratch(w, r)
    turn(w, r)


@fault(of=begin_decoding, breaks=("only_received_prompts_arrive_whole",))
def begin_decoding_settles_what_no_forward_wrote(w: Buffers, r: Request) -> None:
    """The places for drafted tokens behind a computed prompt count as settled."""
    require(w.stage[r] == Stage.ACTIVE and w.work[r] == Work.PROMPT and w.shared[r] == 0, "a prompt was computed")
    advance(w, r, w.blocks[r])
    turn(w, r)
    w.work[r] = Work.DECODE


@fault(of=suspend, breaks=("suspended_cache_was_in_use",))
def suspend_twice(w: Buffers, r: Request) -> None:
    """A cache is suspended that is suspended already."""
    require(w.stage[r] == Stage.SUSPENDED, "it is suspended")
    turn(w, r)
