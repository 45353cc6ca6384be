"""The end of it all: law D2, that a pipeline into which nothing new is submitted comes to hold nothing."""

from ....language import one_of, ranking
from ....sorts import Request
from ..events.flight import drop
from ..events.leaving import abort
from ..state import Pipeline, Stage


def request_is_out_of_the_pipeline(w: Pipeline, r: Request) -> bool:
    """The request was never submitted or has ended, and the older step has no frame of it; so no step is in flight."""
    return one_of(w.stage[r], Stage.ABSENT, Stage.ENDED) and w.older[r] == 0


@ranking("D2", until=request_is_out_of_the_pipeline, moves=((abort, ("r",)), (drop, ("r",))))
def pipeline_drains(w: Pipeline) -> int:
    """Whatever is in flight, everybody can leave, and then each late frame is dropped and its fenced pages are free."""
    return w.live.total + w.older.total + w.newest.total
