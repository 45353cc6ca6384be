"""Where the pages are: laws K2, K3, K4, K5, K14 and L27."""

from ....language import law, step_law
from ..parts import attached, has_a_copy
from ..state import Node, Standing, Transfer, Tree


@law("K2")
def device_pages_are_conserved(w: Tree) -> bool:
    """Free device pages and those of nodes make up the device."""
    return w.device_free + w.device.total == w.device_size


@law("K2")
def host_slots_are_conserved(w: Tree) -> bool:
    """Free host slots and those of nodes make up the host tier."""
    return w.host_free + w.host.total == w.host_size


@law("L27")
def evictable_pages_are_counted_once(w: Tree) -> bool:
    """What admission counts on as evictable is the number of pages in the eviction queue, shared ones counted once."""
    return w.evictable == w.queued.total


@law("K3")
def queue_has_what_nobody_keeps(w: Tree, n: Node) -> bool:
    """Exactly the device pages that nobody keeps, and no copy is made of, wait for eviction; all are published."""
    return (w.queued[n] == 1) == (w.device[n] == 1 and w.refs[n] == 0 and w.moving[n] == Transfer.NONE) and (
        w.queued[n] == 0 or w.standing[n] == Standing.PUBLISHED
    )


@step_law("K3")
def outdated_page_is_not_queued_again(before: Tree, after: Tree, n: Node) -> bool:
    """A page that no lookup can find any more goes with its last holder, instead of waiting for a hit."""
    return after.queued[n] <= before.queued[n] or attached(after, n)


@law("K4")
def kept_page_has_a_copy(w: Tree, n: Node) -> bool:
    """What somebody keeps is on the device or on the host."""
    return w.refs[n] == 0 or has_a_copy(w, n)


@law("K4")
def page_on_its_way_is_in_both_tiers(w: Tree, n: Node) -> bool:
    """While a copy is on its way, neither its source nor its target is given to anybody else."""
    return w.moving[n] == Transfer.NONE or (w.device[n] == 1 and w.host[n] == 1)


@law("K5")
def private_page_is_on_the_device(w: Tree, n: Node) -> bool:
    """A block that may still be written to is on the device, and nowhere else."""
    return w.standing[n] != Standing.PRIVATE or (w.device[n] == 1 and w.host[n] == 0)


@law("K14")
def prefix_of_a_found_block_is_found(w: Tree, n: Node) -> bool:
    """Without a window, every node that a lookup can find has its page, and so has all that it goes on from."""
    return w.windowed == 1 or w.standing[n] != Standing.PUBLISHED or not attached(w, n) or has_a_copy(w, n)
