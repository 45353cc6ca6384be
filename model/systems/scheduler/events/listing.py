"""Who is on the list, in which order: arrive, expect, reorder, cancel."""

from ....language import event, one_of, require
from ....sorts import Request, Tokens
from ..kinds import Flight, Stand
from ..parts import conclude, planning
from ..state import Pass


@event
def arrive(w: Pass, r: Request, prompt: Tokens) -> None:
    """A request comes onto the list, with its context to compute."""
    require(w.stand[r] == Stand.ABSENT, "it was never listed before")
    require(not planning(w), "the pass reads one list from beginning to end", "S9")
    require(1 <= prompt <= w.max_length, "its context has a token and fits the longest request", "S11")
    w.stand[r] = Stand.FIRST
    w.prompt[r] = prompt
    w.order[r] = w.length
    w.length = w.length + 1


@event
def expect(w: Pass, r: Request, prompt: Tokens) -> None:
    """A request comes onto the list whose context another worker computes; it can never be computed anew here."""
    require(w.stand[r] == Stand.ABSENT, "it was never listed before")
    require(not planning(w), "the pass reads one list from beginning to end", "S9")
    require(1 <= prompt < w.max_length, "its context has a token, and leaves room to generate one", "S11")
    w.stand[r] = Stand.INIT
    w.prompt[r] = prompt
    w.received[r] = 1
    w.order[r] = w.length
    w.length = w.length + 1


@event
def reorder(w: Pass, r: Request, other: Request) -> None:
    """Between passes the list is sorted anew: two requests change places."""
    require(not planning(w), "the pass reads one list from beginning to end", "S9")
    require(w.stand[r] != Stand.ABSENT and w.stand[other] != Stand.ABSENT, "both are listed", "S9")
    require(r != other, "they are two")
    place = w.order[r]
    w.order[r] = w.order[other]
    w.order[other] = place


@event
def cancel(w: Pass, r: Request) -> None:
    """The client gives up; what a step or a transfer reads is kept until that is done."""
    require(not planning(w), "the pass is one call")
    require(not one_of(w.stand[r], Stand.ABSENT, Stand.ENDED), "it is listed and has not ended", "S8")
    require(not w.scheduled[r], "it is not in a pass that may be launched", "S2")
    require(w.flight[r] == Flight.NONE, "no step of it is in flight")
    require(not w.moving[r], "no transfer holds its pages", "S15")
    w.candidate[r] = 0
    conclude(w, r)
