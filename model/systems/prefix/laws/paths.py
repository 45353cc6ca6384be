"""A request's path and what it keeps of it: laws K1, K4 to K8, S12, L25 and L26."""

from ....language import law, one_of, step_law
from ....sorts import Request
from ..state import BASE, NO_BLOCK, NO_NODE, Node, Stage, Standing, Tree


@law("S12")
def request_outside_is_at_no_node(w: Tree, r: Request) -> bool:
    """A request that was refused or has ended is at no node; any other is at one, and only those not closing copy."""
    return (
        (w.tip[r] == NO_NODE and w.source[r] == NO_NODE and w.under[r] == BASE)
        and (w.asked[r] == NO_BLOCK and w.live[r] == 0 and w.committed[r] == 0)
        if w.stage[r] == Stage.IDLE
        else w.standing[w.tip[r]] != Standing.FREE
        and w.live[r] >= 1
        and (w.source[r] == NO_NODE or w.stage[r] != Stage.CLOSING)
    )


@law("S12")
def refused_lookup_gives_every_hold_back(w: Tree, r: Request, n: Node) -> bool:
    """A request that was refused or has ended keeps no page; what others keep lies on their paths."""
    return not w.holds[r, n] or (
        w.stage[r] != Stage.IDLE
        and one_of(w.standing[n], Standing.PRIVATE, Standing.PUBLISHED, Standing.ORPHAN)
        and (n == w.source[r] or w.depth[n] <= w.depth[w.tip[r]])
    )


@law("S12")
def nothing_is_allocated_during_a_lookup(w: Tree, r: Request, n: Node) -> bool:
    """Every hit of a lookup is kept before anything is allocated for the request."""
    return not w.holds[r, n] or w.stage[r] != Stage.LOOKUP or w.standing[n] != Standing.PRIVATE


@step_law("S12")
def only_lookups_extend_a_path_by_what_is_found(before: Tree, after: Tree, r: Request) -> bool:
    """After its lookup a request goes on with blocks of its own only."""
    return (
        before.stage[r] == Stage.LOOKUP
        or after.depth[after.tip[r]] <= before.depth[before.tip[r]]
        or after.standing[after.tip[r]] == Standing.PRIVATE
    )


@law("K7")
def path_stays_in_its_scope(w: Tree, r: Request) -> bool:
    """The nodes of a path, and a block that is copied, are of the adapter and salt that the request runs with."""
    return w.stage[r] == Stage.IDLE or w.scope[w.tip[r]] == w.under[r]


@law("K7")
def held_node_is_of_the_request_s_scope(w: Tree, r: Request, n: Node) -> bool:
    """What a request keeps was computed under its own adapter and salt."""
    return not w.holds[r, n] or w.scope[n] == w.under[r]


@law("K6")
def request_finds_its_own_tokens(w: Tree, r: Request) -> bool:
    """The last block of a path is the one that the request asked for: the same tokens, the same images."""
    return w.key[w.tip[r]] == w.asked[r]


@law("K1")
def committed_part_of_the_path_is_published(w: Tree, r: Request) -> bool:
    """The committed blocks come first on a path: its last block is private exactly if some block is not committed."""
    return w.committed[r] <= w.depth[w.tip[r]] and (
        (w.standing[w.tip[r]] == Standing.PRIVATE) == (w.committed[r] < w.depth[w.tip[r]])
    )


@law("K1")
def private_blocks_come_last(w: Tree, r: Request, n: Node) -> bool:
    """What a request keeps is private exactly beyond the committed part of its path, without a gap."""
    return not w.holds[r, n] or (
        (n == w.source[r] or (w.standing[n] == Standing.PRIVATE) == (w.depth[n] > w.committed[r]))
        and (n == w.source[r] or (w.standing[w.parent[n]] == Standing.PRIVATE) == (w.depth[n] > w.committed[r] + 1))
    )


@law("L25")
def path_does_not_branch(w: Tree, r: Request, n: Node, m: Node) -> bool:
    """A request keeps one node at each depth."""
    return not (w.holds[r, n] and w.holds[r, m]) or w.depth[n] != w.depth[m] or n == m


@law("K4")
def path_is_kept_from_the_window_on(w: Tree, r: Request, n: Node) -> bool:
    """What a kept block goes on from is kept too, from the start of the window on, and as long as it is private."""
    return (
        not w.holds[r, n]
        or w.depth[n] == 1
        or (w.depth[n] <= w.live[r] and w.standing[w.parent[n]] != Standing.PRIVATE)
        or w.holds[r, w.parent[n]] == 1
    )


@law("K4")
def end_of_the_path_is_kept(w: Tree, r: Request) -> bool:
    """The last block of a path is kept unless the window has left it behind; a private one always is."""
    return (
        w.depth[w.tip[r]] == 0
        or (w.depth[w.tip[r]] < w.live[r] and w.standing[w.tip[r]] != Standing.PRIVATE)
        or w.holds[r, w.tip[r]] == 1
    )


@law("K5")
def copied_node_goes_on_from_the_path(w: Tree, r: Request) -> bool:
    """A block whose start is to be copied is kept, is not private, and goes on from where the path ends."""
    return w.source[r] == NO_NODE or (
        w.holds[r, w.source[r]] == 1
        and w.parent[w.source[r]] == w.tip[r]
        and w.depth[w.source[r]] >= 1
        and w.standing[w.source[r]] != Standing.PRIVATE
    )


@law("K8")
def stale_block_is_not_kept(w: Tree, r: Request, n: Node) -> bool:
    """Nobody keeps a published block that the window has left behind; one to be published later is kept until then."""
    return not w.holds[r, n] or w.depth[n] >= w.live[r] or w.standing[n] == Standing.PRIVATE


@law("K8")
def window_starts_on_the_path(w: Tree, r: Request) -> bool:
    """The window starts at most behind the last block, and where there is no window, at the first."""
    return w.live[r] <= w.depth[w.tip[r]] + 1 and (w.windowed == 1 or w.live[r] <= 1)


@law("L26")
def references_are_the_holders(w: Tree, n: Node) -> bool:
    """A node counts the requests that keep it, each of them once."""
    return w.refs[n] == w.holds.holders[n]


@law("K5")
def private_block_is_not_shared(w: Tree, n: Node) -> bool:
    """A block that may still be written to has one holder, and one path: it ends there or goes on in one block."""
    return w.standing[n] != Standing.PRIVATE or (w.refs[n] == 1 and w.branches[n] + w.visitors[n] == 1)
