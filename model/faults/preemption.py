"""Victims that are chosen wrongly, or start over with something of their earlier life."""

from ..events.parts import leave_seat, release_adapter, release_memory, set_hosted, set_pages
from ..events.suspension import park_adapter, preempt, suspend
from ..language import fault, one_of, require
from ..sorts import Phase, Pool, Request
from ..state import World
from .parts import move_pages_out


@fault(of=preempt, id="F-S13", breaks=("request_outside_holds_no_memory",))
def preempt_keeps_the_cursor(w: World, r: Request) -> None:
    """The pages are given up and the cursor is not: what lies behind it is never computed again."""
    require(one_of(w.phase[r], Phase.PREFILL, Phase.DECODE, Phase.SUSPENDED), "it is admitted and not paused", "G2")
    require(not w.batch[r], "it is not part of the step")
    require(w.cursor[r] < w.max_length, "it has not reached its longest; then it finishes instead", "S11")
    if w.phase[r] != Phase.SUSPENDED:
        leave_seat(w, r)
    if w.cursor[r] >= w.prompt[r]:
        w.prompt[r] = w.cursor[r] + 1
    w.phase[r] = Phase.WAITING
    w.life[r] = w.life[r] + 1
    set_pages(w, Pool.TARGET, r, 0)
    set_pages(w, Pool.DRAFT, r, 0)
    set_hosted(w, Pool.TARGET, r, 0)
    set_hosted(w, Pool.DRAFT, r, 0)
    w.slots_free = w.slots_free + w.slot[r]
    w.slot[r] = 0
    release_adapter(w, r)


@fault(of=preempt, breaks=("starting_over_is_a_new_life",))
def preempt_forgets_the_generated_tokens(w: World, r: Request) -> None:
    """A victim starts over from its prompt alone, and gives the client other tokens than it already has."""
    require(one_of(w.phase[r], Phase.PREFILL, Phase.DECODE, Phase.SUSPENDED), "it is admitted and not paused", "G2")
    require(not w.batch[r], "it is not part of the step")
    require(w.cursor[r] < w.max_length, "it has not reached its longest; then it finishes instead", "S11")
    if w.phase[r] != Phase.SUSPENDED:
        leave_seat(w, r)
    w.phase[r] = Phase.WAITING
    w.life[r] = w.life[r] + 1
    release_memory(w, r)
    release_adapter(w, r)


@fault(of=preempt, breaks=("identity_is_kept_for_life",))
def preempt_loses_the_draft_pool(w: World, r: Request) -> None:
    """A victim comes back without a draft pool: whoever sets it up anew does not know that it had one."""
    require(one_of(w.phase[r], Phase.PREFILL, Phase.DECODE, Phase.SUSPENDED), "it is admitted and not paused", "G2")
    require(not w.batch[r], "it is not part of the step")
    require(w.cursor[r] < w.max_length, "it has not reached its longest; then it finishes instead", "S11")
    if w.phase[r] != Phase.SUSPENDED:
        leave_seat(w, r)
    if w.cursor[r] >= w.prompt[r]:
        w.prompt[r] = w.cursor[r] + 1
    w.phase[r] = Phase.WAITING
    w.life[r] = w.life[r] + 1
    release_memory(w, r)
    release_adapter(w, r)
    w.paired[r] = 0


@fault(of=preempt, breaks=("request_stays_within_the_longest",))
def preempt_at_the_longest(w: World, r: Request) -> None:
    """A victim that is as long as a request can be starts over with a prompt that is longer still."""
    require(one_of(w.phase[r], Phase.PREFILL, Phase.DECODE, Phase.SUSPENDED), "it is admitted and not paused", "G2")
    require(not w.batch[r], "it is not part of the step")
    if w.phase[r] != Phase.SUSPENDED:
        leave_seat(w, r)
    if w.cursor[r] >= w.prompt[r]:
        w.prompt[r] = w.cursor[r] + 1
    w.phase[r] = Phase.WAITING
    w.life[r] = w.life[r] + 1
    release_memory(w, r)
    release_adapter(w, r)


@fault(of=preempt, id="F-S10", breaks=("finished_is_final",))
def preempt_resets_an_ended_request(w: World, r: Request) -> None:
    """A victim that ended with the step that was still running is reset all the same, and runs again."""
    require(
        one_of(w.phase[r], Phase.PREFILL, Phase.DECODE, Phase.SUSPENDED, Phase.FINISHED),
        "it was admitted and is not paused",
        "G2",
    )
    require(not w.batch[r], "it is not part of the step")
    require(w.cursor[r] < w.max_length, "it has not reached its longest; then it finishes instead", "S11")
    if one_of(w.phase[r], Phase.PREFILL, Phase.DECODE):
        leave_seat(w, r)
    if w.cursor[r] >= w.prompt[r]:
        w.prompt[r] = w.cursor[r] + 1
    w.phase[r] = Phase.WAITING
    w.life[r] = w.life[r] + 1
    release_memory(w, r)
    release_adapter(w, r)


@fault(of=suspend, id="F-G7", breaks=("paused_request_is_no_victim",))
def paused_request_is_victim(w: World, r: Request) -> None:
    """A paused request is chosen as a victim like one that decodes."""
    require(
        one_of(w.phase[r], Phase.PREFILL, Phase.DECODE, Phase.PAUSED), "only an admitted request is suspended", "G2"
    )
    require(not w.batch[r], "it is not part of the step")
    if w.phase[r] == Phase.PAUSED:
        w.paused_count = w.paused_count - 1
    else:
        leave_seat(w, r)
    w.phase[r] = Phase.SUSPENDED
    park_adapter(w, r)
    move_pages_out(w, r)


@fault(of=suspend, id="F-S7", breaks=("only_seated_requests_are_in_the_step",))
def scheduled_request_is_victim(w: World, r: Request) -> None:
    """A request that was already scheduled in this pass is suspended for one behind it."""
    require(one_of(w.phase[r], Phase.PREFILL, Phase.DECODE), "only a request in prefill or decode is suspended", "G2")
    w.phase[r] = Phase.SUSPENDED
    leave_seat(w, r)
    park_adapter(w, r)
    move_pages_out(w, r)


@fault(of=suspend, id="F-S1", breaks=("row_belongs_to_a_seated_request",))
def suspend_keeps_row(w: World, r: Request) -> None:
    """A suspended request still points at its row of the last step, which is another's when it resumes."""
    require(one_of(w.phase[r], Phase.PREFILL, Phase.DECODE), "only a request in prefill or decode is suspended", "G2")
    require(not w.batch[r], "it is not part of the step")
    w.phase[r] = Phase.SUSPENDED
    w.seats_taken = w.seats_taken - 1
    park_adapter(w, r)
    move_pages_out(w, r)
