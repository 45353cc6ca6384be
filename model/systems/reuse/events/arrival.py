"""A prompt arrives, token by token."""

from ....language import event, require
from ....sorts import Request
from ..state import NO_PREFIX, Position, Prefix, Reuse, Stage
from .parts import trunk_at


@event
def append(w: Reuse, r: Request, i: Position, p: Prefix) -> None:
    """The next token of a prompt arrives, and makes it the given prefix."""
    require(w.stage[r] == Stage.WAITING, "the prompt of a request under way is settled", "R4")
    require(i == w.length[r], "it is the next position")
    require(p != NO_PREFIX, "a prompt with a token is not the empty one", "K6")
    require(w.trunk[p] == trunk_at(w, r, i, p), "the prefix goes on from the prompt so far", "K6")
    require(i == 0 or w.scope[p] == w.scope[w.at[r, 0]], "a request has one adapter and one salt", "K7")
    w.at[r, i] = p
    w.length[r] = w.length[r] + 1
