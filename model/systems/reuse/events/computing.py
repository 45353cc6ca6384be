"""The cells of an admitted request: computed chunk by chunk, published, and evicted from the tree."""

from ....language import event, require
from ....sorts import Pool, Request, Tokens
from ..state import NO_PREFIX, Position, Prefix, Reuse, Stage
from .parts import ahead, key_of, looks_within


@event
def start_chunk(w: Reuse, r: Request, end: Tokens) -> None:
    """A chunk of the prompt goes into a forward; at its end the draft is fed all the tokens it looks ahead to."""
    require(w.stage[r] == Stage.ADMITTED, "it is admitted", "R6")
    require(w.cursor[r] == w.chunk[r], "the chunk before is computed", "R6")
    require(w.cursor[r] < end <= w.length[r], "the chunk has a token and stays in the prompt", "R6")
    w.chunk[r] = end
    w.fed[r] = end + ahead(w) if end + ahead(w) <= w.length[r] else w.length[r]


@event
def compute(w: Reuse, r: Request, i: Position) -> None:
    """A position is computed in both pools; the draft's cell is garbage where a token it looks ahead to is missing."""
    require(i == w.cursor[r], "it is the next position", "R6")
    require(i < w.chunk[r], "it lies in the chunk", "R6")
    w.cell[Pool.TARGET, r, i] = w.at[r, i]
    w.held[Pool.TARGET, r] = i + 1
    if w.paired:
        w.cell[Pool.DRAFT, r, i] = w.at[r, i + ahead(w)] if i + ahead(w) < w.fed[r] else NO_PREFIX
        w.held[Pool.DRAFT, r] = i + 1
    w.cursor[r] = i + 1


@event
def publish(w: Reuse, p: Pool, r: Request, i: Position, k: Prefix) -> None:
    """A computed cell is filed under its key; where the tree has one already, the request goes on with that one."""
    require(i == w.committed[p, r], "it is the next position")
    require(i < w.held[p, r], "its cell is computed", "R4")
    require(looks_within(w, r, i), "the prompt has the tokens that the cell looks ahead to", "R4")
    require(k == key_of(w, r, i), "the key is made from the tokens of the prompt", "K6")
    if w.kept[p, k]:
        w.cell[p, r, i] = w.content[p, k]
    else:
        w.kept[p, k] = 1
        w.content[p, k] = w.cell[p, r, i]
    w.committed[p, r] = i + 1


@event
def evict(w: Reuse, p: Pool, k: Prefix) -> None:
    """A cell leaves the tree of its pool; requests that claimed it keep it."""
    require(w.kept[p, k], "a cell is filed under the key")
    w.kept[p, k] = 0
    w.content[p, k] = NO_PREFIX
