"""A request's way along the tree and back: look up, match, admit or refuse, and give everything back."""

from ....language import event, helper, one_of, require
from ....sorts import Request
from ..parts import attached, has_a_copy, let_go, move_on, take_up
from ..state import BASE, NO_NODE, Block, Node, Scope, Stage, Standing, Tree


@helper
def finds(w: Tree, r: Request, n: Node, b: Block) -> bool:
    """Whether the index has a node for the request's next block, in a tree that is not outdated."""
    return w.child[w.tip[r], b] == n and attached(w, n)


@event
def look_up(w: Tree, r: Request, s: Scope, n: Node) -> None:
    """A request that runs with an adapter and a salt starts its lookup at the root of their tree."""
    require(w.stage[r] == Stage.IDLE, "it is not at any node")
    require(w.planted[s] >= 1, "the scope has a tree", "K6")
    require(w.root[s] == n, "a lookup starts at the root of its own scope", "K7")
    w.stage[r] = Stage.LOOKUP
    w.under[r] = s
    w.tip[r] = n
    w.visitors[n] = w.visitors[n] + 1
    w.live[r] = 1


@event
def match(w: Tree, r: Request, n: Node, b: Block) -> None:
    """Its next block is in the index: the request keeps that page, before anything is allocated for anybody."""
    require(w.stage[r] == Stage.LOOKUP, "it is being looked up")
    require(w.source[r] == NO_NODE, "its path has not ended with a block that fits in part")
    require(finds(w, r, n, b), "the index has its next block", "K6")
    require(has_a_copy(w, n), "the page is on the device or on the host", "K4")
    move_on(w, r, n, b)
    w.committed[r] = w.committed[r] + 1
    take_up(w, r, n)


@event
def pass_over(w: Tree, r: Request, n: Node, b: Block) -> None:
    """Its next block is in the index but lies before its window: the path goes on, and the page may be gone."""
    require(w.windowed == 1, "only a window leaves blocks behind", "K8")
    require(w.stage[r] == Stage.LOOKUP, "it is being looked up")
    require(w.source[r] == NO_NODE, "its path has not ended with a block that fits in part")
    require(finds(w, r, n, b), "the index has its next block", "K6")
    require(w.depth[n] == w.live[r], "it keeps nothing yet")
    move_on(w, r, n, b)
    w.committed[r] = w.committed[r] + 1
    w.live[r] = w.live[r] + 1


@event
def match_start(w: Tree, r: Request, n: Node) -> None:
    """A block that fits in part ends the path: the request keeps the page, to copy its start once it is admitted."""
    require(w.stage[r] == Stage.LOOKUP, "it is being looked up")
    require(w.source[r] == NO_NODE, "only one block ends a path")
    require(w.standing[n] == Standing.PUBLISHED and w.parent[n] == w.tip[r], "the block goes on from its path", "K6")
    require(attached(w, n), "the tree is not outdated", "K6")
    require(has_a_copy(w, n), "the page is on the device or on the host", "K4")
    w.source[r] = n
    take_up(w, r, n)


@event
def admit(w: Tree, r: Request) -> None:
    """The request gets what it needs besides the prefix; from now on it allocates."""
    require(w.stage[r] == Stage.LOOKUP, "it was looked up")
    require(attached(w, w.tip[r]), "the tree was not reset since", "K6")
    w.stage[r] = Stage.ADMITTED


@event
def close(w: Tree, r: Request) -> None:
    """A lookup is refused, or a request ends, by finishing or by an abort: what it keeps will be given back."""
    require(one_of(w.stage[r], Stage.LOOKUP, Stage.ADMITTED), "it is looked up or runs")
    w.stage[r] = Stage.CLOSING
    if w.source[r] != NO_NODE:
        let_go(w, r, w.source[r])
        w.source[r] = NO_NODE


@event
def drop_last(w: Tree, r: Request, n: Node) -> None:
    """The request gives the last block of its path back: a part of a lookup, unused growth, or all of it in the end."""
    require(w.tip[r] == n and w.depth[n] >= 1, "its path has a last block")
    require(w.source[r] == NO_NODE, "nothing goes on from there", "K5")
    move_on(w, r, w.parent[n], w.key[w.parent[n]])
    if w.standing[n] != Standing.PRIVATE:
        w.committed[r] = w.committed[r] - 1
    if w.live[r] == w.depth[n] + 1:
        w.live[r] = w.depth[n]
    if w.holds[r, n]:
        let_go(w, r, n)


@event
def leave(w: Tree, r: Request, n: Node) -> None:
    """Back at the root, a refused or ended request is gone from the cache."""
    require(w.stage[r] == Stage.CLOSING, "it was refused or has ended")
    require(w.tip[r] == n and w.standing[n] == Standing.ROOT, "it has given everything back", "S12")
    w.stage[r] = Stage.IDLE
    w.under[r] = BASE
    w.visitors[n] = w.visitors[n] - 1
    w.tip[r] = NO_NODE
    w.live[r] = 0
