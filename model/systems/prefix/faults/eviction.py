"""Evictions that forget somebody."""

from ....language import fault, require
from ..events.eviction import demote, evict, evict_host, hollow, prune, uproot
from ..parts import dequeue, deserted, forget, has_a_copy, leave_device, leave_host
from ..state import NO_BLOCK, Node, Standing, Transfer, Tree


@fault(of=evict, breaks=("references_are_the_holders", "stale_block_is_not_kept"))
def evict_what_is_kept(w: Tree, n: Node) -> None:
    """A block is evicted by forcing its references to zero, while a request reads its page (atlas #373)."""
    require(w.standing[n] == Standing.PUBLISHED and w.device[n] and not w.host[n] and deserted(w, n), "it has a page")
    dequeue(w, n)
    leave_device(w, n)
    w.refs[n] = 0
    forget(w, n)


@fault(of=evict, breaks=("child_leaves_before_its_parent",))
def evict_the_middle_of_a_path(w: Tree, n: Node) -> None:
    """A block leaves the tree while others still go on from it (SGLang #27562)."""
    require(w.queued[n] and not w.host[n], "the page is in the eviction queue")
    dequeue(w, n)
    leave_device(w, n)
    forget(w, n)


@fault(of=evict, breaks=("free_node_has_no_key", "index_names_published_nodes_only"))
def evict_keeps_the_key(w: Tree, n: Node) -> None:
    """An evicted page is free, and the index still has its key (kvcached #362)."""
    require(w.queued[n] and not w.host[n] and deserted(w, n), "the page is in the eviction queue, and a leaf")
    dequeue(w, n)
    leave_device(w, n)
    w.branches[w.parent[n]] = w.branches[w.parent[n]] - 1
    w.standing[n] = Standing.FREE


@fault(of=evict, breaks=("evictable_pages_are_counted_once",))
def evict_does_not_count(w: Tree, n: Node) -> None:
    """Admission still counts on an evicted page as evictable (SGLang #35270)."""
    require(w.queued[n] and not w.host[n] and deserted(w, n), "the page is in the eviction queue, and a leaf")
    w.queued[n] = 0
    leave_device(w, n)
    forget(w, n)


@fault(of=evict_host, breaks=("kept_page_has_a_copy",))
def evict_a_matched_host_page(w: Tree, n: Node) -> None:
    """The only copy of a page goes while a request that matched it waits for it (SGLang #27562)."""
    require(w.host[n] and not w.device[n], "it is on the host only")
    leave_host(w, n)


@fault(of=demote, breaks=("device_pages_are_conserved", "host_slots_are_conserved"))
def demote_frees_in_the_other_tier(w: Tree, n: Node) -> None:
    """The tier is looked up after the move: the page goes to the free list of the host (TensorRT-LLM #12834)."""
    require(w.queued[n] and w.host[n], "the page is in the eviction queue, with a copy on the host")
    dequeue(w, n)
    w.device[n] = 0
    w.content[n] = NO_BLOCK
    w.host_free = w.host_free + 1


@fault(of=hollow, breaks=("prefix_of_a_found_block_is_found",))
def hollow_a_prefix_that_is_read(w: Tree, n: Node) -> None:
    """The page of a block in the middle goes although every layer reads the whole prefix."""
    require(has_a_copy(w, n) and w.refs[n] == 0 and w.moving[n] == Transfer.NONE, "nobody keeps it")
    dequeue(w, n)
    leave_device(w, n)
    leave_host(w, n)


@fault(of=prune, breaks=("branches_and_visitors_are_counted",))
def prune_is_not_counted(w: Tree, n: Node) -> None:
    """A node leaves the tree, and its parent counts it still: it can never be removed itself."""
    require(w.depth[n] >= 1 and not has_a_copy(w, n) and deserted(w, n), "it has no page and no child")
    w.branches[w.parent[n]] = w.branches[w.parent[n]] + 1
    forget(w, n)


@fault(of=uproot, breaks=("open_tree_has_a_root",))
def uproot_an_open_tree(w: Tree, n: Node) -> None:
    """The root that lookups start at is removed."""
    require(w.standing[n] == Standing.ROOT and deserted(w, n), "nothing goes on from it")
    forget(w, n)
