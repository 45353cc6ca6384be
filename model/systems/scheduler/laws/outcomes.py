"""What single events do with their arguments: parts of laws R1, S2, S3, S8, S10 and S14."""

from ....language import one_of, post
from ....sorts import Flag, Pool, Request, Tokens
from ..events.contexts import claim, prepare
from ..events.generations import fail
from ..events.launching import launch
from ..events.listing import cancel
from ..events.results import finish, reset
from ..kinds import Flight, Residency, Stage, Stand
from ..state import Pass


@post("R1", of=claim)
def common_claim_is_the_shorter(before: Pass, after: Pass, p: Pool, r: Request, reused: Tokens) -> bool:
    """The cursor stands where the claims of all pools reach: a later claim may cut it down, and never moves it on."""
    return (
        after.cursor[r] == reused
        and after.capacity[p, r] == reused
        and (p == Pool.TARGET or after.cursor[r] <= before.cursor[r])
    )


@post("S2", of=prepare)
def later_chunk_is_resumed_first(before: Pass, after: Pass, r: Request) -> bool:
    """A later chunk is tried with the target's cache on the device, and with what it had."""
    return (
        after.kv[Pool.TARGET, r] == Residency.ACTIVE
        and after.capacity[Pool.TARGET, r] == before.capacity[Pool.TARGET, r]
    )


@post("S10", of=fail)
def failed_growth_resumes_at_most(before: Pass, after: Pass, r: Request, resumed: Flag) -> bool:
    """A growth that fails leaves both caches as large as they were; only the target's may have been resumed."""
    return (
        after.kv[Pool.TARGET, r] == (Residency.ACTIVE if resumed else before.kv[Pool.TARGET, r])
        and after.kv[Pool.DRAFT, r] == before.kv[Pool.DRAFT, r]
        and after.capacity[Pool.TARGET, r] == before.capacity[Pool.TARGET, r]
        and after.capacity[Pool.DRAFT, r] == before.capacity[Pool.DRAFT, r]
    )


@post("S3", of=launch)
def drafts_are_all_but_the_next_token(before: Pass, after: Pass, r: Request, apart: Flag) -> bool:
    """A step may have rejected what it takes beyond the next token, or beyond the end of the context."""
    return after.flown[r] == (
        before.charge[r] - 1
        if before.stand[r] == Stand.DECODES
        else (
            before.cursor[r] + before.charge[r] - before.prompt[r]
            if before.cursor[r] + before.charge[r] >= before.prompt[r]
            else 0
        )
    ) and after.flight[r] == (Flight.APART if apart else Flight.OVERLAPPED)


@post("S14", of=launch)
def launch_ends_with_the_last_to_depart(before: Pass, after: Pass, r: Request, apart: Flag) -> bool:
    """A launch is under way as long as somebody whom the pass scheduled has not departed."""
    return after.stage == (Stage.LAUNCHED if after.scheduled.total >= 1 else Stage.BETWEEN) and (
        after.scheduled.total == before.scheduled.total - 1
    )


@post("S8", of=finish)
def end_comes_with_a_result(before: Pass, after: Pass, r: Request) -> bool:
    """A request finishes with the result of a step that computed more than a part of its context."""
    return (
        before.flight[r] != Flight.NONE
        and one_of(before.stand[r], Stand.DECODES, Stand.COMPLETING, Stand.REWINDING)
        and after.stand[r] == Stand.ENDED
    )


@post("S8", of=reset)
def generated_tokens_join_the_context(before: Pass, after: Pass, r: Request, generated: Tokens) -> bool:
    """A victim starts over with the context that it had, and what it generated at its end."""
    return after.prompt[r] == before.prompt[r] + generated and before.stand[r] == Stand.REWINDING


@post("S8", of=cancel)
def nobody_reads_what_is_cancelled(before: Pass, after: Pass, r: Request) -> bool:
    """A request is cancelled when no step of it is in flight and none is planned."""
    return before.flight[r] == Flight.NONE and not before.scheduled[r] and after.stand[r] == Stand.ENDED
