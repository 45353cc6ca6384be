"""The words of the laws, which are not those of the events: no event is wrong in the same way as its law."""

from ....language import helper
from ....sorts import Request
from ..state import Position, Reuse


@helper
def span(w: Reuse) -> int:
    """How many tokens beyond a position its cells depend on in a paired deployment; none elsewhere."""
    return w.lookahead if w.paired else 0


@helper
def goes_on(w: Reuse, r: Request, i: Position) -> bool:
    """Whether the position has all the tokens of its span in the prompt."""
    return i + span(w) < w.length[r]
