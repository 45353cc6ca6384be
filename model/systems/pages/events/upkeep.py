"""What the cache does by itself: restore, evict, reset_device, reset_below, change_weights."""

from ....language import event, require
from ....sorts import Flag
from ..state import Fill, Memory, Page, Prefix
from .parts import enter, found, free, matchable


@event
def restore(w: Memory, p: Page, t: Prefix, full: Flag) -> None:
    """A page arrives from a storage or a peer that is not seen here, and is found from now on."""
    require(w.tier[p] == 0 and free(w, p), "the page is a free page of the device", "K2")
    require(not found(w, t), "no other page is found by the prefix", "L11")
    w.fill[p] = Fill.FULL if full else Fill.PARTIAL
    w.made[p] = w.version
    enter(w, p, t)


@event
def evict(w: Memory, p: Page) -> None:
    """A page that is found, but held and named by nobody, is found no more and becomes free."""
    require(matchable(w, p), "the page is found")
    require(w.refs[p] == 0, "nobody holds it, and no operation names it: else nothing would be gained", "K3")
    w.published[p] = 0


@event
def reset_device(w: Memory) -> None:
    """Every key of the device is dropped, whoever waits or runs and whatever is pending; those below stay."""
    w.epoch = w.epoch + 1


@event
def reset_below(w: Memory) -> None:
    """Every key of the tiers below the device is dropped, whoever waits or runs and whatever is pending."""
    w.below = w.below + 1


@event
def change_weights(w: Memory) -> None:
    """The weights change: every key of every tier is dropped, whoever waits or runs and whatever is pending."""
    w.epoch = w.epoch + 1
    w.below = w.below + 1
    w.version = w.version + 1
