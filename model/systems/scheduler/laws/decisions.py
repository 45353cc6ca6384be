"""What a pass decides: laws S1, S2, S5, S6, S13, S14 and S19."""

from ....language import law, one_of, step_law
from ....sorts import Pool, Request
from ..kinds import NO_KEY, Flight, Residency, Stage, Stand
from ..parts import planning
from ..state import Pass


@law("S1")
def decisions_exclude_each_other(w: Pass, r: Request) -> bool:
    """A request is scheduled, evicted, recomputed, a candidate or deferred, at most one of them, and not in flight."""
    return (
        w.scheduled[r] + w.evicted[r] + w.recomputed[r] + w.candidate[r] + w.deferred[r] <= 1
        and (w.flight[r] != Flight.APART or w.scheduled[r] + w.candidate[r] == 0)
        and (w.flight[r] != Flight.APART or not planning(w) or w.evicted[r] + w.recomputed[r] == 0)
    )


@law("S1")
def decisions_are_about_their_kind(w: Pass, r: Request) -> bool:
    """Contexts and generations are scheduled, transfers that wait are candidates, first chunks are deferred."""
    return (
        (not w.scheduled[r] or one_of(w.stand[r], Stand.FIRST, Stand.LATER, Stand.DECODES))
        and (not w.candidate[r] or w.stand[r] == Stand.INIT)
        and (not w.recomputed[r] or w.stand[r] != Stand.ABSENT)
        and (
            not planning(w)
            or (
                (not w.evicted[r] or one_of(w.stand[r], Stand.LATER, Stand.DECODES))
                and (not w.recomputed[r] or w.stand[r] == Stand.REWINDING)
                and (not w.deferred[r] or w.stand[r] == Stand.FIRST)
            )
        )
    )


@law("S2")
def scheduled_requests_are_on_the_device(w: Pass, r: Request) -> bool:
    """Who is scheduled, or has room for a transfer, is active in every pool, and no load or transfer is under way."""
    return w.scheduled[r] + w.candidate[r] == 0 or (
        w.kv[Pool.TARGET, r] == Residency.ACTIVE
        and (not w.drafts or w.kv[Pool.DRAFT, r] == Residency.ACTIVE)
        and not w.moving[r]
    )


@law("S5")
def pass_stays_within_its_budgets(w: Pass) -> bool:
    """The scheduled requests, and their tokens, are no more than a pass may take."""
    return w.scheduled.total <= w.max_requests and w.charge.total <= w.max_tokens


@law("S6")
def evicted_requests_are_off_the_device(w: Pass, r: Request) -> bool:
    """An evicted request is active in neither pool."""
    return not w.evicted[r] or (w.kv[Pool.TARGET, r] != Residency.ACTIVE and w.kv[Pool.DRAFT, r] != Residency.ACTIVE)


@law("S6")
def rows_belong_to_requests_on_the_device(w: Pass, r: Request) -> bool:
    """A request that is suspended, or has no cache, owns no row of the last step."""
    return not w.row[r] or w.kv[Pool.TARGET, r] == Residency.ACTIVE


@step_law("S14")
def rows_are_given_at_launch(before: Pass, after: Pass, r: Request, first: Request) -> bool:
    """The first to depart gives rows to exactly those who are launched with it; until the next, rows are only lost.

    And they are lost only with the device.
    """
    return (
        after.row[r] == before.scheduled[r]
        if before.stage == Stage.BETWEEN and after.flight[first] != Flight.NONE and before.flight[first] == Flight.NONE
        else (
            (after.row[r] <= before.row[r] or (before.scheduled[r] == 1 and before.stage == Stage.BETWEEN))
            and (
                after.row[r] >= before.row[r]
                or before.stage == Stage.BETWEEN
                or after.kv[Pool.TARGET, r] != Residency.ACTIVE
            )
        )
    )


@law("S14")
def launched_requests_own_their_rows(w: Pass, r: Request) -> bool:
    """A launch goes on until nobody who is scheduled is left, and all of these have their rows from its beginning."""
    return w.stage != Stage.LAUNCHED or (w.scheduled.total >= 1 and (not w.scheduled[r] or w.row[r] == 1))


@law("S13")
def deferred_requests_have_a_contributor(w: Pass, r: Request) -> bool:
    """At the end of a pass that defers a request, somebody computes the block that it waits for."""
    return w.stage != Stage.CONTEXTS or not w.deferred[r] or (w.key[r] != NO_KEY and w.contributors[w.key[r]] >= 1)


@law("S13")
def contributors_run(w: Pass, r: Request) -> bool:
    """Whoever computes a block for others is in flight with another micro-batch, or is a context that is scheduled."""
    return (w.contributes[r] == 1 and w.flight[r] == Flight.APART) or (w.contributes[r] == 1) == (
        w.scheduled[r] == 1 and one_of(w.stand[r], Stand.FIRST, Stand.LATER)
    )


@law("S13")
def keys_are_of_contributors(w: Pass, r: Request) -> bool:
    """A key is kept for whoever computes its block, and for a first chunk that may wait for it."""
    return w.key[r] == NO_KEY or w.contributes[r] == 1 or w.stand[r] == Stand.FIRST


@law("S19")
def seats_are_conserved(w: Pass) -> bool:
    """Free and taken sequence slots make up the pool."""
    return w.seats_free + w.seat.total == w.seats_size and w.seats_free >= 0


@law("S19")
def admitted_requests_have_a_seat(w: Pass, r: Request) -> bool:
    """A request has a sequence slot from its first chunk, or the room for its transfer, until it ends or restarts."""
    return (w.seat[r] == 1) == (
        one_of(
            w.stand[r],
            Stand.LATER,
            Stand.DECODES,
            Stand.COMPLETING,
            Stand.REWINDING,
            Stand.RECEIVING,
            Stand.SENDING,
        )
        or (w.stand[r] == Stand.FIRST and w.scheduled[r] == 1)
        or w.candidate[r] == 1
    )
