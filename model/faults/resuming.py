"""Requests that come back in the wrong place."""

from ..events.admission import adapter_fits
from ..events.parts import activate_adapter, extend, take_seat, unpark_adapter
from ..events.suspension import resume
from ..language import fault, require
from ..sorts import Phase, Pool, Request
from ..state import World
from .parts import move_pages_back


@fault(of=resume, breaks=("prefill_is_short_of_the_prompt",))
def resume_decodes_in_the_middle_of_a_prompt(w: World, r: Request) -> None:
    """Whoever is resumed decodes, even one that was suspended between two chunks of its prompt."""
    require(w.phase[r] == Phase.SUSPENDED, "only a suspended request is resumed")
    require(w.seats_taken < w.max_batch, "a seat is free", "G3")
    require(w.hosted[Pool.TARGET, r] <= w.free[Pool.TARGET], "the target pool has room for its pages", "K2")
    require(w.hosted[Pool.DRAFT, r] <= w.free[Pool.DRAFT], "the draft pool has room for its pages", "K2")
    require(adapter_fits(w, r), "the adapter is resident or finds room", "P5")
    move_pages_back(w, r)
    take_seat(w, r)
    unpark_adapter(w, r)
    activate_adapter(w, r)
    w.phase[r] = Phase.DECODE


@fault(of=resume, breaks=("admitted_request_has_started", "suspension_keeps_the_work"))
def resume_starts_from_the_beginning(w: World, r: Request) -> None:
    """A resumed request computes its prompt again, though its pages were kept for it."""
    require(w.phase[r] == Phase.SUSPENDED, "only a suspended request is resumed")
    require(w.seats_taken < w.max_batch, "a seat is free", "G3")
    require(w.hosted[Pool.TARGET, r] <= w.free[Pool.TARGET], "the target pool has room for its pages", "K2")
    require(w.hosted[Pool.DRAFT, r] <= w.free[Pool.DRAFT], "the draft pool has room for its pages", "K2")
    require(adapter_fits(w, r), "the adapter is resident or finds room", "P5")
    move_pages_back(w, r)
    take_seat(w, r)
    unpark_adapter(w, r)
    activate_adapter(w, r)
    w.phase[r] = Phase.PREFILL
    w.cursor[r] = 0
    extend(w, r, 0)
