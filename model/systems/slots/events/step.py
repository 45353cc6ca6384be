"""The batch: schedule, drop_slot, launch, stand_still, complete_paused, retire, retire_last."""

from ....language import event, helper, require
from ....sorts import Request
from ..parts import close_plan, drop_drafter_slot, end_pause, stop_decoding
from ..state import Phase, Residents, Stage


@event
def schedule(w: Residents, r: Request) -> None:
    """A live request joins the batch."""
    require(w.stage == Stage.PLAN, "the batch is being planned")
    require(w.phase[r] == Phase.DECODING and not w.paused[r], "it is live and not paused", "G2")
    require(not w.batch[r], "it is not in the batch yet")
    require(w.batch.total < w.max_batch, "the batch has room", "G3")
    w.batch[r] = 1


@event
def drop_slot(w: Residents, r: Request) -> None:
    """The drafter drops the slot of a request that is neither in the batch nor paused nor displaced."""
    require(w.lapsed[r], "it is not to keep its slot", "G9")
    drop_drafter_slot(w, r)


@event
def launch(w: Residents) -> None:
    """The batch runs; its rows replace those of the last batch, so that nobody left out of it keeps a row."""
    require(w.stage == Stage.PLAN, "the batch was planned")
    require(w.batch.total >= 1, "the batch has work")
    require(w.lapsed.total == 0, "the drafter dropped every slot that is not to be kept", "G9")
    w.row.become(w.batch)
    close_plan(w)
    w.stage = Stage.RUN


@event
def stand_still(w: Residents) -> None:
    """Nothing runs in this pass; the stall detector counts it if nobody was planned though somebody could have run."""
    require(w.stage == Stage.PLAN, "the batch was planned")
    if w.batch.total == 0 and w.decoding.total > w.paused.total:
        w.stalled = 1
    w.batch.clear()
    close_plan(w)
    w.stage = Stage.IDLE


@helper
def complete(w: Residents, r: Request) -> None:
    """Run no more: wait for the answer to be delivered, and let the drafter drop the context."""
    stop_decoding(w, r)
    w.lapsed[r] = 1
    w.phase[r] = Phase.COMPLETING


@event
def complete_paused(w: Residents, r: Request) -> None:
    """The token that was under way when the request was paused turns out to be its last; it leaves the paused set."""
    require(w.paused[r], "it is paused")
    end_pause(w, r)
    complete(w, r)


@helper
def leave_batch(w: Residents, r: Request) -> None:
    """Leave the running batch, a decode step further; the batch ends with the last one to leave."""
    w.batch[r] = 0
    if w.rest[r] >= 1:
        w.rest[r] = w.rest[r] - 1
    if w.batch.total == 0:
        w.stage = Stage.IDLE


@event
def retire(w: Residents, r: Request) -> None:
    """A request's token is computed, and it goes on."""
    require(w.stage == Stage.RUN and w.batch[r], "it is in the running batch")
    leave_batch(w, r)


@event
def retire_last(w: Residents, r: Request) -> None:
    """A request's last token is computed."""
    require(w.stage == Stage.RUN and w.batch[r], "it is in the running batch")
    leave_batch(w, r)
    complete(w, r)
