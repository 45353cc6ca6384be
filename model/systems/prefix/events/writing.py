"""New blocks at the end of a path: insert, copy, write, publish, exchange for an equal one, and leave behind."""

from ....language import event, helper, one_of, require
from ....sorts import Request
from ..parts import a_page_is_free, attached, dequeue, grow, has_a_copy, is_free, let_go, move_on, rest, take_up
from ..state import NO_BLOCK, NO_NODE, Block, Node, Stage, Standing, Transfer, Tree


@helper
def has_room(w: Tree, r: Request, n: Node) -> bool:
    """Whether a node and a page are free for a block at the end of an admitted request's path."""
    return w.stage[r] == Stage.ADMITTED and is_free(w, n) and not w.for_roots[n] and a_page_is_free(w)


@helper
def fills_its_page(w: Tree, n: Node) -> bool:
    """Whether another block may follow: the node is a root, or its own block is full."""
    return w.standing[n] == Standing.ROOT or w.whole[w.key[n]] == 1


@helper
def starts_alike(w: Tree, k: Block, b: Block) -> bool:
    """Whether a block starts with another one, or with what that one starts with."""
    return w.opening[b] == k or w.opening[b] == w.opening[k]


@event
def insert(w: Tree, r: Request, n: Node, b: Block) -> None:
    """An admitted request gets a page for its next block, which is empty and private."""
    require(has_room(w, r, n), "it is admitted, and a node and a page are free", "K2")
    require(w.source[r] == NO_NODE, "there is no start to copy into it first", "K5")
    require(fills_its_page(w, w.tip[r]), "only a full block has a next one", "K6")
    require(b != NO_BLOCK, "the block has tokens")
    grow(w, r, n, b)
    move_on(w, r, n, b)


@event
def copy_start(w: Tree, r: Request, n: Node, b: Block) -> None:
    """The next block starts like one that is kept for it: that start is copied to a page of its own."""
    require(has_room(w, r, n), "it is admitted, and a node and a page are free", "K2")
    require(b != NO_BLOCK, "the block has tokens")
    require(starts_alike(w, w.key[w.source[r]], b), "they start with the same tokens", "K6")
    require(w.device[w.source[r]] == 1, "the page to copy is on the device", "K16")
    require(w.moving[w.source[r]] != Transfer.UP, "the page to copy has arrived", "K16")
    grow(w, r, n, b)
    move_on(w, r, n, b)
    w.content[n] = w.content[w.source[r]] if w.opening[b] == w.key[w.source[r]] else w.opening[w.content[w.source[r]]]
    let_go(w, r, w.source[r])
    w.source[r] = NO_NODE


@event
def write(w: Tree, n: Node) -> None:
    """A step is done: the block was computed from its own tokens, after the block before it."""
    require(not w.written[n], "it is not computed yet, so it is private", "K5")
    require(w.written[w.parent[n]], "the block before it is computed", "K6")
    w.written[n] = 1
    w.content[n] = w.key[n]
    w.made[n] = w.epoch + 1


@helper
def may_be_filed(w: Tree, r: Request, n: Node) -> bool:
    """Whether it is the request's first private block, it is computed, and nothing is filed under its key."""
    return (
        w.holds[r, n] == 1
        and w.standing[n] == Standing.PRIVATE
        and w.depth[n] == w.committed[r] + 1
        and w.written[n] == 1
        and w.child[w.parent[n], w.key[n]] == NO_NODE
    )  # fmt: skip


@helper
def file(w: Tree, r: Request, n: Node) -> None:
    """Put a block in the index; one that the window has left behind is kept no longer."""
    w.standing[n] = Standing.PUBLISHED
    w.child[w.parent[n], w.key[n]] = n
    w.committed[r] = w.committed[r] + 1
    if w.depth[n] < w.live[r]:
        let_go(w, r, n)


@event
def publish(w: Tree, r: Request, n: Node) -> None:
    """A computed block is filed under its key, where nothing is filed yet."""
    require(may_be_filed(w, r, n), "it is computed, those before it are filed, and its key is not", "K6")
    require(w.child[w.parent[n], w.opening[w.key[n]]] == NO_NODE, "nor is a shorter block that it starts with", "K6")
    file(w, r, n)


@event
def publish_longer(w: Tree, r: Request, n: Node, q: Node) -> None:
    """A computed block is filed in place of a shorter one that it starts with, which goes with its last holder."""
    require(may_be_filed(w, r, n), "it is computed, those before it are filed, and its key is not", "K6")
    require(w.standing[q] == Standing.PUBLISHED and w.parent[q] == w.parent[n], "the other is filed beside it")
    require(w.key[q] == w.opening[w.key[n]], "the one starts with the other", "K6")
    require(not w.whole[w.key[q]], "nothing goes on from the shorter one", "K14")
    file(w, r, n)
    w.child[w.parent[q], w.key[q]] = NO_NODE
    w.standing[q] = Standing.ORPHAN
    dequeue(w, q)
    rest(w, q)


@event
def rebase(w: Tree, r: Request, m: Node, n: Node) -> None:
    """Another request published the same block first: this one takes that page and gives its own back."""
    require(w.tip[r] == m and w.depth[m] == w.committed[r] + 1, "only its last block is private")
    require(w.whole[w.key[m]], "the block is full; into another it still writes", "K13")
    require(w.child[w.parent[m], w.key[m]] == n, "a node is filed under the same key", "K6")
    require(attached(w, n), "the tree was not reset", "K6")
    require(has_a_copy(w, n), "the page is on the device or on the host", "K4")
    require(w.depth[m] >= w.live[r], "the block lies in its window", "K8")
    move_on(w, r, n, w.asked[r])
    w.committed[r] = w.committed[r] + 1
    take_up(w, r, n)
    let_go(w, r, m)


@event
def slide(w: Tree, r: Request, n: Node) -> None:
    """The window leaves its first block behind; a published one is kept no longer."""
    require(w.windowed == 1, "only a window leaves blocks behind", "K8")
    require(w.holds[r, n] and w.depth[n] == w.live[r], "it is the first block of its window")
    require(n != w.source[r], "it is on its path")
    w.live[r] = w.live[r] + 1
    if one_of(w.standing[n], Standing.PUBLISHED, Standing.ORPHAN):
        let_go(w, r, n)
