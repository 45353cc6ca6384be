"""Pages that nobody keeps leave the device or the host, and nodes that are no longer needed leave the tree."""

from ....language import event, require
from ..parts import attached, dequeue, deserted, forget, has_a_copy, leave_device, leave_host
from ..state import Node, Standing, Transfer, Tree


@event
def evict(w: Tree, n: Node) -> None:
    """The only page of a block that nothing goes on from is freed, and the block leaves the tree."""
    require(w.queued[n], "the page is in the eviction queue", "K3")
    require(not w.host[n], "it is nowhere else", "K2")
    require(deserted(w, n), "nothing goes on from it", "K14")
    dequeue(w, n)
    leave_device(w, n)
    forget(w, n)


@event
def evict_host(w: Tree, n: Node) -> None:
    """The same for a page that is on the host only."""
    require(w.host[n], "the page is on the host", "K2")
    require(not w.device[n], "it is nowhere else", "K2")
    require(w.refs[n] == 0, "nobody keeps it", "K4")
    require(deserted(w, n), "nothing goes on from it", "K14")
    leave_host(w, n)
    forget(w, n)


@event
def demote(w: Tree, n: Node) -> None:
    """A device page that nobody keeps is freed; the block stays in the tree with its copy on the host."""
    require(w.queued[n], "the page is in the eviction queue", "K3")
    require(w.host[n], "it has a copy on the host", "K14")
    dequeue(w, n)
    leave_device(w, n)


@event
def hollow(w: Tree, n: Node) -> None:
    """A window leaves a block that nobody keeps behind: its page goes, and its node stays for what goes on from it."""
    require(w.windowed == 1, "only a window leaves blocks behind", "K14")
    require(has_a_copy(w, n), "it has a page")
    require(w.refs[n] == 0, "nobody keeps it", "K4")
    require(w.moving[n] == Transfer.NONE, "no copy is on its way", "K4")
    dequeue(w, n)
    leave_device(w, n)
    leave_host(w, n)


@event
def prune(w: Tree, n: Node) -> None:
    """A block without a page that nothing goes on from leaves the tree."""
    require(w.depth[n] >= 1, "it is a block")
    require(not has_a_copy(w, n), "it has no page", "K2")
    require(deserted(w, n), "nothing goes on from it", "K14")
    forget(w, n)


@event
def uproot(w: Tree, n: Node) -> None:
    """The root of a tree that was reset goes with the last of its blocks."""
    require(w.standing[n] == Standing.ROOT, "it is a root")
    require(not attached(w, n), "no lookup starts there")
    require(deserted(w, n), "nothing goes on from it", "K14")
    forget(w, n)
