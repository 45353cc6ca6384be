"""What several events do alike: finding, holding and letting go of nodes. Guards stay in the events."""

from ...language import helper
from ...sorts import Request
from .state import BASE, NO_BLOCK, NO_NODE, Block, Node, Standing, Transfer, Tree


@helper
def attached(w: Tree, n: Node) -> bool:
    """Whether the node hangs in the tree in which lookups of its scope start."""
    return w.tree[n] == w.planted[w.scope[n]]


@helper
def is_free(w: Tree, n: Node) -> bool:
    """Whether the number can be given to a new node."""
    return n != NO_NODE and w.standing[n] == Standing.FREE


@helper
def has_a_copy(w: Tree, n: Node) -> bool:
    """Whether its page is on the device or on the host."""
    return w.device[n] + w.host[n] >= 1


@helper
def a_page_is_free(w: Tree) -> bool:
    """Whether the device has a free page."""
    return w.device_free >= 1


@helper
def deserted(w: Tree, n: Node) -> bool:
    """Whether no node hangs under it and no path ends there."""
    return w.branches[n] + w.visitors[n] == 0


@helper
def leave_device(w: Tree, n: Node) -> None:
    """Give back the device page, if there is one."""
    w.device_free = w.device_free + w.device[n]
    w.device[n] = 0
    w.content[n] = NO_BLOCK


@helper
def leave_host(w: Tree, n: Node) -> None:
    """Give back the host slot, if there is one."""
    w.host_free = w.host_free + w.host[n]
    w.host[n] = 0
    w.saved[n] = NO_BLOCK


@helper
def dequeue(w: Tree, n: Node) -> None:
    """Take a page out of the eviction queue, if it is there."""
    w.evictable = w.evictable - w.queued[n]
    w.queued[n] = 0


@helper
def forget(w: Tree, n: Node) -> None:
    """Take a node out of the tree and out of the index; nothing of it remains."""
    w.branches[w.parent[n]] = w.branches[w.parent[n]] - 1
    if w.standing[n] == Standing.PUBLISHED:
        w.child[w.parent[n], w.key[n]] = NO_NODE
    w.standing[n] = Standing.FREE
    w.parent[n] = NO_NODE
    w.key[n] = NO_BLOCK
    w.scope[n] = BASE
    w.tree[n] = 0
    w.depth[n] = 0
    w.written[n] = 0
    w.made[n] = 0


@helper
def discard(w: Tree, n: Node) -> None:
    """Give back both copies of a page, and forget its node unless others still hang under it or stand there."""
    leave_device(w, n)
    leave_host(w, n)
    if deserted(w, n):
        forget(w, n)


@helper
def rest(w: Tree, n: Node) -> None:
    """Queue a page that nobody keeps or copies; if no lookup can find it any more, it goes at once."""
    if w.refs[n] == 0 and w.moving[n] == Transfer.NONE:
        if w.standing[n] == Standing.PUBLISHED and attached(w, n):
            w.evictable = w.evictable + w.device[n]
            w.queued[n] = w.device[n]
        else:
            discard(w, n)


@helper
def take_up(w: Tree, r: Request, n: Node) -> None:
    """Keep the page of a node, which is then no longer up for eviction."""
    w.holds[r, n] = 1
    w.refs[n] = w.refs[n] + 1
    dequeue(w, n)


@helper
def let_go(w: Tree, r: Request, n: Node) -> None:
    """Keep the page of a node no longer."""
    w.holds[r, n] = 0
    w.refs[n] = w.refs[n] - 1
    rest(w, n)


@helper
def move_on(w: Tree, r: Request, n: Node, b: Block) -> None:
    """Let the request's path end at another node, where that block of its own tokens belongs."""
    w.visitors[w.tip[r]] = w.visitors[w.tip[r]] - 1
    w.visitors[n] = w.visitors[n] + 1
    w.tip[r] = n
    w.asked[r] = b


@helper
def grow(w: Tree, r: Request, n: Node, b: Block) -> None:
    """Hang a new private node under the tip of the request, with a device page that only it keeps."""
    w.standing[n] = Standing.PRIVATE
    w.parent[n] = w.tip[r]
    w.key[n] = b
    w.scope[n] = w.scope[w.tip[r]]
    w.tree[n] = w.tree[w.tip[r]]
    w.depth[n] = w.depth[w.tip[r]] + 1
    w.branches[w.tip[r]] = w.branches[w.tip[r]] + 1
    w.device[n] = 1
    w.device_free = w.device_free - 1
    w.holds[r, n] = 1
    w.refs[n] = 1
