"""Copies between the device and the host: issued, arrived or failed, and dropped."""

from ....language import event, require
from ..parts import a_page_is_free, dequeue, leave_device, leave_host, rest
from ..state import Node, Standing, Transfer, Tree


@event
def offload(w: Tree, n: Node) -> None:
    """A host slot is taken for a published page, and the copy is on its way there."""
    require(w.standing[n] == Standing.PUBLISHED, "it is published", "K5")
    require(w.device[n] and not w.host[n], "it is on the device only", "K2")
    require(w.host_free >= 1, "a host slot is free", "K2")
    w.host[n] = 1
    w.host_free = w.host_free - 1
    w.moving[n] = Transfer.DOWN
    dequeue(w, n)


@event
def onload(w: Tree, n: Node) -> None:
    """A device page is taken for a page that is on the host only, and the copy is on its way there."""
    require(w.host[n] and not w.device[n], "it is on the host only", "K2")
    require(a_page_is_free(w), "a device page is free", "K2")
    w.device[n] = 1
    w.device_free = w.device_free - 1
    w.moving[n] = Transfer.UP


@event
def arrive(w: Tree, n: Node) -> None:
    """The copy has arrived, whatever became of the requests and of the tree meanwhile."""
    require(w.moving[n] != Transfer.NONE, "a copy is on its way")
    if w.moving[n] == Transfer.DOWN:
        w.saved[n] = w.content[n]
    else:
        w.content[n] = w.saved[n]
    w.moving[n] = Transfer.NONE
    rest(w, n)


@event
def fail(w: Tree, n: Node) -> None:
    """The copy is lost: what was taken for it is given back, and the page stays where it was."""
    require(w.moving[n] != Transfer.NONE, "a copy is on its way")
    if w.moving[n] == Transfer.DOWN:
        leave_host(w, n)
    else:
        leave_device(w, n)
    w.moving[n] = Transfer.NONE
    rest(w, n)


@event
def drop_copy(w: Tree, n: Node) -> None:
    """A host slot is given back; the page stays on the device."""
    require(w.host[n] and w.device[n], "it is in both tiers", "K4")
    require(w.moving[n] == Transfer.NONE, "no copy is on its way", "K4")
    leave_host(w, n)
