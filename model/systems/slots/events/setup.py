"""Before the first pass: start_plain, prepare, reserve, start."""

from ....language import event, helper, require
from ..parts import resize
from ..state import Residents, Slots, Stage


@helper
def make_plain(w: Residents) -> None:
    """Size every pool for the batch alone."""
    resize(w, Slots.SEQUENCE, w.max_batch)
    resize(w, Slots.INDEX, w.max_batch)
    resize(w, Slots.RECURRENT, w.max_batch)
    resize(w, Slots.DRAFTER, w.max_batch)


@event
def start_plain(w: Residents) -> None:
    """Pausing is not asked for, or a prerequisite is missing: the engine starts with plain pools."""
    require(w.stage == Stage.SETUP, "nothing is sized yet")
    require(w.max_batch >= 1, "a batch takes at least one request", "S5")
    make_plain(w)
    w.stage = Stage.IDLE


@event
def prepare(w: Residents) -> None:
    """Pausing is asked for and its prerequisites hold, so the pools may get headroom."""
    require(w.stage == Stage.SETUP, "nothing is sized yet")
    require(w.max_batch >= 1, "a batch takes at least one request", "S5")
    w.stage = Stage.SIZING


@event
def reserve(w: Residents, k: Slots) -> None:
    """A pool gets room for the batch and for every request that may be paused beside it."""
    require(w.stage == Stage.SIZING, "the prerequisites were checked, and hold", "G13")
    require(w.capacity[k] != w.max_batch + w.pause_cap, "the pool has no such room yet")
    resize(w, k, w.max_batch + w.pause_cap)


@event
def start(w: Residents) -> None:
    """Pausing is on if every pool has its headroom; if one is short it is off, and no pool keeps any headroom."""
    require(w.stage == Stage.SIZING, "the prerequisites were checked, and hold")
    if (
        w.capacity[Slots.SEQUENCE] >= w.max_batch + w.pause_cap
        and w.capacity[Slots.INDEX] >= w.max_batch + w.pause_cap
        and w.capacity[Slots.RECURRENT] >= w.max_batch + w.pause_cap
        and w.capacity[Slots.DRAFTER] >= w.max_batch + w.pause_cap
    ):
        w.pausing = 1
    else:
        make_plain(w)
    w.stage = Stage.IDLE
