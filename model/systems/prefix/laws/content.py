"""What is in the pages: laws K5, K6, K13, K16 and L24. Content is of the right tokens and epoch, and it stays."""

from ....language import law, one_of, step_law
from ....sorts import Request
from ..parts import attached
from ..state import NO_BLOCK, NO_NODE, Node, Scope, Stage, Standing, Transfer, Tree


@law("K6")
def content_is_that_of_the_key(w: Tree, n: Node) -> bool:
    """What is computed has in each tier, once it arrived there, what comes from exactly the tokens of its key."""
    return (w.written[n] == 0 or w.device[n] == 0 or w.moving[n] == Transfer.UP or w.content[n] == w.key[n]) and (
        w.host[n] == 0 or w.moving[n] == Transfer.DOWN or w.saved[n] == w.key[n]
    )


@law("K6")
def only_computed_blocks_are_found(w: Tree, n: Node) -> bool:
    """What others can find, or still use, is computed."""
    return w.written[n] == 1 or not one_of(w.standing[n], Standing.PUBLISHED, Standing.ORPHAN)


@law("K6")
def page_is_empty_before_its_content_arrives(w: Tree, n: Node) -> bool:
    """Where a node has no page, or the copy to it is on its way, nothing is taken for content."""
    return ((w.device[n] == 1 and w.moving[n] != Transfer.UP) or w.content[n] == NO_BLOCK) and (
        (w.host[n] == 1 and w.moving[n] != Transfer.DOWN) or w.saved[n] == NO_BLOCK
    )


@law("K6")
def copied_start_is_that_of_the_block(w: Tree, n: Node) -> bool:
    """A page that is not computed yet is empty, or holds a copy of what its block starts with."""
    return w.written[n] == 1 or w.content[n] == NO_BLOCK or w.content[n] == w.opening[w.key[n]]


@law("K6")
def prefix_is_computed_first(w: Tree, n: Node) -> bool:
    """A block is computed after the one that it goes on from, in no earlier epoch than its tree was opened."""
    return w.written[n] == 0 or (
        w.tree[n] <= w.made[n] <= w.epoch + 1 and (w.depth[n] == 0 or w.written[w.parent[n]] == 1)
    )


@law("K6")
def matchable_content_is_current(w: Tree, n: Node) -> bool:
    """What a lookup can find was computed with the weights of the model and of the adapter that are loaded now."""
    return (
        w.written[n] == 0 or not attached(w, n) or (w.made[n] >= w.since[w.scope[n]] and w.made[n] >= w.weights_since)
    )


@law("L24")
def open_tree_is_newer_than_the_weights(w: Tree, s: Scope) -> bool:
    """The tree that lookups of a scope start in was opened after the last reset that concerns the scope."""
    return (
        w.epoch <= w.epochs
        and w.since[s] <= w.epoch + 1
        and w.weights_since <= w.epoch + 1
        and (w.planted[s] == 0 or (w.since[s] <= w.planted[s] <= w.epoch + 1 and w.weights_since <= w.planted[s]))
    )


@law("L24")
def outdated_tree_stays_outdated(w: Tree, n: Node) -> bool:
    """No tree is of a later epoch, and those of a scope without an open tree are all of an earlier one."""
    return (
        w.tree[n] == 0
        if w.standing[n] == Standing.FREE
        else 1 <= w.tree[n] <= w.epoch + (1 if w.planted[w.scope[n]] else 0)
    )


@step_law("K5")
def committed_content_is_final(before: Tree, after: Tree, n: Node) -> bool:
    """Nobody writes to a page that others may read: as long as its node is in use, it stays what it was computed as."""
    return (
        not one_of(before.standing[n], Standing.PUBLISHED, Standing.ORPHAN)
        or after.standing[n] == Standing.FREE
        or (
            (after.key[n] == before.key[n] and after.made[n] == before.made[n])
            and (
                after.content[n] == before.content[n]
                or after.content[n] == before.saved[n]
                or after.content[n] == NO_BLOCK
            )
        )
    )


@step_law("K13")
def only_full_blocks_are_exchanged(before: Tree, after: Tree, r: Request) -> bool:
    """A request gives its own page for that of the tree only when the block is full, and gets the same block."""
    return (
        before.tip[r] == after.tip[r]
        or before.depth[before.tip[r]] != after.depth[after.tip[r]]
        or before.depth[before.tip[r]] == 0
        or (before.whole[before.key[before.tip[r]]] == 1 and after.key[after.tip[r]] == before.key[before.tip[r]])
    )


@step_law("K6")
def only_current_content_is_reused(before: Tree, after: Tree, r: Request, n: Node) -> bool:
    """Whoever takes hold of a page that others computed finds it in a tree that was not reset."""
    return (
        before.holds[r, n] == 1 or not after.holds[r, n] or after.standing[n] == Standing.PRIVATE or attached(after, n)
    )  # fmt: skip


@step_law("K6")
def lookup_is_current_until_it_is_admitted(before: Tree, after: Tree, r: Request) -> bool:
    """A lookup starts in a tree that was not reset, and the request is admitted only while that is still so."""
    return (
        before.stage[r] == after.stage[r]
        or not one_of(after.stage[r], Stage.LOOKUP, Stage.ADMITTED)
        or attached(after, after.tip[r])
    )


@step_law("K16")
def copied_page_is_on_the_device(before: Tree, after: Tree, r: Request) -> bool:
    """The start of a block is copied from a page that is on the device, and has arrived there."""
    return (
        before.source[r] == NO_NODE
        or after.source[r] != NO_NODE
        or after.stage[r] != Stage.ADMITTED
        or (before.device[before.source[r]] == 1 and before.moving[before.source[r]] != Transfer.UP)
    )
