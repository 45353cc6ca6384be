"""What several faults do as the events do it."""

from ....language import helper
from ....sorts import Pool, Request
from ..state import Position, Prefix, Reuse, Stage


@helper
def settle(w: Reuse, r: Request, depth: int) -> None:
    """Admit the request with its cursor at a depth."""
    w.stage[r] = Stage.ADMITTED
    w.cursor[r] = depth
    w.chunk[r] = depth


@helper
def may_claim(w: Reuse, p: Pool, r: Request, i: Position) -> bool:
    """Whether it is the pool's turn to claim this position of the request's prompt."""
    return w.stage[r] == Stage.CLAIMING and i == w.held[p, r]


@helper
def take(w: Reuse, p: Pool, r: Request, i: Position, k: Prefix) -> None:
    """Claim the cell that is filed under a key."""
    w.cell[p, r, i] = w.content[p, k]
    w.held[p, r] = i + 1
    w.committed[p, r] = i + 1


@helper
def may_publish(w: Reuse, p: Pool, r: Request, i: Position) -> bool:
    """Whether the position is the next that the request has computed and not yet shared."""
    return i == w.committed[p, r] and i < w.held[p, r]


@helper
def file(w: Reuse, p: Pool, r: Request, i: Position, k: Prefix) -> None:
    """File a cell under a key, or go on with the one that is filed there."""
    if w.kept[p, k]:
        w.cell[p, r, i] = w.content[p, k]
    else:
        w.kept[p, k] = 1
        w.content[p, k] = w.cell[p, r, i]
    w.committed[p, r] = i + 1
