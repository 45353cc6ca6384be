"""A gain or credit that moves without a cause, or twice."""

from ....language import fault, require
from ....sorts import Flag, Request, Tokens
from ..events.ending import finish, forget, settle_credit, within
from ..events.passes import begin_pass
from ..events.pausing import may_be_paused, pause_in_place, pausing_helps, sacrifice
from ..parts import lane_is_open, open_plan
from ..state import Phase, Residents, Stage


@fault(of=begin_pass, id="F-G16", breaks=("gain_moves_at_completions_only",))
def gain_moves_in_every_pass(w: Residents) -> None:
    """The controller makes a step in each pass, whether a request has finished or not."""
    require(w.stage == Stage.IDLE, "the last pass is over")
    w.due.become(w.paused)
    w.stalled = 0
    if w.gain < w.gain_span + w.gain_span:
        w.gain = w.gain + 1
    w.stage = Stage.POLICY


@fault(of=finish, id="F-G16", breaks=("gain_moves_at_completions_only", "credit_moves_with_a_cause"))
def finish_teaches_without_a_target(w: Residents, r: Request, missed: Flag, gain: Tokens) -> None:
    """The policy learns from completions before the queue has a target."""
    require(w.phase[r] == Phase.COMPLETING and gain <= w.gain_span + w.gain_span, "its last token is computed")
    require(gain <= w.gain + 1 and w.gain <= gain + 1, "the gain moves one step at a time")
    w.gain = gain
    w.missed[r] = missed
    settle_credit(w, r, missed)
    forget(w, r)
    w.phase[r] = Phase.FINISHED


@fault(of=finish, breaks=("gain_and_credit_stay_in_range",))
def gain_has_no_bounds(w: Residents, r: Request, missed: Flag, gain: Tokens) -> None:
    """Nothing clamps what the controller adds up."""
    require(w.phase[r] == Phase.COMPLETING, "its last token is computed")
    require(gain <= w.gain + 1 and w.gain <= gain + 1, "the gain moves one step at a time")
    require(w.target or gain == w.gain, "nothing is learnt before there is a target")
    w.gain = gain
    w.missed[r] = missed
    if w.target:
        settle_credit(w, r, missed)
    forget(w, r)
    w.phase[r] = Phase.FINISHED


@fault(of=finish, id="F-G21", breaks=("sacrificed_request_is_not_debited_again",))
def finish_debits_a_sacrificed_request_again(w: Residents, r: Request, missed: Flag, gain: Tokens) -> None:
    """A request that was paid for when it was sacrificed is paid for again when it misses its target."""
    require(w.phase[r] == Phase.COMPLETING and gain == w.gain and w.target, "its last token is computed")
    w.missed[r] = missed
    w.credit = within(w.credit + 1 - (w.price if missed else 0), w.credit_span + w.credit_span)
    forget(w, r)
    w.phase[r] = Phase.FINISHED


@fault(of=finish, id="F-G21", breaks=("sacrificed_request_is_not_debited_again",))
def finish_never_refunds(w: Residents, r: Request, missed: Flag, gain: Tokens) -> None:
    """A request that met its target after all is not given back what was paid when it was sacrificed."""
    require(w.phase[r] == Phase.COMPLETING and gain == w.gain and w.target, "its last token is computed")
    w.missed[r] = missed
    w.credit = within(w.credit + 1 - (w.price if missed and not w.sacrificed[r] else 0), w.credit_span + w.credit_span)
    forget(w, r)
    w.phase[r] = Phase.FINISHED


@fault(of=finish, breaks=("missed_target_is_debited",))
def finish_never_debits(w: Residents, r: Request, missed: Flag, gain: Tokens) -> None:
    """A missed target costs nothing, so that there is always credit for a sacrifice."""
    require(w.phase[r] == Phase.COMPLETING and gain == w.gain and w.target, "its last token is computed")
    w.missed[r] = missed
    w.credit = within(w.credit + 1, w.credit_span + w.credit_span)
    forget(w, r)
    w.phase[r] = Phase.FINISHED


@fault(of=finish, breaks=("request_runs_before_it_is_done",))
def finish_a_live_request(w: Residents, r: Request, missed: Flag, gain: Tokens) -> None:
    """A request's answer is delivered before its last token is computed."""
    require(w.phase[r] == Phase.DECODING and not w.batch[r] and not w.paused[r], "it is not in the batch")
    require(gain == w.gain and not w.target, "nothing is learnt")
    w.missed[r] = missed
    forget(w, r)
    w.phase[r] = Phase.FINISHED


@fault(of=sacrifice, breaks=("sacrifice_is_debited_once",))
def sacrifice_is_free(w: Residents, r: Request, q: Request) -> None:
    """A request is given up on without a debit."""
    require(lane_is_open(w) and w.pausing and w.paused.total < w.pause_cap, "fewer are paused than may be")
    require(pausing_helps(w, q), "somebody is about to be late and no seat is free")
    require(may_be_paused(w, r) and not w.sacrificed[r] and w.credit >= w.price, "the credit allows it")
    w.sacrificed[r] = 1
    pause_in_place(w, r)
    open_plan(w)


@fault(of=sacrifice, id="F-G21", breaks=("credit_moves_with_a_cause",))
def sacrifice_is_debited_at_every_pause(w: Residents, r: Request, q: Request) -> None:
    """A request that was sacrificed before is debited again when it is paused again."""
    require(lane_is_open(w) and w.pausing and w.paused.total < w.pause_cap, "fewer are paused than may be")
    require(pausing_helps(w, q), "somebody is about to be late and no seat is free")
    require(may_be_paused(w, r) and w.credit >= w.price, "the credit allows it")
    w.sacrificed[r] = 1
    w.credit = w.credit - w.price
    pause_in_place(w, r)
    open_plan(w)
