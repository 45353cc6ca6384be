"""What the pass counts: law P5, and the adapters of one step (A6)."""

from ....language import law, post, step_law
from ....sorts import NO_ADAPTER, Adapter, Request
from ..events.planning import resume
from ..state import Caches, Level


@law("P5")
def claims_cover_what_is_in_use(w: Caches, a: Adapter) -> bool:
    """What the pass has counted or has still to count for an adapter is in use on the device, or kept spare for it."""
    return (
        w.claimed[a] + w.unclaimed[a] == w.in_use[a] + w.spare[a]
        and (w.claimed[a] == 0 or w.claimed[a] == w.weight[a])
        and (w.unclaimed[a] == 0 or (w.unclaimed[a] == w.weight[a] and w.claimed[a] == 0))
        and (w.spare[a] == 0 or w.spare[a] == w.weight[a])
    )


@law("P5")
def claims_fit_the_device(w: Caches) -> bool:
    """What is counted, with what is still to count, fits the device, so that every copy finds room there."""
    return (
        w.claimed.total + w.unclaimed.total == w.in_use.total + w.spare.total
        and w.claimed.total + w.unclaimed.total <= w.capacity[Level.DEVICE]
    )


@law("P5")
def chosen_request_is_counted(w: Caches, r: Request) -> bool:
    """The device pages of a chosen request's adapter are counted."""
    return not w.planned[r] or w.adapter[r] == NO_ADAPTER or w.claimed[w.adapter[r]] == w.weight[w.adapter[r]]


@step_law("P5")
def copies_start_within_the_claims(before: Caches, after: Caches, a: Adapter) -> bool:
    """Device pages come into use only when all that is in use is counted, and only pages that are counted too."""
    return (
        before.in_use[a] >= 1
        or after.in_use[a] == 0
        or (before.forming == 0 and before.unclaimed.total == 0 and before.claimed[a] == after.in_use[a])
    )


@law("A6")
def step_stays_within_its_adapters(w: Caches) -> bool:
    """A step reads no more adapters than it may, whoever chose them: first chunks, later ones, decoding requests."""
    return (
        w.chosen.total <= w.max_adapters
        and w.fenced.total <= w.max_adapters
        and (not w.forming or w.chosen.total + w.fenced.total <= w.max_adapters)
    )


@law("A6")
def chosen_request_counts_for_the_step(w: Caches, r: Request) -> bool:
    """The adapter of a chosen request is among those that the step will read."""
    return (
        not w.planned[r]
        or w.adapter[r] == NO_ADAPTER
        or w.chosen[w.adapter[r]] == 1
        or (w.forming == 1 and w.fenced[w.adapter[r]] == 1)
    )


@law("A6")
def only_counted_adapters_are_chosen(w: Caches, a: Adapter) -> bool:
    """An adapter that the step will read is one whose device pages this pass has counted."""
    return not w.chosen[a] or w.claimed[a] == w.weight[a]


@post("P7", of=resume)
def resumed_request_is_chosen(before: Caches, after: Caches, r: Request) -> bool:
    """A request is resumed to be in the next step: it is registered and chosen at once, or not at all."""
    return after.planned[r] == 1 and before.planned[r] == 0
