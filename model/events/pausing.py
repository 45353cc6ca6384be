"""Slot preemption, "pause in place": the request keeps all that it holds and only gives up its seat."""

from ..language import event, require
from ..sorts import Phase, Request
from ..state import World
from .parts import leave_seat, take_seat


@event
def pause(w: World, r: Request) -> None:
    """A decoding request gives up its seat and keeps everything else."""
    require(w.phase[r] == Phase.DECODE, "only a decoding request is paused", "G1")
    require(not w.batch[r], "it is not part of the step")
    require(w.paused_count < w.pause_cap, "fewer are paused than may be", "G1")
    w.phase[r] = Phase.PAUSED
    w.paused_count = w.paused_count + 1
    leave_seat(w, r)


@event
def unpause(w: World, r: Request) -> None:
    """A paused request takes a free seat and goes on."""
    require(w.phase[r] == Phase.PAUSED, "only a paused request is unpaused")
    require(w.seats_taken < w.max_batch, "a seat is free", "G3")
    w.phase[r] = Phase.DECODE
    w.paused_count = w.paused_count - 1
    take_seat(w, r)


@event
def force_unpause(w: World, r: Request) -> None:
    """A request paused for too long goes on at once, seat or not; a full batch then displaces another."""
    require(w.phase[r] == Phase.PAUSED, "only a paused request is unpaused")
    w.phase[r] = Phase.DECODE
    w.paused_count = w.paused_count - 1
    take_seat(w, r)
