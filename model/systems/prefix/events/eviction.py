"""Pages that nobody keeps: evicted from the device, and empty nodes that are pruned."""

from ....language import event, require
from ..parts import attached, dequeue, deserted, forget, has_a_copy, leave_device
from ..state import Node, Standing, Tree


@event
def evict(w: Tree, n: Node) -> None:
    """A device page that nobody keeps is freed; without another copy its node goes too, unless a window leaves it."""
    require(w.queued[n], "the page is in the eviction queue", "K3")
    require(
        w.host[n] == 1 or w.windowed == 1 or deserted(w, n), "it is on the host too, or nothing goes on from it", "K14"
    )
    dequeue(w, n)
    leave_device(w, n)
    if not w.host[n] and deserted(w, n):
        forget(w, n)


@event
def prune(w: Tree, n: Node) -> None:
    """A node without a page that nothing goes on from is removed; so is the root of an outdated tree."""
    require(w.standing[n] != Standing.FREE, "the node is in use")
    require(not has_a_copy(w, n), "it has no page", "K2")
    require(deserted(w, n), "nothing goes on from it", "K14")
    require(w.standing[n] != Standing.ROOT or not attached(w, n), "no lookup starts there")
    forget(w, n)
