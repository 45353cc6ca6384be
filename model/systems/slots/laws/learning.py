"""What the pausing policy learns: laws G12 and G14."""

from ....language import law, one_of, step_law
from ....sorts import Request
from ..state import Phase, Residents


@law("G12")
def gain_and_credit_stay_in_range(w: Residents) -> bool:
    """The gain and the credit are clamped."""
    return w.gain <= w.gain_span + w.gain_span and w.credit <= w.credit_span + w.credit_span


@step_law("G12")
def gain_moves_at_completions_only(before: Residents, after: Residents) -> bool:
    """The gain moves when a request finishes and the queue has a target, one step at a time."""
    return after.gain == before.gain or (
        before.target == 1
        and after.finished.total == before.finished.total + 1
        and after.gain <= before.gain + 1
        and before.gain <= after.gain + 1
    )


@step_law("G12")
def credit_moves_with_a_cause(before: Residents, after: Residents) -> bool:
    """The credit moves when a request finishes and the queue has a target, or when one is sacrificed."""
    return (
        after.credit == before.credit
        or (before.target == 1 and after.finished.total == before.finished.total + 1)
        or after.sacrificed.total == before.sacrificed.total + 1
    )


@step_law("G14")
def sacrifice_is_debited_once(before: Residents, after: Residents, r: Request) -> bool:
    """A request is sacrificed at most once until it ends, as it is paused, at the price of a missed target."""
    return (
        after.sacrificed[r] == before.sacrificed[r]
        or one_of(after.phase[r], Phase.FINISHED, Phase.ABORTED)
        or (after.paused[r] > before.paused[r] and after.credit == before.credit - before.price)
    )


@step_law("G14")
def sacrificed_request_is_not_debited_again(before: Residents, after: Residents, r: Request) -> bool:
    """A sacrificed request that finishes earns one like any other, and gets the price back if it met its target."""
    return not (
        before.target
        and before.sacrificed[r]
        and before.phase[r] != Phase.FINISHED
        and after.phase[r] == Phase.FINISHED
    ) or (
        after.credit == after.credit_span + after.credit_span
        if before.credit + 1 + (0 if after.missed[r] else before.price) > after.credit_span + after.credit_span
        else after.credit == before.credit + 1 + (0 if after.missed[r] else before.price)
    )


@step_law("G14")
def missed_target_is_debited(before: Residents, after: Residents, r: Request) -> bool:
    """A request that was not sacrificed earns one as it finishes, and pays the price if it missed its target."""
    return not (
        before.target
        and not before.sacrificed[r]
        and before.phase[r] != Phase.FINISHED
        and after.phase[r] == Phase.FINISHED
    ) or (
        after.credit == 0
        if before.credit + 1 < (before.price if after.missed[r] else 0)
        else after.credit == before.credit + 1 - (before.price if after.missed[r] else 0)
        or (
            after.credit == after.credit_span + after.credit_span
            and before.credit + 1 - (before.price if after.missed[r] else 0) > after.credit
        )
    )
