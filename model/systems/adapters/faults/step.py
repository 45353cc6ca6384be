"""A step runs without its adapters, or the next one begins before it has ended."""

from ....language import fault, require
from ....sorts import NO_ADAPTER, Adapter, Request
from ..events.leaving import end, suspend
from ..events.planning import choose, resume
from ..events.step import bind, lift, retire
from ..parts import activate, deactivate, has_adapter, lay_aside, leave_device_pages, let_go, park, unpark
from ..state import Caches, Entry, Level, Phase


@fault(of=suspend, id="F-P18", breaks=("read_copy_is_used",))
def suspend_releases_under_the_step(w: Caches, r: Request) -> None:
    """The next pass releases a device copy that the running step reads, and a copy may be written over it."""
    require(w.phase[r] == Phase.LIVE and w.active[r], "it is live, and active")
    require(not w.planned[r] and not w.forming, "it is not chosen, and no step is put together", "P6")
    w.phase[r] = Phase.SUSPENDED
    w.parked[r] = 1
    w.parked_holders[w.adapter[r]] = w.parked_holders[w.adapter[r]] + 1
    deactivate(w, r)
    if w.active_holders[w.adapter[r]] == 0 and w.entry[Level.DEVICE, w.adapter[r]] == Entry.USED:
        lay_aside(w, Level.DEVICE, w.adapter[r])
        leave_device_pages(w, w.adapter[r])


@fault(of=suspend, breaks=("only_waiting_and_live_requests_are_chosen",))
def suspend_takes_a_chosen_request(w: Caches, r: Request) -> None:
    """A request is chosen and given up in the same pass."""
    require(w.phase[r] == Phase.LIVE, "it is live", "P2")
    require(not w.forming, "no step is put together", "P6")
    w.phase[r] = Phase.SUSPENDED
    park(w, r)


@fault(of=end, breaks=("step_is_launched_with_its_adapters",))
def end_leaves_a_hole_in_the_step(w: Caches, r: Request) -> None:
    """A request ends after the step was put together, and the step is launched with it all the same."""
    require(w.phase[r] != Phase.ABSENT, "it is there", "P9")
    let_go(w, r)
    if has_adapter(w, r):
        w.references[w.adapter[r]] = w.references[w.adapter[r]] - 1
    w.adapter[r] = NO_ADAPTER
    w.phase[r] = Phase.ABSENT
    w.started[r] = 0
    w.planned[r] = 0


@fault(of=bind, breaks=("step_stays_within_its_adapters", "steps_follow_one_another"))
def bind_beside_the_running_step(w: Caches, r: Request) -> None:
    """The next step is put together while copies of the one before still count as read."""
    require(w.forming or w.reading.total == 0, "the step before has retired")
    require(w.planned[r] and w.phase[r] == Phase.LIVE, "it is chosen and admitted", "P6")
    require(not has_adapter(w, r) or w.entry[Level.DEVICE, w.adapter[r]] == Entry.USED, "its adapter is ensured", "P6")
    w.forming = 1
    w.planned[r] = 0
    w.reading[r] = 1
    if has_adapter(w, r):
        w.fenced[w.adapter[r]] = 1
        w.chosen[w.adapter[r]] = 0


@fault(of=bind, breaks=("steps_follow_one_another",))
def bind_into_a_running_step(w: Caches, r: Request) -> None:
    """A request joins a step that was launched without it."""
    require(w.planned[r] and w.phase[r] == Phase.LIVE and not w.reading[r], "it is chosen and admitted", "P6")
    require(not has_adapter(w, r), "it has no adapter")
    w.planned[r] = 0
    w.reading[r] = 1


@fault(of=retire, breaks=("new_step_has_a_request",))
def retire_before_the_launch(w: Caches) -> None:
    """The step that is put together is taken for one that has run: its copies count as read for nobody."""
    require(w.reading.total >= 1, "a step is there")
    w.reading.clear()


@fault(of=lift, id="F-P18", breaks=("copy_is_read_until_the_step_retires",))
def lift_while_the_step_runs(w: Caches, a: Adapter) -> None:
    """The copy counts as read no longer while the step still runs."""
    require(w.fenced[a], "a step read it")
    w.fenced[a] = 0
    if w.deferred[Level.DEVICE, a]:
        lay_aside(w, Level.DEVICE, a)
        leave_device_pages(w, a)


@fault(of=resume, breaks=("new_step_reads_nothing_released",))
def resume_into_the_new_step(w: Caches, r: Request) -> None:
    """A request is chosen late, when copies are no longer ensured: the one it needs is on its way out."""
    require(w.forming, "a step is put together")
    require(w.phase[r] == Phase.SUSPENDED, "it is suspended")
    require(has_adapter(w, r) and w.claimed[w.adapter[r]] >= 1, "it has an adapter, whose pages are counted", "P5")
    require(w.chosen[w.adapter[r]] == 1 or w.fenced[w.adapter[r]] == 1, "the step may read its adapter", "A6")
    w.phase[r] = Phase.LIVE
    choose(w, r)
    unpark(w, r)
    activate(w, r)
