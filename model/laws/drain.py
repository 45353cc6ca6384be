"""The end of it all: law D2, that an engine which takes in nothing new comes to hold nothing."""

from ..events.admission import settle_chunk
from ..events.ending import abort
from ..events.step import accept, revoke
from ..language import one_of, ranking
from ..sorts import Phase, Request
from ..state import World


def request_holds_nothing(w: World, r: Request) -> bool:
    """The request was never submitted or has ended; by P9 and its like it then holds nothing."""
    return one_of(w.phase[r], Phase.ABSENT, Phase.FINISHED)


@ranking(
    "D2",
    until=request_holds_nothing,
    moves=((abort, ("r",)), (settle_chunk, ("r",)), (accept, ("r", 0)), (revoke, ("r",))),
)
def drain_ends(w: World) -> int:
    """With nothing new submitted, every request comes to its end after finitely many events, and holds nothing then."""
    return w.live.total + w.live.total + w.batch.total
