"""The end of a request: finish, abort."""

from ..language import event, helper, one_of, require
from ..sorts import NO_ADAPTER, Phase, Request
from ..state import World
from .parts import leave_batch, leave_seat, release_adapter, release_memory


@helper
def forget(w: World, r: Request) -> None:
    """End the request: it gives back all that it holds and no longer names its adapter."""
    release_memory(w, r)
    release_adapter(w, r)
    if w.adapter[r] != NO_ADAPTER:
        w.references[w.adapter[r]] = w.references[w.adapter[r]] - 1
    w.phase[r] = Phase.FINISHED


@event
def finish(w: World, r: Request) -> None:
    """A decoding request has its last token and ends."""
    require(w.phase[r] == Phase.DECODE, "only a decoding request finishes")
    require(not w.batch[r], "it is not part of the step")
    leave_seat(w, r)
    forget(w, r)


@event
def abort(w: World, r: Request) -> None:
    """The client gives up, in whatever phase the request is; one that the running step reads is aborted after it."""
    require(not one_of(w.phase[r], Phase.ABSENT, Phase.FINISHED), "it is submitted and has not ended", "P9")
    require(not w.running or not w.batch[r], "the running step does not read it")
    leave_batch(w, r)
    if one_of(w.phase[r], Phase.PREFILL, Phase.DECODE):
        leave_seat(w, r)
    if w.phase[r] == Phase.PAUSED:
        w.paused_count = w.paused_count - 1
    forget(w, r)
