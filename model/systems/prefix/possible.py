"""What must be possible, so that a model that forbids too much does not pass for a safe one."""

from ...language import one_of, sometimes
from ...sorts import Request
from .parts import attached, has_a_copy
from .state import NO_BLOCK, NO_NODE, Node, Scope, Stage, Standing, Transfer, Tree


@sometimes
def page_is_shared(w: Tree, n: Node) -> bool:
    """Two requests keep one published page."""
    return w.refs[n] == 2


@sometimes
def page_outlives_its_requests(w: Tree, r: Request, q: Request, n: Node) -> bool:
    """A page stays in the cache after every request has given everything back."""
    return w.queued[n] == 1 and w.stage[r] == Stage.IDLE and w.stage[q] == Stage.IDLE and r != q


@sometimes
def same_block_is_computed_twice(w: Tree, n: Node, m: Node) -> bool:
    """Two requests compute one block, each in a page of its own, and neither is published yet."""
    return (
        n != m
        and w.standing[n] == Standing.PRIVATE
        and w.standing[m] == Standing.PRIVATE
        and w.parent[n] == w.parent[m]
        and w.key[n] == w.key[m]
    )


@sometimes
def prefix_of_two_blocks_is_found(w: Tree, r: Request, n: Node) -> bool:
    """A published block goes on from another one."""
    return w.standing[n] == Standing.PUBLISHED and w.depth[n] == 2 and w.tip[r] == n


@sometimes
def page_is_on_the_host_only(w: Tree, n: Node) -> bool:
    """A page was evicted from the device, and lookups still find it."""
    return w.standing[n] == Standing.PUBLISHED and attached(w, n) and w.host[n] == 1 and w.device[n] == 0


@sometimes
def used_page_is_copied_to_the_host(w: Tree, n: Node) -> bool:
    """A page is on its way to the host while a request keeps it."""
    return w.moving[n] == Transfer.DOWN and w.refs[n] >= 1


@sometimes
def request_ends_while_its_page_is_copied(w: Tree, n: Node) -> bool:
    """Nobody keeps a page any more, but a copy of it is still on its way."""
    return w.moving[n] == Transfer.DOWN and w.refs[n] == 0


@sometimes
def device_is_used_up(w: Tree) -> bool:
    """The last device page can be taken."""
    return w.device_free == 0


@sometimes
def host_tier_is_used_up(w: Tree) -> bool:
    """The last host slot can be taken."""
    return w.host_free == 0


@sometimes
def reset_leaves_a_holder(w: Tree, n: Node) -> bool:
    """A published page is still kept after its tree was reset; no lookup finds it."""
    return w.standing[n] == Standing.PUBLISHED and w.refs[n] == 1 and not attached(w, n)


@sometimes
def replaced_block_is_still_used(w: Tree, n: Node, m: Node) -> bool:
    """A longer block took the place of a shorter one that a request keeps."""
    return (
        (w.standing[n] == Standing.ORPHAN and w.refs[n] >= 1)
        and (w.standing[m] == Standing.PUBLISHED and w.parent[m] == w.parent[n])
        and w.opening[w.key[m]] == w.key[n]
    )


@sometimes
def shorter_block_is_copied(w: Tree, n: Node) -> bool:
    """A page begins with a copy of a block that its own block starts with."""
    return w.written[n] == 0 and w.content[n] != NO_BLOCK and w.child[w.parent[n], w.content[n]] != NO_NODE


@sometimes
def start_of_a_full_block_is_copied(w: Tree, n: Node) -> bool:
    """A page begins with a copy of a part of another block."""
    return w.written[n] == 0 and w.content[n] != NO_BLOCK and w.child[w.parent[n], w.content[n]] == NO_NODE


@sometimes
def block_is_published_late(w: Tree, r: Request, n: Node) -> bool:
    """The window has left a block behind that is not published yet; it is kept until then."""
    return w.holds[r, n] == 1 and w.depth[n] < w.live[r]


@sometimes
def window_leaves_a_node_without_a_page(w: Tree, n: Node) -> bool:
    """The page of a block in the middle of a path is evicted; its node remains, and so does what goes on from it."""
    return w.standing[n] == Standing.PUBLISHED and w.branches[n] == 1 and not has_a_copy(w, n)


@sometimes
def running_request_is_behind_a_reset(w: Tree, r: Request) -> bool:
    """A request goes on in a tree that was reset."""
    return one_of(w.stage[r], Stage.ADMITTED) and not attached(w, w.tip[r])


@sometimes
def adapter_was_loaded_anew(w: Tree, s: Scope) -> bool:
    """The adapter of a scope is newer than the weights of the model."""
    return w.since[s] == w.epoch + 1 and w.epoch >= 1


@sometimes
def weights_were_changed(w: Tree) -> bool:
    """The weights of the model are newer than in the beginning."""
    return w.weights_since == w.epoch + 1 and w.epoch >= 1
