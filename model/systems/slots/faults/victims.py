"""Victims that should be none, and what is left of a request that is gone."""

from ....language import fault, one_of, require
from ....sorts import Request
from ..events.admission import bring_back
from ..events.ending import abort, preempt, suspend
from ..events.step import complete_paused
from ..parts import (
    adapter_fits,
    drop_drafter_slot,
    end_pause,
    give_back,
    keep_adapter,
    leave_adapter,
    release,
    stop_decoding,
)
from ..state import Phase, Residents, Slots, Stage


@fault(of=suspend, id="F-G7", breaks=("paused_request_is_no_victim", "paused_requests_are_live"))
def suspend_takes_a_paused_request(w: Residents, r: Request) -> None:
    """A paused request, which is not in the batch, is taken for a victim."""
    require(w.phase[r] == Phase.DECODING and not w.batch[r], "it is a victim")
    leave_adapter(w, w.adapter[r])
    stop_decoding(w, r)
    w.lapsed[r] = 1
    w.phase[r] = Phase.SUSPENDED


@fault(of=preempt, id="F-S9", breaks=("only_idle_live_requests_are_victims",))
def preempt_takes_a_completing_request(w: Residents, r: Request) -> None:
    """A request that only waits for its answer to be delivered is made to start over."""
    require(one_of(w.phase[r], Phase.DECODING, Phase.COMPLETING, Phase.SUSPENDED), "it is resident")
    require(not w.paused[r] and not w.batch[r], "it is a victim")
    release(w, r)
    w.phase[r] = Phase.WAITING


@fault(of=suspend, id="F-S1", breaks=("row_belongs_to_a_live_request", "only_live_requests_have_rest_to_make"))
def suspend_keeps_the_row(w: Residents, r: Request) -> None:
    """A suspended request owns its row of the last batch still, and will read another's token from it."""
    require(w.phase[r] == Phase.DECODING and not w.paused[r] and not w.batch[r], "it is a victim")
    leave_adapter(w, w.adapter[r])
    w.lapsed[r] = 1
    w.phase[r] = Phase.SUSPENDED


@fault(of=bring_back, breaks=("request_is_live_only_after_its_transfer", "drafter_keeps_live_requests_only"))
def bring_back_skips_the_transfer(w: Residents, r: Request) -> None:
    """A suspended request decodes again before its KV is back."""
    require(w.phase[r] == Phase.SUSPENDED and not w.lapsed[r] and w.stage == Stage.PLAN, "its slot was dropped")
    require(w.occupancy < w.max_batch and adapter_fits(w, r), "a seat is free")
    keep_adapter(w, w.adapter[r])
    w.occupancy = w.occupancy + 1
    w.rest[r] = w.first_rest
    w.phase[r] = Phase.DECODING


@fault(of=abort, id="F-G22", breaks=("paused_requests_are_live", "request_outside_holds_nothing"))
def abort_leaves_the_paused_set_as_it_is(w: Residents, r: Request) -> None:
    """A request that is aborted while paused stays in the paused set and uses up the cap for good."""
    require(not one_of(w.phase[r], Phase.ABSENT, Phase.FINISHED, Phase.ABORTED), "it is there and has not ended")
    require(not w.batch[r], "the batch does not read it")
    release(w, r)
    w.pauses[r] = 0
    w.sacrificed[r] = 0
    w.late[r] = 0
    w.phase[r] = Phase.ABORTED


@fault(of=complete_paused, id="F-G22", breaks=("paused_requests_are_live",))
def completion_leaves_the_paused_set_as_it_is(w: Residents, r: Request) -> None:
    """A request whose last token came with the batch before its pause stays in the paused set."""
    require(w.paused[r], "it is paused")
    stop_decoding(w, r)
    w.lapsed[r] = 1
    w.phase[r] = Phase.COMPLETING


@fault(of=abort, breaks=("matched_slot_belongs_to_somebody", "request_outside_holds_nothing"))
def abort_forgets_the_matched_slot(w: Residents, r: Request) -> None:
    """A request that is aborted before its admission keeps the recurrent-state slot of its match (SGLang #12693)."""
    require(not one_of(w.phase[r], Phase.ABSENT, Phase.FINISHED, Phase.ABORTED), "it is there and has not ended")
    require(not w.batch[r], "the batch does not read it")
    if w.phase[r] != Phase.WAITING:
        release(w, r)
    end_pause(w, r)
    w.pauses[r] = 0
    w.sacrificed[r] = 0
    w.late[r] = 0
    w.phase[r] = Phase.ABORTED


@fault(of=preempt, breaks=("slots_last_from_admission_to_the_end", "admitted_requests_fit_the_seats"))
def preempt_keeps_the_sequence_slot(w: Residents, r: Request) -> None:
    """A request that starts over keeps the sequence slot of its last life."""
    require(one_of(w.phase[r], Phase.DECODING, Phase.SUSPENDED), "it is live or suspended")
    require(not w.paused[r] and not w.batch[r], "it is a victim")
    if w.phase[r] == Phase.DECODING:
        leave_adapter(w, w.adapter[r])
    give_back(w, Slots.INDEX, r)
    give_back(w, Slots.RECURRENT, r)
    drop_drafter_slot(w, r)
    stop_decoding(w, r)
    w.phase[r] = Phase.WAITING
