"""Known ways of getting it wrong: an event with something forgotten, and the laws that must notice."""

from ...language import fault, one_of, require
from ...sorts import Request
from .events.eviction import evict, prune
from .events.lookup import admit, close, drop_last, finds, leave, look_up, match
from .events.resets import open_scope, reload, reset
from .events.tiers import arrive, drop_host, fail, offload
from .events.writing import (
    copy_start,
    fills_its_page,
    has_room,
    insert,
    may_be_filed,
    publish,
    publish_longer,
    rebase,
    slide,
    starts_alike,
    write,
)
from .parts import (
    attached,
    dequeue,
    deserted,
    forget,
    grow,
    has_a_copy,
    leave_device,
    leave_host,
    let_go,
    move_on,
    rest,
    take_up,
)
from .state import BASE, NO_BLOCK, NO_NODE, Block, Node, Scope, Stage, Standing, Transfer, Tree

# Lookup


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


@fault(of=match, id="vLLM #44409", breaks=("end_of_the_path_is_kept",))
def match_touches_nothing(w: Tree, r: Request, n: Node, b: Block) -> None:
    """Hits are only noted, to be kept when the request is admitted: an allocation before that evicts them."""
    require(w.stage[r] == Stage.LOOKUP and w.source[r] == NO_NODE, "it is being looked up")
    require(finds(w, r, n, b), "the index has its next block")
    require(has_a_copy(w, n), "the page is on the device or on the host")
    move_on(w, r, n, b)
    w.committed[r] = w.committed[r] + 1


@fault(of=match, id="TensorRT-LLM #12667", breaks=("queue_has_what_nobody_keeps",))
def match_leaves_the_page_queued(w: Tree, r: Request, n: Node, b: Block) -> None:
    """A cached page is pinned while it stays in the eviction queue."""
    require(w.stage[r] == Stage.LOOKUP and w.source[r] == NO_NODE, "it is being looked up")
    require(finds(w, r, n, b), "the index has its next block")
    require(has_a_copy(w, n), "the page is on the device or on the host")
    move_on(w, r, n, b)
    w.committed[r] = w.committed[r] + 1
    w.holds[r, n] = 1
    w.refs[n] = w.refs[n] + 1


@fault(of=match, id="vLLM #42695", breaks=("only_current_content_is_reused",))
def match_finds_old_host_copies(w: Tree, r: Request, n: Node, b: Block) -> None:
    """A reset clears the device's index only: what is on the host is still found."""
    require(w.stage[r] == Stage.LOOKUP and w.source[r] == NO_NODE, "it is being looked up")
    require(w.child[w.tip[r], b] == n and n != NO_NODE, "the index has its next block")
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


@fault(of=close, id="SGLang #16067", breaks=("refused_lookup_gives_every_hold_back",))
def close_loses_what_matched_in_part(w: Tree, r: Request) -> None:
    """What a lookup took besides its path is not given back when the request is refused."""
    require(one_of(w.stage[r], Stage.LOOKUP, Stage.ADMITTED), "it is looked up or runs")
    w.stage[r] = Stage.CLOSING
    w.source[r] = NO_NODE


@fault(of=close, breaks=("request_outside_is_at_no_node",))
def close_goes_on_copying(w: Tree, r: Request) -> None:
    """A request that ends still means to copy the start of a block."""
    require(one_of(w.stage[r], Stage.LOOKUP, Stage.ADMITTED), "it is looked up or runs")
    w.stage[r] = Stage.CLOSING


@fault(of=drop_last, id="LMCache #4523", breaks=("references_are_the_holders",))
def drop_releases_more_than_was_kept(w: Tree, r: Request, n: Node) -> None:
    """The whole path is released, although the window had left its first blocks behind: another holder's is taken."""
    require(w.tip[r] == n and w.depth[n] >= 1 and w.source[r] == NO_NODE, "its path has a last block")
    require(w.stage[r] == Stage.CLOSING or w.depth[n] >= w.live[r], "the block lies in its window")
    move_on(w, r, w.parent[n], w.key[w.parent[n]])
    if w.standing[n] != Standing.PRIVATE:
        w.committed[r] = w.committed[r] - 1
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


# Writing


@fault(of=insert, id="vLLM #44409", breaks=("nothing_is_allocated_during_a_lookup",))
def insert_during_the_lookup(w: Tree, r: Request, n: Node, b: Block) -> None:
    """A page is allocated before every hit of the lookup is kept."""
    require(one_of(w.stage[r], Stage.LOOKUP, Stage.ADMITTED), "it is looked up or runs")
    require(n != NO_NODE and w.standing[n] == Standing.FREE and w.device_free >= 1, "a node and a page are free")
    require(w.source[r] == NO_NODE, "there is no start to copy into it first")
    require(fills_its_page(w, w.tip[r]) and b != NO_BLOCK, "only a full block has a next one")
    grow(w, r, n, b)
    move_on(w, r, n, b)


@fault(of=insert, id="vLLM #29387", breaks=("content_is_that_of_the_key", "committed_part_of_the_path_is_published"))
def insert_publishes_at_once(w: Tree, r: Request, n: Node, b: Block) -> None:
    """The key is filed when the page is allocated: a lookup in the same pass hits what is not computed yet."""
    require(has_room(w, r, n) and w.source[r] == NO_NODE, "it is admitted, and a node and a page are free")
    require(fills_its_page(w, w.tip[r]) and b != NO_BLOCK, "only a full block has a next one")
    require(w.child[w.tip[r], b] == NO_NODE, "no other node is filed under the key")
    grow(w, r, n, b)
    w.standing[n] = Standing.PUBLISHED
    w.child[w.tip[r], b] = n
    move_on(w, r, n, b)


@fault(of=insert, breaks=("only_full_blocks_go_on",))
def insert_after_half_a_block(w: Tree, r: Request, n: Node, b: Block) -> None:
    """A block goes on from one that does not fill its page."""
    require(has_room(w, r, n) and w.source[r] == NO_NODE, "it is admitted, and a node and a page are free")
    require(b != NO_BLOCK, "the block has tokens")
    grow(w, r, n, b)
    move_on(w, r, n, b)


@fault(of=insert, breaks=("copied_node_goes_on_from_the_path",))
def insert_forgets_the_start(w: Tree, r: Request, n: Node, b: Block) -> None:
    """A new page is added while another block still waits to be copied."""
    require(has_room(w, r, n), "it is admitted, and a node and a page are free")
    require(fills_its_page(w, w.tip[r]) and b != NO_BLOCK, "only a full block has a next one")
    grow(w, r, n, b)
    move_on(w, r, n, b)


@fault(of=copy_start, id="TensorRT-LLM #12306", breaks=("committed_content_is_final",))
def copy_writes_into_the_shared_page(w: Tree, r: Request, n: Node, b: Block) -> None:
    """A block that fits in part is completed where it is, in a page that others read."""
    require(has_room(w, r, n), "it is admitted")
    require(w.source[r] != NO_NODE and b != NO_BLOCK, "a block that fits in part was found")
    require(starts_alike(w, w.key[w.source[r]], b), "they start with the same tokens")
    w.content[w.source[r]] = b
    let_go(w, r, w.source[r])
    w.source[r] = NO_NODE


@fault(of=copy_start, breaks=("copied_start_is_that_of_the_block",))
def copy_takes_the_whole_page(w: Tree, r: Request, n: Node, b: Block) -> None:
    """More is taken over from a block that fits in part than what fits."""
    require(has_room(w, r, n), "it is admitted, and a node and a page are free")
    require(w.source[r] != NO_NODE and b != NO_BLOCK, "a block that fits in part was found")
    require(starts_alike(w, w.key[w.source[r]], b), "they start with the same tokens")
    require(w.device[w.source[r]] == 1 and w.moving[w.source[r]] != Transfer.UP, "the page is on the device")
    grow(w, r, n, b)
    move_on(w, r, n, b)
    w.content[n] = w.content[w.source[r]]
    let_go(w, r, w.source[r])
    w.source[r] = NO_NODE


@fault(of=copy_start, id="F-K8", breaks=("copied_page_is_on_the_device",))
def copy_does_not_wait(w: Tree, r: Request, n: Node, b: Block) -> None:
    """The start is copied from a page that has not arrived from the host."""
    require(has_room(w, r, n), "it is admitted, and a node and a page are free")
    require(w.source[r] != NO_NODE and b != NO_BLOCK, "a block that fits in part was found")
    require(w.opening[b] == w.key[w.source[r]], "the one is the start of the other")
    grow(w, r, n, b)
    move_on(w, r, n, b)
    w.content[n] = w.content[w.source[r]]
    let_go(w, r, w.source[r])
    w.source[r] = NO_NODE


@fault(of=write, breaks=("prefix_is_computed_first",))
def write_before_its_prefix(w: Tree, n: Node) -> None:
    """A block is computed although the one before it is not."""
    require(w.standing[n] == Standing.PRIVATE and not w.written[n], "it is private and not computed yet")
    w.written[n] = 1
    w.content[n] = w.key[n]
    w.made[n] = w.epoch + 1


@fault(of=write, id="SGLang #28374", breaks=("content_is_that_of_the_key",))
def write_is_cut_short(w: Tree, n: Node) -> None:
    """An abort in the middle of a step leaves a block that counts as computed and is not."""
    require(w.standing[n] == Standing.PRIVATE and not w.written[n], "it is private and not computed yet")
    require(w.written[w.parent[n]], "the block before it is computed")
    w.written[n] = 1
    w.made[n] = w.epoch + 1


@fault(of=publish, id="F-K16", breaks=("content_is_that_of_the_key",))
def publish_what_was_never_computed(w: Tree, r: Request, n: Node) -> None:
    """Pages that were allocated and given back, or freed without being closed, are filed with garbage in them."""
    require(w.holds[r, n] and w.standing[n] == Standing.PRIVATE, "it is a private block of the request")
    require(w.depth[n] == w.committed[r] + 1, "those before it are filed")
    require(w.child[w.parent[n], w.key[n]] == NO_NODE, "no other node is filed under the key")
    w.standing[n] = Standing.PUBLISHED
    w.child[w.parent[n], w.key[n]] = n
    w.committed[r] = w.committed[r] + 1
    if w.depth[n] < w.live[r]:
        let_go(w, r, n)


@fault(of=publish, breaks=("key_is_published_once", "published_node_is_filed_under_its_key"))
def publish_a_second_copy(w: Tree, r: Request, n: Node) -> None:
    """Two requests that computed the same block both file it."""
    require(w.holds[r, n] and w.standing[n] == Standing.PRIVATE and w.written[n], "it is a computed private block")
    require(w.depth[n] == w.committed[r] + 1, "those before it are filed")
    w.standing[n] = Standing.PUBLISHED
    w.child[w.parent[n], w.key[n]] = n
    w.committed[r] = w.committed[r] + 1
    if w.depth[n] < w.live[r]:
        let_go(w, r, n)


@fault(of=publish, id="F-K2", breaks=("stale_block_is_not_kept",))
def publish_keeps_a_stale_block(w: Tree, r: Request, n: Node) -> None:
    """A block that the window has left behind is published, and its holder keeps it."""
    require(may_be_filed(w, r, n), "it is computed, those before it are filed, and its key is not")
    w.standing[n] = Standing.PUBLISHED
    w.child[w.parent[n], w.key[n]] = n
    w.committed[r] = w.committed[r] + 1


@fault(of=publish, breaks=("committed_part_of_the_path_is_published", "private_blocks_come_last"))
def publish_does_not_commit(w: Tree, r: Request, n: Node) -> None:
    """A block is filed, and its request goes on as if it could still write to it."""
    require(may_be_filed(w, r, n), "it is computed, those before it are filed, and its key is not")
    w.standing[n] = Standing.PUBLISHED
    w.child[w.parent[n], w.key[n]] = n
    if w.depth[n] < w.live[r]:
        let_go(w, r, n)


@fault(of=publish_longer, id="vLLM #49125", breaks=("longer_block_replaces_its_start",))
def publish_longer_keeps_the_start(w: Tree, r: Request, n: Node, q: Node) -> None:
    """The key of a block that did not fill its page is still found after the full block took its place."""
    require(may_be_filed(w, r, n), "it is computed, those before it are filed, and its key is not")
    require(w.standing[q] == Standing.PUBLISHED and w.parent[q] == w.parent[n], "the other is filed beside it")
    require(w.key[q] == w.opening[w.key[n]], "the one starts with the other")
    require(w.whole[w.key[n]] and not w.whole[w.key[q]], "only the longer block fills its page")
    w.standing[n] = Standing.PUBLISHED
    w.child[w.parent[n], w.key[n]] = n
    w.committed[r] = w.committed[r] + 1
    if w.depth[n] < w.live[r]:
        let_go(w, r, n)


@fault(of=publish_longer, breaks=("replaced_block_did_not_fill_its_page",))
def publish_replaces_a_full_block(w: Tree, r: Request, n: Node, q: Node) -> None:
    """A full block is taken out of the index although blocks may go on from it."""
    require(may_be_filed(w, r, n), "it is computed, those before it are filed, and its key is not")
    require(w.standing[q] == Standing.PUBLISHED and w.parent[q] == w.parent[n], "the other is filed beside it")
    w.standing[n] = Standing.PUBLISHED
    w.child[w.parent[n], w.key[n]] = n
    w.committed[r] = w.committed[r] + 1
    w.child[w.parent[q], w.key[q]] = NO_NODE
    w.standing[q] = Standing.ORPHAN
    dequeue(w, q)
    rest(w, q)


@fault(of=rebase, id="F-K1", breaks=("only_full_blocks_are_exchanged", "request_finds_its_own_tokens"))
def rebase_half_a_block(w: Tree, r: Request, m: Node, n: Node) -> None:
    """A block that does not fill its page is given for a longer one of the tree, and would be written to next."""
    require(w.tip[r] == m and w.depth[m] == w.committed[r] + 1 and w.depth[m] >= w.live[r], "its last block is private")
    require(w.standing[n] == Standing.PUBLISHED and w.parent[n] == w.parent[m] and attached(w, n), "one is filed")
    require(w.opening[w.key[n]] == w.key[m] and has_a_copy(w, n), "it starts with the request's own block")
    move_on(w, r, n, w.asked[r])
    w.committed[r] = w.committed[r] + 1
    take_up(w, r, n)
    let_go(w, r, m)


@fault(of=rebase, breaks=("path_does_not_branch",))
def rebase_keeps_its_own_page(w: Tree, r: Request, m: Node, n: Node) -> None:
    """The tree's page is taken, and the request's own is not given back."""
    require(w.tip[r] == m and w.depth[m] == w.committed[r] + 1 and w.depth[m] >= w.live[r], "its last block is private")
    require(w.child[w.parent[m], w.key[m]] == n and n != NO_NODE and w.whole[w.key[m]], "one is filed under the key")
    require(attached(w, n) and has_a_copy(w, n), "it is current and has a page")
    move_on(w, r, n, w.asked[r])
    w.committed[r] = w.committed[r] + 1
    take_up(w, r, n)


@fault(of=rebase, id="mini-sglang #142", breaks=("end_of_the_path_is_kept",))
def rebase_does_not_remap(w: Tree, r: Request, m: Node, n: Node) -> None:
    """The request's own page is freed as a duplicate while its path still ends there."""
    require(w.tip[r] == m and w.depth[m] == w.committed[r] + 1 and w.depth[m] >= w.live[r], "its last block is private")
    require(w.child[w.parent[m], w.key[m]] == n and n != NO_NODE and w.whole[w.key[m]], "one is filed under the key")
    let_go(w, r, m)


@fault(of=slide, id="F-K2", breaks=("stale_block_is_not_kept",))
def slide_keeps_the_block(w: Tree, r: Request, n: Node) -> None:
    """The window moves on, and the published block that it leaves behind stays kept."""
    require(w.windowed == 1 and w.stage[r] == Stage.ADMITTED, "it runs with a window")
    require(w.holds[r, n] and w.depth[n] == w.live[r] and n != w.source[r], "it is the first block of its window")
    w.live[r] = w.live[r] + 1


@fault(of=slide, breaks=("window_starts_on_the_path",))
def slide_without_a_window(w: Tree, r: Request, n: Node) -> None:
    """Blocks are let go as stale although every layer still reads them."""
    require(w.stage[r] == Stage.ADMITTED, "it runs")
    require(w.holds[r, n] and w.depth[n] == w.live[r] and n != w.source[r], "it is the first block of its path")
    w.live[r] = w.live[r] + 1
    if one_of(w.standing[n], Standing.PUBLISHED, Standing.ORPHAN):
        let_go(w, r, n)


# Eviction


@fault(of=evict, id="atlas #373", breaks=("references_are_the_holders", "free_node_has_no_key"))
def evict_what_is_kept(w: Tree, n: Node) -> None:
    """A node is evicted by forcing its references to zero, while a request still reads its page."""
    require(w.standing[n] == Standing.PUBLISHED and w.device[n] and deserted(w, n), "it has a page")
    dequeue(w, n)
    leave_device(w, n)
    w.refs[n] = 0
    forget(w, n)


@fault(of=evict, id="SGLang #27562", breaks=("child_leaves_before_its_parent",))
def evict_the_middle_of_a_path(w: Tree, n: Node) -> None:
    """A node is removed while others still go on from it."""
    require(w.queued[n] and not w.host[n], "the page is in the eviction queue")
    dequeue(w, n)
    leave_device(w, n)
    forget(w, n)


@fault(of=evict, breaks=("prefix_of_a_found_block_is_found",))
def evict_a_page_of_the_prefix(w: Tree, n: Node) -> None:
    """The page of an inner node goes although every layer reads the whole prefix."""
    require(w.queued[n], "the page is in the eviction queue")
    dequeue(w, n)
    leave_device(w, n)
    if not w.host[n] and deserted(w, n):
        forget(w, n)


@fault(of=evict, id="kvcached #362", breaks=("free_node_has_no_key", "index_names_published_nodes_only"))
def evict_keeps_the_key(w: Tree, n: Node) -> None:
    """An evicted page is free, and the index still has its key."""
    require(w.queued[n] and not w.host[n] and deserted(w, n), "the page is in the eviction queue, and a leaf")
    dequeue(w, n)
    leave_device(w, n)
    w.branches[w.parent[n]] = w.branches[w.parent[n]] - 1
    w.standing[n] = Standing.FREE


@fault(of=evict, id="SGLang #35270", breaks=("evictable_pages_are_counted_once",))
def evict_does_not_count(w: Tree, n: Node) -> None:
    """Admission still counts on an evicted page as evictable."""
    require(w.queued[n], "the page is in the eviction queue")
    require(w.host[n] == 1 or w.windowed == 1 or deserted(w, n), "it is on the host too, or nothing goes on from it")
    w.queued[n] = 0
    leave_device(w, n)
    if not w.host[n] and deserted(w, n):
        forget(w, n)


@fault(of=evict, id="TensorRT-LLM #12834", breaks=("device_pages_are_conserved", "host_slots_are_conserved"))
def evict_frees_in_the_other_tier(w: Tree, n: Node) -> None:
    """The tier is looked up after the move to the host, so the page goes to the free list of the host."""
    require(w.queued[n] and w.host[n], "the page is in the eviction queue, with a copy on the host")
    dequeue(w, n)
    w.device[n] = 0
    w.host_free = w.host_free + 1


@fault(of=prune, breaks=("branches_and_visitors_are_counted",))
def prune_is_not_counted(w: Tree, n: Node) -> None:
    """A node leaves the tree, and its parent counts it still: it can never be removed itself."""
    require(w.standing[n] != Standing.FREE and not has_a_copy(w, n) and deserted(w, n), "it has no page and no child")
    require(w.standing[n] != Standing.ROOT or not attached(w, n), "no lookup starts there")
    forget(w, n)
    w.branches[w.parent[n]] = w.branches[w.parent[n]] + 1


@fault(of=prune, breaks=("open_tree_has_a_root",))
def prune_the_root_of_an_open_tree(w: Tree, n: Node) -> None:
    """The root that lookups start at is removed."""
    require(w.standing[n] != Standing.FREE and not has_a_copy(w, n) and deserted(w, n), "it has no page and no child")
    forget(w, n)


# The host tier


@fault(of=offload, breaks=("host_slots_are_conserved",))
def offload_takes_no_slot(w: Tree, n: Node) -> None:
    """A copy goes to the host without its slot being counted."""
    require(w.standing[n] == Standing.PUBLISHED and w.device[n] and not w.host[n], "it is on the device only")
    require(w.host_free >= 1, "a host slot is free")
    w.host[n] = 1
    w.moving[n] = Transfer.DOWN
    dequeue(w, n)


@fault(of=offload, breaks=("private_page_is_on_the_device",))
def offload_what_is_still_written(w: Tree, n: Node) -> None:
    """A page is copied to the host while its request may still write to it."""
    require(w.device[n] and not w.host[n] and w.host_free >= 1, "it is on the device only, and a slot is free")
    w.host[n] = 1
    w.host_free = w.host_free - 1
    w.moving[n] = Transfer.DOWN
    dequeue(w, n)


@fault(of=arrive, id="SGLang #20049", breaks=("queue_has_what_nobody_keeps",))
def arrive_does_not_release(w: Tree, n: Node) -> None:
    """The copy is done, and the page stays out of the eviction queue."""
    require(w.moving[n] != Transfer.NONE, "a copy is on its way")
    w.moving[n] = Transfer.NONE


@fault(of=fail, id="vLLM #26813", breaks=("kept_page_has_a_copy",))
def fail_loses_both_copies(w: Tree, n: Node) -> None:
    """A copy fails, and its source is given up with its target."""
    require(w.moving[n] != Transfer.NONE, "a copy is on its way")
    leave_host(w, n)
    leave_device(w, n)
    w.moving[n] = Transfer.NONE
    rest(w, n)


@fault(of=drop_host, id="SGLang #28468", breaks=("page_on_its_way_is_in_both_tiers",))
def drop_host_while_it_is_written(w: Tree, n: Node) -> None:
    """A host slot is given to another page while a copy into it is on its way."""
    require(w.host[n] and w.device[n], "there is another copy")
    leave_host(w, n)


@fault(of=drop_host, id="SGLang #27562", breaks=("kept_page_has_a_copy",))
def drop_host_of_a_matched_page(w: Tree, n: Node) -> None:
    """The only copy of a page goes while a request that matched it waits for it."""
    require(w.host[n] and w.moving[n] == Transfer.NONE, "it is on the host")
    require(w.device[n] == 1 or w.windowed == 1 or deserted(w, n), "there is another copy, or nothing goes on from it")
    leave_host(w, n)


# Resets


@fault(of=open_scope, breaks=("scope_has_one_root",))
def open_a_second_tree(w: Tree, s: Scope, n: Node) -> None:
    """A scope gets another root while it has one: what hangs under the first is lost to lookups, yet never outdated."""
    require(n != NO_NODE and w.standing[n] == Standing.FREE, "the node is free")
    w.standing[n] = Standing.ROOT
    w.scope[n] = s
    w.tree[n] = w.epoch + 1
    w.written[n] = 1
    w.made[n] = w.epoch + 1
    w.branches[NO_NODE] = w.branches[NO_NODE] + 1
    w.planted[s] = w.epoch + 1
    w.root[s] = n


@fault(of=open_scope, breaks=("root_has_no_block",))
def open_with_a_pinned_root(w: Tree, s: Scope, n: Node) -> None:
    """The root is pinned like a page, so that it is never removed."""
    require(n != NO_NODE and w.standing[n] == Standing.FREE and w.planted[s] == 0, "the node is free")
    w.standing[n] = Standing.ROOT
    w.scope[n] = s
    w.tree[n] = w.epoch + 1
    w.written[n] = 1
    w.made[n] = w.epoch + 1
    w.refs[n] = 1
    w.branches[NO_NODE] = w.branches[NO_NODE] + 1
    w.planted[s] = w.epoch + 1
    w.root[s] = n


@fault(of=reload, id="vLLM #42125", breaks=("matchable_content_is_current", "open_tree_is_newer_than_the_weights"))
def reload_in_place(w: Tree, s: Scope) -> None:
    """An adapter is loaded anew under its old name, and pages of the old weights are still found."""
    require(w.epoch < w.epochs, "another reset comes")
    w.epoch = w.epoch + 1
    w.since[s] = w.epoch + 1


@fault(of=reset, id="vLLM #42695", breaks=("matchable_content_is_current", "open_tree_is_newer_than_the_weights"))
def reset_clears_nothing(w: Tree) -> None:
    """The weights change, and what was computed before is still found."""
    require(w.epoch < w.epochs, "another reset comes")
    w.epoch = w.epoch + 1
    w.weights_since = w.epoch + 1


@fault(of=reset, breaks=("outdated_tree_stays_outdated",))
def reset_stays_in_its_epoch(w: Tree) -> None:
    """The trees are dropped, but the next one has the number of the last: what runs on publishes into it."""
    require(w.planted.total >= 1, "some scope has a tree")
    w.planted.clear()
