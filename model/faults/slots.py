"""Sequence slots and seats that are taken twice, given back twice, or not counted."""

from ..events.admission import adapter_fits, admit, may_plan, pages_fit
from ..events.ending import abort
from ..events.parts import (
    activate_adapter,
    extend,
    join_batch,
    leave_batch,
    leave_seat,
    release_adapter,
    release_memory,
    take_seat,
    unpark_adapter,
)
from ..events.suspension import resume
from ..language import fault, one_of, require
from ..sorts import NO_ADAPTER, Phase, Pool, Request, Tokens
from ..state import World
from .parts import go_on, move_pages_back


@fault(of=admit, breaks=("slots_are_conserved",))
def admit_with_no_slot_left(w: World, r: Request, tokens: Tokens) -> None:
    """More requests are admitted than there are sequence slots."""
    require(w.phase[r] == Phase.WAITING, "only a waiting request is admitted")
    require(may_plan(w), "the step is being planned and its batch has room", "G3")
    require(w.seats_taken < w.max_batch, "a seat is free", "G3")
    require(1 <= tokens <= w.prompt[r], "the chunk has a token and stays in the prompt")
    require(pages_fit(w, r, tokens), "both pools have the pages of the first chunk", "K2")
    require(adapter_fits(w, r), "the adapter is resident or finds room", "P5")
    w.phase[r] = Phase.PREFILL
    w.slot[r] = 1
    w.slots_free = w.slots_free - 1
    take_seat(w, r)
    join_batch(w, r)
    extend(w, r, tokens)
    activate_adapter(w, r)


@fault(of=admit, id="F-S22", breaks=("admitted_request_has_a_slot",))
def admit_does_not_look_at_its_slot(w: World, r: Request, tokens: Tokens) -> None:
    """That there was no sequence slot goes unnoticed, and the request runs without one."""
    require(w.phase[r] == Phase.WAITING, "only a waiting request is admitted")
    require(may_plan(w), "the step is being planned and its batch has room", "G3")
    require(w.seats_taken < w.max_batch, "a seat is free", "G3")
    require(1 <= tokens <= w.prompt[r], "the chunk has a token and stays in the prompt")
    require(pages_fit(w, r, tokens), "both pools have the pages of the first chunk", "K2")
    require(adapter_fits(w, r), "the adapter is resident or finds room", "P5")
    w.phase[r] = Phase.PREFILL
    if w.slots_free >= 1:
        w.slot[r] = 1
        w.slots_free = w.slots_free - 1
    take_seat(w, r)
    join_batch(w, r)
    extend(w, r, tokens)
    activate_adapter(w, r)


@fault(of=admit, breaks=("paused_requests_take_no_seat",))
def admit_counts_no_seat(w: World, r: Request, tokens: Tokens) -> None:
    """A request is counted only once it decodes, and admission goes on meanwhile."""
    require(w.phase[r] == Phase.WAITING, "only a waiting request is admitted")
    require(may_plan(w), "the step is being planned and its batch has room", "G3")
    require(w.seats_taken < w.max_batch, "a seat is free", "G3")
    require(w.slots_free >= 1, "a sequence slot is free", "S18")
    require(1 <= tokens <= w.prompt[r], "the chunk has a token and stays in the prompt")
    require(pages_fit(w, r, tokens), "both pools have the pages of the first chunk", "K2")
    require(adapter_fits(w, r), "the adapter is resident or finds room", "P5")
    w.phase[r] = Phase.PREFILL
    w.slot[r] = 1
    w.slots_free = w.slots_free - 1
    join_batch(w, r)
    extend(w, r, tokens)
    activate_adapter(w, r)


@fault(of=resume, breaks=("only_unpausing_exceeds_the_seats",))
def resume_takes_a_seat_that_is_taken(w: World, r: Request) -> None:
    """A request is resumed as soon as its pages fit, though as many decode as the batch can take."""
    require(w.phase[r] == Phase.SUSPENDED, "only a suspended request is resumed")
    require(w.hosted[Pool.TARGET, r] <= w.free[Pool.TARGET], "the target pool has room for its pages", "K2")
    require(w.hosted[Pool.DRAFT, r] <= w.free[Pool.DRAFT], "the draft pool has room for its pages", "K2")
    require(adapter_fits(w, r), "the adapter is resident or finds room", "P5")
    move_pages_back(w, r)
    take_seat(w, r)
    unpark_adapter(w, r)
    activate_adapter(w, r)
    go_on(w, r)


@fault(of=abort, breaks=("slots_are_conserved",))
def abort_gives_back_a_slot_it_never_had(w: World, r: Request) -> None:
    """An abort gives a sequence slot back even for a request that still waits for one."""
    require(not one_of(w.phase[r], Phase.ABSENT, Phase.FINISHED), "it is submitted and has not ended", "P9")
    require(not w.running or not w.batch[r], "the running step does not read it")
    leave_batch(w, r)
    if one_of(w.phase[r], Phase.PREFILL, Phase.DECODE):
        leave_seat(w, r)
    if w.phase[r] == Phase.PAUSED:
        w.paused_count = w.paused_count - 1
    w.slots_free = w.slots_free + 1 - w.slot[r]
    release_memory(w, r)
    release_adapter(w, r)
    if w.adapter[r] != NO_ADAPTER:
        w.references[w.adapter[r]] = w.references[w.adapter[r]] - 1
    w.phase[r] = Phase.FINISHED
