"""Pause in place that lets something go, or counts wrongly."""

from ..events.ending import abort
from ..events.parts import (
    deactivate_adapter,
    leave_batch,
    leave_seat,
    release_adapter,
    release_memory,
    take_seat,
    unpin_host_copy,
)
from ..events.pausing import force_unpause, pause, unpause
from ..language import fault, one_of, require
from ..sorts import NO_ADAPTER, Phase, Request
from ..state import World


@fault(of=pause, breaks=("paused_requests_stay_under_the_cap",))
def pause_over_the_cap(w: World, r: Request) -> None:
    """Requests are paused without limit, and keep more pages and slots than were provided for."""
    require(w.phase[r] == Phase.DECODE, "only a decoding request is paused", "G1")
    require(not w.batch[r], "it is not part of the step")
    w.phase[r] = Phase.PAUSED
    w.paused_count = w.paused_count + 1
    leave_seat(w, r)


@fault(of=pause, breaks=("prefill_is_short_of_the_prompt",))
def pause_in_the_middle_of_a_prompt(w: World, r: Request) -> None:
    """A request is paused between two chunks, and goes on as if its prompt were computed."""
    require(one_of(w.phase[r], Phase.PREFILL, Phase.DECODE), "only a request in prefill or decode is paused", "G1")
    require(not w.batch[r], "it is not part of the step")
    require(w.paused_count < w.pause_cap, "fewer are paused than may be", "G1")
    w.phase[r] = Phase.PAUSED
    w.paused_count = w.paused_count + 1
    leave_seat(w, r)


@fault(of=pause, id="F-G18", breaks=("paused_requests_take_no_seat",))
def occupancy_counts_paused(w: World, r: Request) -> None:
    """A paused request still counts as one that decodes, so that pausing it lets nobody in."""
    require(w.phase[r] == Phase.DECODE, "only a decoding request is paused", "G1")
    require(not w.batch[r], "it is not part of the step")
    require(w.paused_count < w.pause_cap, "fewer are paused than may be", "G1")
    w.phase[r] = Phase.PAUSED
    w.paused_count = w.paused_count + 1
    w.row[r] = 0


@fault(of=pause, id="F-G5", breaks=("paused_request_keeps_everything", "seated_request_is_active_on_its_adapter"))
def pause_lets_go_of_the_adapter(w: World, r: Request) -> None:
    """A paused request no longer claims its adapter, and another adapter takes the slot."""
    require(w.phase[r] == Phase.DECODE, "only a decoding request is paused", "G1")
    require(not w.batch[r], "it is not part of the step")
    require(w.paused_count < w.pause_cap, "fewer are paused than may be", "G1")
    w.phase[r] = Phase.PAUSED
    w.paused_count = w.paused_count + 1
    leave_seat(w, r)
    deactivate_adapter(w, r)
    if w.adapter[r] != NO_ADAPTER:
        unpin_host_copy(w, w.adapter[r])


@fault(of=pause, id="F-G3", breaks=("paused_request_keeps_everything", "admitted_request_has_a_slot"))
def pause_gives_its_slot_back(w: World, r: Request) -> None:
    """Whoever is not in the batch loses its slot, and with it the state that is kept there."""
    require(w.phase[r] == Phase.DECODE, "only a decoding request is paused", "G1")
    require(not w.batch[r], "it is not part of the step")
    require(w.paused_count < w.pause_cap, "fewer are paused than may be", "G1")
    w.phase[r] = Phase.PAUSED
    w.paused_count = w.paused_count + 1
    leave_seat(w, r)
    w.slots_free = w.slots_free + 1
    w.slot[r] = 0


@fault(of=pause, breaks=("row_belongs_to_a_seated_request",))
def pause_keeps_its_row(w: World, r: Request) -> None:
    """A paused request still points at its row of the last step, which is another's when it goes on."""
    require(w.phase[r] == Phase.DECODE, "only a decoding request is paused", "G1")
    require(not w.batch[r], "it is not part of the step")
    require(w.paused_count < w.pause_cap, "fewer are paused than may be", "G1")
    w.phase[r] = Phase.PAUSED
    w.paused_count = w.paused_count + 1
    w.seats_taken = w.seats_taken - 1


@fault(of=unpause, breaks=("unpausing_takes_a_free_seat",))
def unpause_without_a_free_seat(w: World, r: Request) -> None:
    """Every unpause is treated as a forced one, and takes the batch over its limit."""
    require(w.phase[r] == Phase.PAUSED, "only a paused request is unpaused")
    w.phase[r] = Phase.DECODE
    w.paused_count = w.paused_count - 1
    take_seat(w, r)


@fault(of=force_unpause, breaks=("paused_requests_stay_under_the_cap",))
def forced_request_is_still_counted_as_paused(w: World, r: Request) -> None:
    """A forced unpause does not tell the controller, whose cap then shrinks for good."""
    require(w.phase[r] == Phase.PAUSED, "only a paused request is unpaused")
    w.phase[r] = Phase.DECODE
    take_seat(w, r)


@fault(of=abort, id="F-G22", breaks=("paused_requests_stay_under_the_cap",))
def abort_is_still_counted_as_paused(w: World, r: Request) -> None:
    """A request that ends while it is paused stays in the set of paused ones."""
    require(not one_of(w.phase[r], Phase.ABSENT, Phase.FINISHED), "it is submitted and has not ended", "P9")
    require(not w.running or not w.batch[r], "the running step does not read it")
    leave_batch(w, r)
    if one_of(w.phase[r], Phase.PREFILL, Phase.DECODE):
        leave_seat(w, r)
    release_memory(w, r)
    release_adapter(w, r)
    if w.adapter[r] != NO_ADAPTER:
        w.references[w.adapter[r]] = w.references[w.adapter[r]] - 1
    w.phase[r] = Phase.FINISHED
