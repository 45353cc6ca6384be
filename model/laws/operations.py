"""What the events with amounts do with them: law E1. The other laws say what may be, these say what was asked for."""

from ..events.admission import admit, chunk, settle_chunk, submit
from ..events.pausing import unpause
from ..events.step import accept, grow
from ..events.suspension import suspend
from ..language import post
from ..sorts import Adapter, Flag, Phase, Pool, Request, Tokens
from ..state import World


@post("E1", of=submit)
def request_is_as_submitted(  # noqa: PLR0917  the arguments are those of the event
    before: World, after: World, r: Request, a: Adapter, prompt: Tokens, paired: Flag
) -> bool:
    """A request waits with the adapter, the prompt and the pairing that it was submitted with."""
    return (
        after.phase[r] == Phase.WAITING
        and after.adapter[r] == a
        and after.prompt[r] == prompt
        and after.paired[r] == paired
    )


@post("E1", of=admit)
def first_chunk_is_as_planned(before: World, after: World, r: Request, tokens: Tokens) -> bool:
    """An admitted request takes part in the next step with exactly the tokens that were planned, from its start."""
    return after.phase[r] == Phase.PREFILL and after.cursor[r] == 0 and after.reserved[r] == tokens


@post("E1", of=chunk)
def next_chunk_is_as_planned(before: World, after: World, r: Request, tokens: Tokens) -> bool:
    """The next part of a prompt is exactly as long as it was planned."""
    return after.phase[r] == Phase.PREFILL and after.reserved[r] == tokens


@post("E1", of=settle_chunk)
def settled_chunk_is_of_a_prompt(before: World, after: World, r: Request) -> bool:
    """What is settled as a chunk was in prefill, and counts in full."""
    return before.phase[r] == Phase.PREFILL and after.cursor[r] == before.cursor[r] + before.reserved[r]


@post("E1", of=grow)
def growth_is_as_planned(before: World, after: World, r: Request, drafted: Tokens) -> bool:
    """A decoding request reserves one token and exactly those that were drafted."""
    return after.phase[r] == Phase.DECODE and after.reserved[r] == drafted + 1


@post("E1", of=accept)
def exactly_the_accepted_is_kept(before: World, after: World, r: Request, accepted: Tokens) -> bool:
    """One token and exactly the accepted ones are kept of a step."""
    return after.phase[r] == Phase.DECODE and after.cursor[r] == before.cursor[r] + accepted + 1


@post("E1", of=unpause)
def unpausing_takes_a_free_seat(before: World, after: World, r: Request) -> bool:
    """Unless it is forced, a paused request goes on only within the limit of the batch."""
    return after.phase[r] == Phase.DECODE and after.seats_taken <= after.max_batch


@post("E1", of=suspend)
def pages_move_to_the_host_if_they_fit(before: World, after: World, r: Request) -> bool:
    """A suspended request's pages all move to the host if there is room for all of them, and else all stay."""
    return (
        after.hosted[Pool.TARGET, r] == before.held[Pool.TARGET, r]
        and after.hosted[Pool.DRAFT, r] == before.held[Pool.DRAFT, r]
        if before.held[Pool.TARGET, r] + before.held[Pool.DRAFT, r] <= before.host_free
        else after.held[Pool.TARGET, r] == before.held[Pool.TARGET, r]
        and after.held[Pool.DRAFT, r] == before.held[Pool.DRAFT, r]
    )
