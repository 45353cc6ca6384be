"""Leaving the device and coming back: suspend, resume, preempt."""

from ..language import event, helper, one_of, require
from ..sorts import NO_ADAPTER, Phase, Pool, Request
from ..state import World
from .admission import adapter_fits
from .parts import (
    activate_adapter,
    deactivate_adapter,
    leave_seat,
    release_adapter,
    release_memory,
    set_hosted,
    set_pages,
    take_seat,
    unpark_adapter,
)


@helper
def move_to_host(w: World, p: Pool, r: Request) -> None:
    """Move the request's pages of one pool from the device to the host."""
    set_hosted(w, p, r, w.held[p, r])
    set_pages(w, p, r, 0)


@helper
def move_to_device(w: World, p: Pool, r: Request) -> None:
    """Move the request's pages of one pool from the host to the device."""
    set_pages(w, p, r, w.hosted[p, r])
    set_hosted(w, p, r, 0)


@helper
def park_adapter(w: World, r: Request) -> None:
    """Keep the adapter on the host for the resume, and let go of its device slot."""
    if w.adapter[r] != NO_ADAPTER:
        deactivate_adapter(w, r)
        w.parked[r] = 1
        w.parked_holders[w.adapter[r]] = w.parked_holders[w.adapter[r]] + 1


@event
def suspend(w: World, r: Request) -> None:
    """Both pools' pages move to the host if they fit there, else they stay; the adapter is parked for the resume."""
    require(one_of(w.phase[r], Phase.PREFILL, Phase.DECODE), "only a request in prefill or decode is suspended", "G2")
    require(not w.batch[r], "it is not part of the step")
    w.phase[r] = Phase.SUSPENDED
    leave_seat(w, r)
    park_adapter(w, r)
    if w.held[Pool.TARGET, r] + w.held[Pool.DRAFT, r] <= w.host_free:
        move_to_host(w, Pool.TARGET, r)
        move_to_host(w, Pool.DRAFT, r)


@event
def resume(w: World, r: Request) -> None:
    """A suspended request gets back what it gave away: seat, adapter slot, and its pages in both pools."""
    require(w.phase[r] == Phase.SUSPENDED, "only a suspended request is resumed")
    require(w.seats_taken < w.max_batch, "a seat is free", "G3")
    require(w.hosted[Pool.TARGET, r] <= w.free[Pool.TARGET], "the target pool has room for its pages", "K2")
    require(w.hosted[Pool.DRAFT, r] <= w.free[Pool.DRAFT], "the draft pool has room for its pages", "K2")
    require(adapter_fits(w, r), "the adapter is resident or finds room", "P5")
    if w.hosted[Pool.TARGET, r] >= 1:
        move_to_device(w, Pool.TARGET, r)
        move_to_device(w, Pool.DRAFT, r)
    take_seat(w, r)
    unpark_adapter(w, r)
    activate_adapter(w, r)
    w.phase[r] = Phase.DECODE
    if w.cursor[r] < w.prompt[r]:
        w.phase[r] = Phase.PREFILL


@event
def preempt(w: World, r: Request) -> None:
    """A victim gives everything back and starts over in a new life, with what it generated as part of its prompt."""
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
