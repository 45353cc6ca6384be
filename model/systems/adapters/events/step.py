"""The step: bind, launch, retire, lift."""

from ....language import event, require
from ....sorts import Adapter, Request
from ..parts import has_adapter, lay_aside, leave_device_pages
from ..state import Caches, Entry, Level, Phase
from .planning import begin_pass


@event
def bind(w: Caches, r: Request) -> None:
    """A chosen request becomes part of the next step, which reads its adapter from the device."""
    require(
        w.forming or (w.reading.total == 0 and w.fenced.total == 0),
        "nothing is read for the step before any more",
        "S5",
    )
    require(w.planned[r] and w.phase[r] == Phase.LIVE, "it is chosen and admitted", "P6")
    require(not has_adapter(w, r) or w.entry[Level.DEVICE, w.adapter[r]] == Entry.USED, "its adapter is ensured", "P6")
    w.forming = 1
    w.planned[r] = 0
    w.reading[r] = 1
    if has_adapter(w, r):
        w.fenced[w.adapter[r]] = 1
        w.chosen[w.adapter[r]] = 0


@event
def launch(w: Caches) -> None:
    """The step runs; who was chosen and is not in it is left out; the next pass begins."""
    require(w.forming, "a step is put together")
    w.forming = 0
    begin_pass(w)


@event
def retire(w: Caches) -> None:
    """The step has run: it computes for nobody any more."""
    require(not w.forming, "the step was launched", "P6")
    require(w.reading.total >= 1, "a step is running")
    w.reading.clear()


@event
def lift(w: Caches, a: Adapter) -> None:
    """The device copy is no longer read; a release that was put off until now takes effect."""
    require(w.fenced[a], "a step read it")
    require(w.reading.total == 0, "the step has retired", "P12")
    w.fenced[a] = 0
    if w.deferred[Level.DEVICE, a]:
        lay_aside(w, Level.DEVICE, a)
        leave_device_pages(w, a)
