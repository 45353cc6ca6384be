"""Leaving the pools: finish, abort, suspend, preempt."""

from ....language import event, helper, one_of, require
from ....sorts import Flag, Request, Tokens
from ..parts import end_pause, leave_adapter, release, stop_decoding
from ..state import Phase, Residents


@helper
def within(value: int, top: int) -> int:
    """Return the value, or the end of the range from zero to the top that it is beyond."""
    return 0 if value < 0 else (top if value > top else value)


@helper
def settle_credit(w: Residents, r: Request, missed: int) -> None:
    """Earn one, pay for a missed target that was not paid for before, and take back what was paid in vain."""
    if w.sacrificed[r]:
        w.credit = within(w.credit + 1 + (0 if missed else w.price), w.credit_span + w.credit_span)
    else:
        w.credit = within(w.credit + 1 - (w.price if missed else 0), w.credit_span + w.credit_span)


@helper
def forget(w: Residents, r: Request) -> None:
    """Give back all that the request holds, and drop what the policy remembers of it."""
    release(w, r)
    w.pauses[r] = 0
    w.sacrificed[r] = 0


@event
def finish(w: Residents, r: Request, missed: Flag, gain: Tokens) -> None:
    """A request's answer is delivered; the policy learns from it."""
    require(w.phase[r] == Phase.COMPLETING, "its last token is computed")
    require(gain <= w.gain_span + w.gain_span, "the gain stays in its range", "G12")
    require(gain <= w.gain + 1 and w.gain <= gain + 1, "the gain moves one step at a time", "G12")
    require(w.target or gain == w.gain, "nothing is learnt before there is a target", "G12")
    w.gain = gain
    w.missed[r] = missed
    if w.target:
        settle_credit(w, r, missed)
    forget(w, r)
    w.phase[r] = Phase.FINISHED


@event
def abort(w: Residents, r: Request) -> None:
    """The client gives up, in whatever phase the request is; one in the batch is aborted after it."""
    require(not one_of(w.phase[r], Phase.ABSENT, Phase.FINISHED, Phase.ABORTED), "it is there and has not ended", "P9")
    require(not w.batch[r], "the batch does not read it", "S5")
    forget(w, r)
    end_pause(w, r)
    w.late[r] = 0
    w.phase[r] = Phase.ABORTED


@event
def suspend(w: Residents, r: Request) -> None:
    """A victim's KV leaves the device; its drafter context is of no use any more."""
    require(w.phase[r] == Phase.DECODING, "only a live request is a victim", "S7")
    require(not w.paused[r], "a paused request is no victim", "G2")
    require(not w.batch[r], "it is not in the batch", "S7")
    leave_adapter(w, w.adapter[r])
    stop_decoding(w, r)
    w.lapsed[r] = 1
    w.phase[r] = Phase.SUSPENDED


@event
def preempt(w: Residents, r: Request) -> None:
    """A victim gives everything back and waits to start over."""
    require(one_of(w.phase[r], Phase.DECODING, Phase.SUSPENDED), "only a live or suspended request is a victim", "S7")
    require(not w.paused[r], "a paused request is no victim", "G2")
    require(not w.batch[r], "it is not in the batch", "S7")
    release(w, r)
    w.phase[r] = Phase.WAITING
