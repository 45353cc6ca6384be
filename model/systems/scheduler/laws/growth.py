"""Room in the caches: laws S3, S4, S10 and S11."""

from ....language import law, one_of, step_law
from ....sorts import Pool, Request
from ..kinds import Flight, Residency, Stand
from ..state import Pass


@law("S3")
def growth_is_what_is_charged(w: Pass, r: Request, p: Pool) -> bool:
    """A scheduled request has grown in every pool by the tokens that the pass is charged for, and nobody else has."""
    return (
        (w.charge[r] >= 1 and w.grown[p, r] == (w.charge[r] if p == Pool.TARGET or w.drafts else 0))
        if w.scheduled[r]
        else (w.charge[r] == 0 and w.grown[p, r] == 0)
    )


@step_law("S3")
def request_grows_once_in_a_pass(before: Pass, after: Pass, r: Request, p: Pool) -> bool:
    """What a scheduled request has grown by is not touched again until the pass is launched or dropped."""
    return (
        not before.scheduled[r]
        or not after.scheduled[r]
        or (after.grown[p, r] == before.grown[p, r] and after.charge[r] == before.charge[r])
    )


@law("S4")
def chunk_has_its_room(w: Pass, r: Request, p: Pool) -> bool:
    """A cache of a context has room for what is computed and for the chunk that is scheduled, to the token."""
    return (
        not one_of(w.stand[r], Stand.FIRST, Stand.LATER)
        or w.kv[p, r] == Residency.NONE
        or w.capacity[p, r] == w.cursor[r] + w.grown[p, r]
    )


@law("S4")
def cursor_stays_in_the_context(w: Pass, r: Request) -> bool:
    """A context has tokens left to compute until its last chunk is launched, and none from then on."""
    return (
        (w.stand[r] != Stand.FIRST or w.cursor[r] < w.prompt[r])
        and (w.stand[r] != Stand.LATER or 1 <= w.cursor[r] < w.prompt[r])
        and (
            not one_of(w.stand[r], Stand.DECODES, Stand.COMPLETING, Stand.RECEIVING, Stand.SENDING)
            or w.cursor[r] == w.prompt[r]
        )
        and (not w.candidate[r] or w.cursor[r] == w.prompt[r])
        and (one_of(w.stand[r], Stand.ABSENT, Stand.ENDED) or w.prompt[r] >= 1)
    )


@step_law("S4")
def launched_chunk_counts_in_full(before: Pass, after: Pass, r: Request) -> bool:
    """The cursor of a context moves at its launch only, over the whole chunk, and stops at the end of the context."""
    return (
        not one_of(before.stand[r], Stand.LATER, Stand.FIRST)
        or not one_of(after.stand[r], Stand.LATER, Stand.DECODES)
        or (
            after.cursor[r]
            == (
                before.cursor[r]
                if after.flight[r] == before.flight[r] or after.flight[r] == Flight.NONE
                else (before.cursor[r] + before.charge[r] if after.stand[r] == Stand.LATER else before.prompt[r])
            )
        )
    )


@law("S4")
def drafts_are_of_the_step_in_flight(w: Pass, r: Request) -> bool:
    """Drafted tokens wait for a result only with a step in flight, past the end of the context."""
    return w.flown[r] == 0 or (w.flight[r] != Flight.NONE and one_of(w.stand[r], Stand.DECODES, Stand.COMPLETING))


@law("S10")
def computed_context_has_its_room(w: Pass, r: Request) -> bool:
    """Whatever is revoked and rejected, a cache has room for what its request computed."""
    return (
        w.kv[Pool.TARGET, r] == Residency.NONE
        or w.cursor[r] + w.flown[r] + w.grown[Pool.TARGET, r] <= w.capacity[Pool.TARGET, r]
    )


@step_law("S10")
def only_growth_changes_the_room(before: Pass, after: Pass, r: Request, p: Pool) -> bool:
    """Room is changed by growth that can be revoked, or by the launch and the result of a step; nothing else counts.

    So a pass after which no forward follows leaves every cache with the room that it had.
    """
    return (
        before.kv[p, r] == Residency.NONE
        or after.kv[p, r] == Residency.NONE
        or before.stand[r] == Stand.FIRST
        or after.flight[r] != before.flight[r]
        or after.capacity[p, r] - after.grown[p, r] == before.capacity[p, r] - before.grown[p, r]
    )


@step_law("S10")
def result_gives_back_what_was_drafted(before: Pass, after: Pass, r: Request, p: Pool) -> bool:
    """The result of a step gives back at most the drafted tokens, and the launch of one gives back nothing."""
    return (
        before.kv[p, r] == Residency.NONE
        or after.kv[p, r] == Residency.NONE
        or after.flight[r] == before.flight[r]
        or (
            before.capacity[p, r] - before.flown[r] <= after.capacity[p, r] <= before.capacity[p, r]
            and after.grown[p, r] == (before.grown[p, r] if after.flight[r] == Flight.NONE else 0)
        )
    )


@law("S11")
def room_stays_within_the_longest(w: Pass, r: Request, p: Pool) -> bool:
    """No context, and no cache, is longer than the longest request."""
    return w.capacity[p, r] <= w.max_length and w.prompt[r] <= w.max_length


@law("S11")
def waiting_generation_can_grow(w: Pass, r: Request) -> bool:
    """A request that generates, or is about to, and has no step in flight has not reached its longest."""
    return (
        not one_of(w.stand[r], Stand.DECODES, Stand.RECEIVING, Stand.INIT)
        or w.flight[r] != Flight.NONE
        or (w.prompt[r] < w.max_length and w.capacity[Pool.TARGET, r] - w.grown[Pool.TARGET, r] < w.max_length)
    )
