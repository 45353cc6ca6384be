"""Requests that end at the wrong time."""

from ..events.ending import abort, finish, forget
from ..events.parts import leave_batch, leave_seat
from ..language import fault, one_of, require
from ..sorts import Phase, Request
from ..state import World


@fault(of=abort, breaks=("chunk_is_settled_whole", "accepted_tokens_settle_in_both_pools"))
def abort_under_a_running_step(w: World, r: Request) -> None:
    """A request's pages are given away while the running step still writes them."""
    require(not one_of(w.phase[r], Phase.ABSENT, Phase.FINISHED), "it is submitted and has not ended", "P9")
    leave_batch(w, r)
    if one_of(w.phase[r], Phase.PREFILL, Phase.DECODE):
        leave_seat(w, r)
    if w.phase[r] == Phase.PAUSED:
        w.paused_count = w.paused_count - 1
    forget(w, r)


@fault(of=finish, breaks=("only_seated_requests_are_in_the_step",))
def finish_stays_in_the_plan(w: World, r: Request) -> None:
    """A request that is already planned into the next step ends, and the step is launched with it."""
    require(w.phase[r] == Phase.DECODE, "only a decoding request finishes")
    require(not w.running or not w.batch[r], "the running step does not read it")
    leave_seat(w, r)
    forget(w, r)


@fault(of=abort, breaks=("paused_requests_take_no_seat",))
def abort_keeps_its_seat(w: World, r: Request) -> None:
    """A request that is aborted in its prompt still counts as one that is served."""
    require(not one_of(w.phase[r], Phase.ABSENT, Phase.FINISHED), "it is submitted and has not ended", "P9")
    require(not w.running or not w.batch[r], "the running step does not read it")
    leave_batch(w, r)
    if w.phase[r] == Phase.DECODE:
        leave_seat(w, r)
    if w.phase[r] == Phase.PAUSED:
        w.paused_count = w.paused_count - 1
    forget(w, r)
