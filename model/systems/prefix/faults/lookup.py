"""Lookups, admissions and releases that forget something."""

from ....language import fault, one_of, require
from ....sorts import Request
from ..events.lookup import admit, close, drop_last, finds, leave, look_up, match, match_start, pass_over
from ..parts import (
    attached,
    has_a_copy,
    let_go,
    move_on,
    take_up,
)
from ..state import BASE, NO_BLOCK, NO_NODE, Block, Node, Scope, Stage, Standing, Tree


@fault(of=look_up, id="F-K6", breaks=("path_stays_in_its_scope",))
def look_up_without_the_salt(w: Tree, r: Request, s: Scope, n: Node) -> None:
    """The probe leaves out the adapter or the salt, and starts at the root of another scope."""
    require(w.stage[r] == Stage.IDLE, "it is not at any node")
    require(w.standing[n] == Standing.ROOT and attached(w, n), "a lookup starts at a root")
    w.stage[r] = Stage.LOOKUP
    w.under[r] = s
    w.tip[r] = n
    w.visitors[n] = w.visitors[n] + 1
    w.live[r] = 1


@fault(of=match, id="F-K5", breaks=("request_finds_its_own_tokens",))
def match_by_placeholder(w: Tree, r: Request, n: Node, b: Block) -> None:
    """Images are compared by their placeholder tokens, so a block with another image is taken for the same."""
    require(w.stage[r] == Stage.LOOKUP and w.source[r] == NO_NODE, "it is being looked up")
    require(w.standing[n] == Standing.PUBLISHED and w.parent[n] == w.tip[r] and attached(w, n), "its ids fit")
    require(has_a_copy(w, n), "the page is on the device or on the host")
    move_on(w, r, n, b)
    w.committed[r] = w.committed[r] + 1
    take_up(w, r, n)


@fault(of=match, id="F-K6", breaks=("held_node_is_of_the_request_s_scope",))
def match_by_the_tokens_alone(w: Tree, r: Request, n: Node, b: Block) -> None:
    """The key is made of tokens only, so a block of the same depth under another adapter is taken for the same."""
    require(w.stage[r] == Stage.LOOKUP and w.source[r] == NO_NODE, "it is being looked up")
    require(w.standing[n] == Standing.PUBLISHED and w.key[n] == b and attached(w, n), "its tokens fit")
    require(w.depth[n] == w.depth[w.tip[r]] + 1, "at its place in the prompt")
    require(has_a_copy(w, n), "the page is on the device or on the host")
    move_on(w, r, n, b)
    w.committed[r] = w.committed[r] + 1
    take_up(w, r, n)


@fault(of=match, breaks=("end_of_the_path_is_kept",))
def match_touches_nothing(w: Tree, r: Request, n: Node, b: Block) -> None:
    """Hits are noted, to be kept on admission: an allocation before that evicts them (vLLM #44409)."""
    require(w.stage[r] == Stage.LOOKUP and w.source[r] == NO_NODE, "it is being looked up")
    require(finds(w, r, n, b), "the index has its next block")
    require(has_a_copy(w, n), "the page is on the device or on the host")
    move_on(w, r, n, b)
    w.committed[r] = w.committed[r] + 1


@fault(of=match, breaks=("queue_has_what_nobody_keeps",))
def match_leaves_the_page_queued(w: Tree, r: Request, n: Node, b: Block) -> None:
    """A cached page is pinned while it stays in the eviction queue (TensorRT-LLM #12667)."""
    require(w.stage[r] == Stage.LOOKUP and w.source[r] == NO_NODE, "it is being looked up")
    require(finds(w, r, n, b), "the index has its next block")
    require(has_a_copy(w, n), "the page is on the device or on the host")
    move_on(w, r, n, b)
    w.committed[r] = w.committed[r] + 1
    w.holds[r, n] = 1
    w.refs[n] = w.refs[n] + 1


@fault(of=match, breaks=("only_current_content_is_reused",))
def match_finds_old_host_copies(w: Tree, r: Request, n: Node, b: Block) -> None:
    """A reset clears the device's index only: what is on the host is still found (vLLM #42695)."""
    require(w.stage[r] == Stage.LOOKUP and w.source[r] == NO_NODE, "it is being looked up")
    require(w.child[w.tip[r], b] == n, "the index has its next block")
    require(w.host[n] == 1 or (w.device[n] == 1 and attached(w, n)), "the page is on the host, or current")
    move_on(w, r, n, b)
    w.committed[r] = w.committed[r] + 1
    take_up(w, r, n)


@fault(of=admit, breaks=("lookup_is_current_until_it_is_admitted",))
def admit_after_a_reset(w: Tree, r: Request) -> None:
    """A lookup from before a reset is used after it."""
    require(w.stage[r] == Stage.LOOKUP, "it was looked up")
    w.stage[r] = Stage.ADMITTED


@fault(of=close, id="F-S12", breaks=("refused_lookup_gives_every_hold_back", "branches_and_visitors_are_counted"))
def close_keeps_the_prefix(w: Tree, r: Request) -> None:
    """A refused admission forgets what its lookup has kept."""
    require(one_of(w.stage[r], Stage.LOOKUP, Stage.ADMITTED), "it is looked up or runs")
    w.stage[r] = Stage.IDLE
    w.under[r] = BASE
    w.tip[r] = NO_NODE
    w.asked[r] = NO_BLOCK
    w.source[r] = NO_NODE
    w.committed[r] = 0
    w.live[r] = 0


@fault(of=close, breaks=("refused_lookup_gives_every_hold_back",))
def close_loses_what_matched_in_part(w: Tree, r: Request) -> None:
    """What a lookup took besides its path is not given back when the request is refused (SGLang #16067)."""
    require(one_of(w.stage[r], Stage.LOOKUP, Stage.ADMITTED), "it is looked up or runs")
    w.stage[r] = Stage.CLOSING
    w.source[r] = NO_NODE


@fault(of=close, breaks=("request_outside_is_at_no_node",))
def close_goes_on_copying(w: Tree, r: Request) -> None:
    """A request that ends still means to copy the start of a block."""
    require(one_of(w.stage[r], Stage.LOOKUP, Stage.ADMITTED), "it is looked up or runs")
    w.stage[r] = Stage.CLOSING


@fault(of=drop_last, breaks=("references_are_the_holders",))
def drop_releases_more_than_was_kept(w: Tree, r: Request, n: Node) -> None:
    """The whole path is released, also what the window left behind: another holder loses its page (LMCache #4523)."""
    require(w.tip[r] == n and w.depth[n] >= 1 and w.source[r] == NO_NODE, "its path has a last block")
    move_on(w, r, w.parent[n], w.key[w.parent[n]])
    if w.standing[n] != Standing.PRIVATE:
        w.committed[r] = w.committed[r] - 1
    if w.live[r] == w.depth[n] + 1:
        w.live[r] = w.depth[n]
    let_go(w, r, n)


@fault(of=drop_last, breaks=("path_is_kept_from_the_window_on",))
def drop_starts_at_the_root(w: Tree, r: Request, n: Node) -> None:
    """The first block is given back before the last: what goes on from it can no longer be reached."""
    require(w.tip[r] == n and w.depth[n] >= 1 and w.source[r] == NO_NODE, "its path has a last block")
    require(w.holds[r, w.parent[n]], "it keeps the block before")
    let_go(w, r, w.parent[n])


@fault(of=leave, breaks=("refused_lookup_gives_every_hold_back",))
def leave_before_all_is_given_back(w: Tree, r: Request, n: Node) -> None:
    """A request leaves from the middle of its path."""
    require(w.stage[r] == Stage.CLOSING and w.tip[r] == n, "it was refused or has ended")
    w.stage[r] = Stage.IDLE
    w.under[r] = BASE
    w.visitors[n] = w.visitors[n] - 1
    w.tip[r] = NO_NODE
    w.asked[r] = NO_BLOCK
    w.committed[r] = 0
    w.live[r] = 0


@fault(of=match_start, breaks=("private_block_is_not_shared",))
def match_start_of_a_private_block(w: Tree, r: Request, n: Node) -> None:
    """A block that another request still writes to is taken for one that fits in part."""
    require(w.stage[r] == Stage.LOOKUP and w.source[r] == NO_NODE, "it is being looked up")
    require(w.depth[n] >= 1 and w.parent[n] == w.tip[r] and attached(w, n), "the block goes on from its path")
    w.source[r] = n
    take_up(w, r, n)


@fault(of=pass_over, breaks=("only_lookups_extend_a_path_by_what_is_found",))
def pass_over_while_running(w: Tree, r: Request, n: Node, b: Block) -> None:
    """An admitted request goes on along the tree: it was admitted for more to compute than it then has."""
    require(w.windowed == 1 and w.source[r] == NO_NODE and finds(w, r, n, b), "the index has its next block")
    require(w.depth[n] == w.live[r], "it keeps nothing yet")
    move_on(w, r, n, b)
    w.committed[r] = w.committed[r] + 1
    w.live[r] = w.live[r] + 1
