"""Copies between device and host that lose a page."""

from ....language import fault, require
from ..events.tiers import arrive, drop_copy, fail, offload, onload
from ..parts import dequeue, leave_device, leave_host, rest
from ..state import Node, Standing, Transfer, Tree


@fault(of=offload, breaks=("host_slots_are_conserved",))
def offload_takes_no_slot(w: Tree, n: Node) -> None:
    """A copy goes to the host without its slot being counted."""
    require(w.standing[n] == Standing.PUBLISHED and w.device[n] and not w.host[n], "it is on the device only")
    require(w.host_free >= 1, "a host slot is free")
    w.host[n] = 1
    w.moving[n] = Transfer.DOWN
    dequeue(w, n)


@fault(of=offload, breaks=("private_page_is_on_the_device",))
def offload_what_is_still_written(w: Tree, n: Node) -> None:
    """A page is copied to the host while its request may still write to it."""
    require(w.device[n] and not w.host[n] and w.host_free >= 1, "it is on the device only, and a slot is free")
    w.host[n] = 1
    w.host_free = w.host_free - 1
    w.moving[n] = Transfer.DOWN
    dequeue(w, n)


@fault(of=onload, breaks=("content_is_that_of_the_key",))
def onload_is_taken_for_done(w: Tree, n: Node) -> None:
    """The page counts as loaded when the copy is issued, before anything is in it."""
    require(w.host[n] and not w.device[n] and w.device_free >= 1, "it is on the host only, and a page is free")
    w.device[n] = 1
    w.device_free = w.device_free - 1
    w.queued[n] = 1 - w.refs[n]


@fault(of=arrive, breaks=("queue_has_what_nobody_keeps",))
def arrive_does_not_release(w: Tree, n: Node) -> None:
    """The copy is done, and the page stays out of the eviction queue (SGLang #20049)."""
    require(w.moving[n] != Transfer.NONE, "a copy is on its way")
    if w.moving[n] == Transfer.DOWN:
        w.saved[n] = w.content[n]
    else:
        w.content[n] = w.saved[n]
    w.moving[n] = Transfer.NONE


@fault(of=arrive, breaks=("outdated_page_is_not_queued_again",))
def arrive_in_an_outdated_tree(w: Tree, n: Node) -> None:
    """A copy that was issued before a reset brings its page back among those that are kept for a hit."""
    require(w.moving[n] == Transfer.DOWN, "a copy is on its way")
    w.saved[n] = w.content[n]
    w.moving[n] = Transfer.NONE
    if w.refs[n] == 0:
        w.queued[n] = 1
        w.evictable = w.evictable + 1


@fault(of=fail, breaks=("content_is_that_of_the_key",))
def fail_counts_as_done(w: Tree, n: Node) -> None:
    """A failed copy is finished like any other, and its target is taken for content (vLLM #26813)."""
    require(w.moving[n] != Transfer.NONE, "a copy is on its way")
    w.moving[n] = Transfer.NONE
    rest(w, n)


@fault(of=fail, breaks=("kept_page_has_a_copy",))
def fail_loses_both_copies(w: Tree, n: Node) -> None:
    """A copy fails, and its source is given up with its target."""
    require(w.moving[n] != Transfer.NONE, "a copy is on its way")
    leave_host(w, n)
    leave_device(w, n)
    w.moving[n] = Transfer.NONE
    rest(w, n)


@fault(of=fail, breaks=("page_is_empty_before_its_content_arrives",))
def fail_leaves_content_behind(w: Tree, n: Node) -> None:
    """A device page is given back with something in it: whoever gets it next could take that for its own."""
    require(w.moving[n] == Transfer.UP, "a copy is on its way to the device")
    w.content[n] = w.saved[n]
    w.device_free = w.device_free + w.device[n]
    w.device[n] = 0
    w.moving[n] = Transfer.NONE


@fault(of=drop_copy, breaks=("page_on_its_way_is_in_both_tiers",))
def drop_copy_that_is_written(w: Tree, n: Node) -> None:
    """A host slot is given to another page while a copy into it is on its way (SGLang #28468)."""
    require(w.host[n] and w.device[n], "it is in both tiers")
    leave_host(w, n)
