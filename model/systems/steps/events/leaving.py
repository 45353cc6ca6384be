"""Leaving with 0, 1 or 2 frames in flight, and coming back: suspend, resume, preempt, abort, pause, unpause."""

from ....language import event, one_of, require
from ....sorts import Pool, Request
from ..state import Pipeline, Stage
from .parts import forget, set_extent, withdraw


@event
def suspend(w: Pipeline, r: Request) -> None:
    """Its settled work leaves the device in both pools; frames in flight become late, their pages fenced."""
    require(w.stage[r] == Stage.RUNNING, "only a running request is suspended", "G2")
    require(w.cursor[r] >= 1, "it has settled something; else there is nothing to keep", "S12")
    withdraw(w, r, 0)
    w.stage[r] = Stage.SUSPENDED


@event
def resume(w: Pipeline, r: Request) -> None:
    """Its settled work gets pages in both pools or in neither; late frames may still be in flight."""
    require(w.stage[r] == Stage.SUSPENDED, "only a suspended request is resumed")
    require(w.pages(w.cursor[r]) <= w.free[Pool.TARGET], "the target pool has the pages of its settled work", "K2")
    require(w.pages(w.cursor[r]) <= w.free[Pool.DRAFT], "the draft pool has the pages of its settled work", "K2")
    set_extent(w, Pool.TARGET, r, w.cursor[r])
    set_extent(w, Pool.DRAFT, r, w.cursor[r])
    w.stage[r] = Stage.RUNNING


@event
def preempt(w: Pipeline, r: Request) -> None:
    """A victim, in prefill or later, gives everything up to be computed again; frames in flight become late."""
    require(one_of(w.stage[r], Stage.RUNNING, Stage.SUSPENDED), "it is admitted and not paused", "G2")
    withdraw(w, r, 0)
    forget(w, r)
    w.stage[r] = Stage.WAITING


@event
def abort(w: Pipeline, r: Request) -> None:
    """The client gives up, whatever is planned or in flight; nothing of it is delivered any more."""
    require(not one_of(w.stage[r], Stage.ABSENT, Stage.ENDED), "it is submitted and has not ended", "S8")
    withdraw(w, r, 0)
    forget(w, r)
    w.stage[r] = Stage.ENDED


@event
def pause(w: Pipeline, r: Request) -> None:
    """A decoding request is left out of the next steps and keeps everything; what is in flight is still settled."""
    require(w.stage[r] == Stage.RUNNING and w.cursor[r] >= w.prompt[r], "only a decoding request is paused", "G1")
    require(not w.planned[r], "it is not in the step being planned", "G2")
    w.stage[r] = Stage.PAUSED


@event
def unpause(w: Pipeline, r: Request) -> None:
    """A paused request may be planned again; forced or not, whoever then finds the batch full is left out."""
    require(w.stage[r] == Stage.PAUSED, "only a paused request is unpaused")
    w.stage[r] = Stage.RUNNING
