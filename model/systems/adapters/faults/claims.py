"""The pass counts too little, so that a copy finds the device full, or the step reads too many adapters."""

from ....language import fault, one_of, require
from ....sorts import Request
from ..events.loading import copy_to_device
from ..events.planning import cancel, choose, claim, fits, pass_over, plan, resume
from ..parts import activate, claim_pages, has_adapter, unpark, use_device_pages
from ..state import Caches, Entry, Level, Phase


@fault(of=pass_over, id="F-P8", breaks=("claims_cover_what_is_in_use",))
def completing_request_is_not_counted(w: Caches, r: Request) -> None:
    """The adapter of a request that only has to be ended is taken for free, while it is still on the device."""
    require(w.unclaimed[w.adapter[r]] >= 1, "the pages are in use, and not counted yet")
    if w.phase[r] == Phase.COMPLETING:
        w.unclaimed[w.adapter[r]] = 0
    else:
        claim(w, w.adapter[r])


@fault(of=pass_over, id="F-P9", breaks=("claims_cover_what_is_in_use",))
def skipped_chunk_is_not_counted(w: Caches, r: Request) -> None:
    """A request between two chunks finds no room in this pass, and its adapter is taken for free."""
    require(w.unclaimed[w.adapter[r]] >= 1, "the pages are in use, and not counted yet")
    if w.phase[r] == Phase.LIVE and not w.reading[r]:
        w.unclaimed[w.adapter[r]] = 0
    else:
        claim(w, w.adapter[r])


@fault(of=pass_over, id="F-P10", breaks=("claims_cover_what_is_in_use",))
def request_in_flight_is_not_counted(w: Caches, r: Request) -> None:
    """A request that the running step computes for is not looked at, and its adapter is taken for free."""
    require(w.unclaimed[w.adapter[r]] >= 1, "the pages are in use, and not counted yet")
    if w.reading[r]:
        w.unclaimed[w.adapter[r]] = 0
    else:
        claim(w, w.adapter[r])


@fault(of=pass_over, id="F-G5", breaks=("claims_cover_what_is_in_use",))
def paused_request_is_not_counted(w: Caches, r: Request) -> None:
    """The adapter of a paused request is taken for free, while it is kept on the device."""
    require(w.unclaimed[w.adapter[r]] >= 1, "the pages are in use, and not counted yet")
    if w.phase[r] == Phase.PAUSED:
        w.unclaimed[w.adapter[r]] = 0
    else:
        claim(w, w.adapter[r])


@fault(of=plan, id="F-P13", breaks=("claims_fit_the_device",))
def every_request_sees_nothing_counted(w: Caches, r: Request) -> None:
    """Each request is compared with the whole device, whatever was counted before it."""
    require(not w.forming, "no step is put together yet", "P6")
    require(one_of(w.phase[r], Phase.WAITING, Phase.LIVE), "it waits, or is live", "G2")
    require(not w.planned[r] and has_adapter(w, r), "it is not chosen yet, and has an adapter")
    require(w.weight[w.adapter[r]] <= w.capacity[Level.DEVICE], "the pages fit the device")
    require(w.chosen.total + 1 <= w.max_adapters, "the step may read one more adapter", "A6")
    choose(w, r)


@fault(of=cancel, breaks=("chosen_request_is_counted",))
def next_pass_keeps_who_was_chosen(w: Caches) -> None:
    """The next pass starts with requests that it has counted nothing for."""
    require(w.claimed.total >= 1, "the pass has counted something")
    w.claimed.clear()
    w.spare.clear()
    w.unclaimed.become(w.in_use)
    w.chosen.clear()


@fault(of=cancel, breaks=("only_counted_adapters_are_chosen",))
def next_pass_keeps_which_adapters_were_chosen(w: Caches) -> None:
    """What the last pass wanted to read goes on counting against the next step."""
    require(w.claimed.total >= 1, "the pass has counted something")
    w.planned.clear()
    w.claimed.clear()
    w.spare.clear()
    w.unclaimed.become(w.in_use)


@fault(of=copy_to_device, breaks=("copies_start_within_the_claims",))
def copy_starts_before_all_is_counted(w: Caches, r: Request) -> None:
    """An adapter is copied as soon as its request is chosen, whatever else is in use and was not counted."""
    require(not w.forming and w.planned[r] == 1 and w.active[r] == 1, "it is chosen and registered", "P5")
    require(w.entry[Level.DEVICE, w.adapter[r]] == Entry.ABSENT, "the device does not have it")
    require(w.entry[Level.HOST, w.adapter[r]] == Entry.USED, "the host copy is loaded", "V2")
    w.copy[Level.DEVICE, w.adapter[r]] = w.copy[Level.HOST, w.adapter[r]]
    claim_pages(w, Level.DEVICE, w.adapter[r])
    use_device_pages(w, w.adapter[r])


@fault(of=plan, breaks=("step_stays_within_its_adapters",))
def later_chunk_is_always_let_in(w: Caches, r: Request) -> None:
    """Only first chunks are compared with what the step may read (SGLang #25865)."""
    require(not w.forming, "no step is put together yet", "P6")
    require(one_of(w.phase[r], Phase.WAITING, Phase.LIVE), "it waits, or is live", "G2")
    require(not w.planned[r] and w.claimed[w.adapter[r]] >= 1, "it is not chosen yet, and its adapter is counted")
    require(w.started[r] or fits(w, w.adapter[r]), "it has started, or its adapter fits")
    choose(w, r)


@fault(of=plan, breaks=("chosen_request_counts_for_the_step",))
def later_chunk_is_not_counted_for_the_step(w: Caches, r: Request) -> None:
    """The adapter of a later chunk is left out of those that the step will read (SGLang #23141)."""
    require(not w.forming, "no step is put together yet", "P6")
    require(w.phase[r] == Phase.LIVE and has_adapter(w, r), "it is live, with an adapter", "G2")
    require(not w.planned[r], "it is not chosen yet")
    require(fits(w, w.adapter[r]), "its adapter fits the device and the step", "P5")
    w.planned[r] = 1
    claim(w, w.adapter[r])


@fault(of=resume, breaks=("resumed_request_is_chosen",))
def resume_without_a_place_in_the_step(w: Caches, r: Request) -> None:
    """The request takes its adapter back to the device, and is not in the step that this was for."""
    require(not w.forming, "no step is put together yet", "P6")
    require(w.phase[r] == Phase.SUSPENDED, "it is suspended")
    require(w.entry[Level.HOST, w.adapter[r]] != Entry.FAILED, "its weights came, or may still come", "P6")
    require(fits(w, w.adapter[r]), "its adapter fits the device and the step", "P5")
    w.phase[r] = Phase.LIVE
    if has_adapter(w, r):
        unpark(w, r)
        activate(w, r)
