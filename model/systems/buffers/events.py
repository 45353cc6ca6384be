"""What happens to a cache: create, resume, attach, extend, forward, shrink, begin_decoding, suspend, offload, close."""

from ...language import event, helper, require
from ...sorts import Flag, Request, Tokens
from .state import Buffers, Stage, Work


@helper
def turn(w: Buffers, r: Request) -> None:
    """The pages of a cache change, and its buffers with them if they are attached."""
    w.table[r] = w.table[r] + 1
    if w.attached[r]:
        w.described[r] = w.table[r]


@helper
def advance(w: Buffers, r: Request, history: int) -> None:
    """Settle blocks up to here; the window moves with them, and what falls out of it gives its pages back."""
    kept = w.blocks[r] - (history - w.window if history > w.window else 0)
    w.free = w.free + w.held[r] - kept
    w.held[r] = kept
    w.stale[r] = w.blocks[r] - kept
    w.history[r] = history


@helper
def give_back_scratch(w: Buffers, r: Request) -> None:
    """Give back the scratch slots; which blocks share some stays as it is."""
    w.free = w.free + w.scratch[r]
    w.scratch[r] = 0


@helper
def end_scratch(w: Buffers, r: Request) -> None:
    """No block shares scratch slots any more."""
    give_back_scratch(w, r)
    w.shared[r] = 0
    w.scratch_to[r] = w.scratch_from[r]


@event
def create(w: Buffers, r: Request, received: Flag) -> None:
    """A request gets a cache, suspended and empty, whose prompt is computed here or received."""
    require(w.stage[r] == Stage.NONE, "it has none")
    w.stage[r] = Stage.SUSPENDED
    w.work[r] = Work.RECEIVED if received else Work.PROMPT


@event
def resume(w: Buffers, r: Request) -> None:
    """A cache is in use again, with all its pages and scratch slots or not at all; buffers are yet to be attached."""
    require(w.stage[r] == Stage.SUSPENDED, "it is suspended")
    require(w.below[r] + w.shared[r] <= w.free, "slots are free for its pages and its scratch", "K2")
    w.free = w.free - w.below[r] - w.shared[r]
    w.held[r] = w.held[r] + w.below[r]
    w.below[r] = 0
    w.scratch[r] = w.shared[r]
    w.stage[r] = Stage.ACTIVE
    turn(w, r)


@event
def attach(w: Buffers, r: Request) -> None:
    """The caller attaches page-index buffers, which are written from the present pages."""
    require(w.stage[r] == Stage.ACTIVE, "it is in use", "K4")
    require(not w.attached[r], "none are attached")
    w.attached[r] = 1
    w.described[r] = w.table[r]


@event
def extend(w: Buffers, r: Request, more: Tokens, far: Tokens, shared: Tokens) -> None:
    """A cache grows for the next forward; the first blocks that a chunk writes may share so many scratch slots."""
    require(w.stage[r] == Stage.ACTIVE, "it is in use", "K4")
    require(w.shared[r] == 0, "no scratch is left of an earlier chunk", "K12")
    require(more >= 1, "it grows")
    require(w.blocks[r] + more <= w.max_blocks, "the page-index buffers have room", "S11")
    require(far == 0 or w.work[r] == Work.PROMPT, "scratch is for prompts that are computed here", "K12")
    require(
        far == 0 or w.history[r] + far + w.window + w.max_rewind <= w.blocks[r] + more,
        "the scratch blocks are out of the window by the end of the chunk, whatever is taken back of it",
        "K12",
    )
    require(shared <= far and (shared >= 1 or far == 0), "they share at least one slot, and at most one for each")
    require(more + shared <= w.free + far, "slots are free for the other blocks and the scratch", "K2")
    # Scratch may begin among blocks that were there for drafted tokens: their pages are given back.
    w.free = w.free + far - more - shared
    w.held[r] = w.held[r] + more - far
    w.blocks[r] = w.blocks[r] + more
    w.scratch_from[r] = w.history[r]
    w.scratch_to[r] = w.history[r] + far
    w.shared[r] = shared
    w.scratch[r] = shared
    turn(w, r)


@event
def forward(w: Buffers, r: Request, rewind: Tokens) -> None:
    """A forward writes all blocks, so many of which are not settled; its scratch is not needed any more."""
    require(w.attached[r], "buffers are attached that list its pages", "K10")
    require(w.work[r] != Work.RECEIVED, "its prompt is complete, or computed here")
    require(rewind <= w.max_rewind, "no more is taken back than the blocks of its drafted tokens", "K12")
    require(w.history[r] + rewind < w.blocks[r], "a block is settled")
    advance(w, r, w.blocks[r] - rewind)
    end_scratch(w, r)
    turn(w, r)


@event
def shrink(w: Buffers, r: Request, fewer: Tokens) -> None:
    """Growth is taken back: the last blocks are given up, none of them settled."""
    require(w.stage[r] == Stage.ACTIVE, "it is in use", "K4")
    require(w.shared[r] == 0, "no scratch exists", "K12")
    require(fewer >= 1, "it shrinks")
    require(w.history[r] + fewer <= w.blocks[r], "what is settled stays", "K1")
    w.blocks[r] = w.blocks[r] - fewer
    w.held[r] = w.held[r] - fewer
    w.free = w.free + fewer
    turn(w, r)


@event
def begin_decoding(w: Buffers, r: Request) -> None:
    """The prompt is complete, computed here or received up to the last block; from now on there is no scratch."""
    require(w.stage[r] == Stage.ACTIVE, "it is in use", "K4")
    require(w.work[r] != Work.DECODE, "it does not decode yet")
    require(w.shared[r] == 0, "no scratch exists", "K12")
    if w.work[r] == Work.RECEIVED:
        advance(w, r, w.blocks[r])
        turn(w, r)
    w.work[r] = Work.DECODE


@event
def suspend(w: Buffers, r: Request) -> None:
    """A cache is set aside: its buffers are detached and its scratch slots given back, its pages are kept."""
    require(w.stage[r] == Stage.ACTIVE, "it is in use", "K4")
    w.attached[r] = 0
    give_back_scratch(w, r)
    w.stage[r] = Stage.SUSPENDED
    turn(w, r)


@event
def offload(w: Buffers, r: Request) -> None:
    """The pages of a suspended cache move to a lower tier to make room."""
    require(w.stage[r] == Stage.SUSPENDED, "it is suspended", "K4")
    require(w.held[r] >= 1, "it has pages on the device")
    w.free = w.free + w.held[r]
    w.below[r] = w.held[r]
    w.held[r] = 0
    turn(w, r)


@event
def close(w: Buffers, r: Request) -> None:
    """A request ends, in use or not, and its cache gives everything back."""
    require(w.stage[r] != Stage.NONE, "it has a cache")
    w.attached[r] = 0
    end_scratch(w, r)
    w.free = w.free + w.held[r]
    w.held[r] = 0
    w.below[r] = 0
    w.blocks[r] = 0
    w.history[r] = 0
    w.stale[r] = 0
    w.stage[r] = Stage.NONE
    turn(w, r)
