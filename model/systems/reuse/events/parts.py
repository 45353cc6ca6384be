"""What several events need: how far the draft looks ahead, the key of a cell, and giving claims back."""

from ....language import helper
from ....sorts import Pool, Request
from ..state import NO_PREFIX, Position, Prefix, Reuse


@helper
def ahead(w: Reuse) -> int:
    """How many tokens beyond a position its cells are keyed by: none where the pools are not paired."""
    return w.lookahead if w.paired else 0


@helper
def trunk_at(w: Reuse, r: Request, i: Position, p: Prefix) -> int:
    """What the prefix at a position leaves when the tokens that are looked ahead to are taken off its end."""
    return p if ahead(w) == 0 else w.at[r, i - ahead(w)] if i >= ahead(w) else NO_PREFIX


@helper
def key_of(w: Reuse, r: Request, i: Position) -> int:
    """The key of the request's cell at a position; both pools use the same one."""
    return w.at[r, i] if w.raw_keys else w.at[r, i + ahead(w)]


@helper
def looks_within(w: Reuse, r: Request, i: Position) -> bool:
    """Whether the prompt goes on for all the tokens that the cell looks ahead to."""
    return i + ahead(w) < w.length[r]


@helper
def let_go(w: Reuse, p: Pool, r: Request) -> None:
    """Give back every cell of one pool."""
    w.held[p, r] = 0
    w.committed[p, r] = 0


@helper
def let_go_of_all(w: Reuse, r: Request) -> None:
    """Give back every cell of both pools, and the chunk that was planned."""
    let_go(w, Pool.TARGET, r)
    let_go(w, Pool.DRAFT, r)
    w.chunk[r] = 0
    w.fed[r] = 0
