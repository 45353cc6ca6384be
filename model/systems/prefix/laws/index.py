"""The tree and its index: laws K6, K14, L21 to L23."""

from ....language import law, one_of, post, step_law
from ....sorts import Request
from ..events.writing import publish_longer
from ..parts import attached, has_a_copy
from ..state import BASE, NO_BLOCK, NO_NODE, Block, Node, Scope, Standing, Transfer, Tree


@law("L21")
def free_node_has_no_key(w: Tree, n: Node) -> bool:
    """What is not in use has no key, no content, no page and no holder; the number for no node is never in use."""
    return (n != NO_NODE or w.standing[n] == Standing.FREE) and (
        w.standing[n] != Standing.FREE
        or (
            (w.parent[n] == NO_NODE and w.key[n] == NO_BLOCK and w.made[n] == 0)
            and (w.scope[n] == BASE and w.tree[n] == 0 and w.depth[n] == 0 and w.written[n] == 0)
            and (not has_a_copy(w, n) and w.moving[n] == Transfer.NONE)
            and (w.refs[n] == 0 and w.visitors[n] == 0 and (n == NO_NODE or w.branches[n] == 0))
        )
    )


@law("L22")
def root_has_no_block(w: Tree, n: Node) -> bool:
    """A root hangs under nothing, has no tokens and no page; every other node hangs under one."""
    return (
        (w.parent[n] == NO_NODE and w.key[n] == NO_BLOCK and w.depth[n] == 0 and w.written[n] == 1)
        and (not has_a_copy(w, n) and w.refs[n] == 0 and w.moving[n] == Transfer.NONE)
        and w.for_roots[n] != 0
        if w.standing[n] == Standing.ROOT
        else w.standing[n] == Standing.FREE or (w.depth[n] >= 1 and w.key[n] != NO_BLOCK and not w.for_roots[n])
    )


@law("L22")
def open_tree_has_a_root(w: Tree, s: Scope) -> bool:
    """Where a scope has a tree, its lookups start at a root of that tree."""
    return w.planted[s] == 0 or (
        w.standing[w.root[s]] == Standing.ROOT and w.scope[w.root[s]] == s and w.tree[w.root[s]] == w.planted[s]
    )


@law("L22")
def scope_has_one_root(w: Tree, n: Node) -> bool:
    """No other node is a root of the tree that the lookups of a scope start in."""
    return w.standing[n] != Standing.ROOT or not attached(w, n) or w.root[w.scope[n]] == n


@law("K14")
def child_leaves_before_its_parent(w: Tree, n: Node) -> bool:
    """The node that a block goes on from stays in the tree as long as the block does, under the same scope."""
    return w.depth[n] == 0 or (
        w.standing[w.parent[n]] != Standing.FREE
        and w.depth[n] == w.depth[w.parent[n]] + 1
        and w.scope[n] == w.scope[w.parent[n]]
        and w.tree[n] == w.tree[w.parent[n]]
    )


@law("K6")
def only_full_blocks_go_on(w: Tree, n: Node) -> bool:
    """A block goes on from a root or from a full block, and a published one from one that can be found."""
    return w.depth[n] == 0 or (
        (w.standing[w.parent[n]] == Standing.ROOT or w.whole[w.key[w.parent[n]]] == 1)
        and (w.standing[n] == Standing.PRIVATE or one_of(w.standing[w.parent[n]], Standing.ROOT, Standing.PUBLISHED))
    )


@law("K6")
def replaced_block_did_not_fill_its_page(w: Tree, n: Node) -> bool:
    """Only a block that does not fill its page is ever replaced by a longer one."""
    return w.standing[n] != Standing.ORPHAN or w.whole[w.key[n]] == 0


@law("L23")
def branches_and_visitors_are_counted(w: Tree, n: Node) -> bool:
    """A node counts the nodes that hang under it, and the requests whose path ends there."""
    return w.branches[n] == w.branching[n] and w.visitors[n] == w.visiting[n]


@law("K6")
def published_node_is_filed_under_its_key(w: Tree, n: Node) -> bool:
    """A published node is what the index of its parent has under its key."""
    return w.standing[n] != Standing.PUBLISHED or w.child[w.parent[n], w.key[n]] == n


@law("K6")
def index_names_published_nodes_only(w: Tree, n: Node, b: Block) -> bool:
    """What the index has under a key is a published node with that parent and that key: never a free or private one."""
    return w.child[n, b] == NO_NODE or (
        w.standing[w.child[n, b]] == Standing.PUBLISHED
        and w.parent[w.child[n, b]] == n
        and w.key[w.child[n, b]] == b
    )  # fmt: skip


@law("K6")
def key_is_published_once(w: Tree, n: Node, m: Node) -> bool:
    """Under one parent a key has one published node."""
    return (
        not (w.standing[n] == Standing.PUBLISHED and w.standing[m] == Standing.PUBLISHED)
        or not (w.parent[n] == w.parent[m] and w.key[n] == w.key[m])
        or n == m
    )


@step_law("K6")
def longer_block_replaces_its_start(before: Tree, after: Tree, n: Node) -> bool:
    """When a block is published, a shorter one that it starts with can no longer be found beside it."""
    return (
        not (before.standing[n] == Standing.PRIVATE and after.standing[n] == Standing.PUBLISHED)
        or after.child[after.parent[n], after.opening[after.key[n]]] == NO_NODE
        or after.child[after.parent[n], after.opening[after.key[n]]] == n
    )


@post("K6", of=publish_longer)
def longer_block_is_found_in_its_place(before: Tree, after: Tree, r: Request, n: Node, q: Node) -> bool:
    """Where a longer block displaces a shorter one, the longer one is found from then on."""
    return after.child[before.parent[n], before.key[n]] == n and after.committed[r] == before.committed[r] + 1
