"""New blocks that are filed, shared or exchanged wrongly."""

from ....language import fault, one_of, require
from ....sorts import Request
from ..events.writing import (
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
from ..parts import (
    attached,
    dequeue,
    grow,
    has_a_copy,
    is_free,
    let_go,
    move_on,
    rest,
    take_up,
)
from ..state import NO_BLOCK, NO_NODE, Block, Node, Stage, Standing, Transfer, Tree


@fault(of=insert, breaks=("nothing_is_allocated_during_a_lookup",))
def insert_during_the_lookup(w: Tree, r: Request, n: Node, b: Block) -> None:
    """A page is allocated before every hit of the lookup is kept (vLLM #44409)."""
    require(one_of(w.stage[r], Stage.LOOKUP, Stage.ADMITTED), "it is looked up or runs")
    require(is_free(w, n) and not w.for_roots[n] and w.device_free >= 1, "a node and a page are free")
    require(w.source[r] == NO_NODE, "there is no start to copy into it first")
    require(fills_its_page(w, w.tip[r]) and b != NO_BLOCK, "only a full block has a next one")
    grow(w, r, n, b)
    move_on(w, r, n, b)


@fault(of=insert, breaks=("only_computed_blocks_are_found", "committed_part_of_the_path_is_published"))
def insert_publishes_at_once(w: Tree, r: Request, n: Node, b: Block) -> None:
    """The key is filed with the allocation: a lookup in the same pass hits what is not computed (vLLM #29387)."""
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


@fault(of=copy_start, breaks=("committed_content_is_final",))
def copy_writes_into_the_shared_page(w: Tree, r: Request, n: Node, b: Block) -> None:
    """A block that fits in part is completed where it is, in a page that others read (TensorRT-LLM #12306)."""
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


@fault(of=write, breaks=("content_is_that_of_the_key",))
def write_is_cut_short(w: Tree, n: Node) -> None:
    """An abort in the middle of a step leaves a block that counts as computed and is not (SGLang #28374)."""
    require(w.standing[n] == Standing.PRIVATE and not w.written[n], "it is private and not computed yet")
    require(w.written[w.parent[n]], "the block before it is computed")
    w.written[n] = 1
    w.made[n] = w.epoch + 1


@fault(of=publish, id="F-K16", breaks=("only_computed_blocks_are_found",))
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


@fault(of=publish_longer, breaks=("longer_block_replaces_its_start",))
def publish_longer_keeps_the_start(w: Tree, r: Request, n: Node, q: Node) -> None:
    """The key of a block that did not fill its page is found beside that of the full block (vLLM #49125)."""
    require(may_be_filed(w, r, n), "it is computed, those before it are filed, and its key is not")
    require(w.standing[q] == Standing.PUBLISHED and w.parent[q] == w.parent[n], "the other is filed beside it")
    require(w.key[q] == w.opening[w.key[n]], "the one starts with the other")
    require(not w.whole[w.key[q]], "nothing goes on from the shorter one")
    w.standing[n] = Standing.PUBLISHED
    w.child[w.parent[n], w.key[n]] = n
    w.committed[r] = w.committed[r] + 1
    if w.depth[n] < w.live[r]:
        let_go(w, r, n)


@fault(of=publish_longer, breaks=("longer_block_is_found_in_its_place",))
def displaced_start_leaves_nothing(w: Tree, r: Request, n: Node, q: Node) -> None:
    """The shorter block is taken out for a longer one that nobody files, so the next prompt computes both again."""
    require(may_be_filed(w, r, n), "it is computed, those before it are filed, and its key is not")
    require(w.standing[q] == Standing.PUBLISHED and w.parent[q] == w.parent[n], "the other is filed beside it")
    require(w.key[q] == w.opening[w.key[n]], "the one starts with the other")
    require(not w.whole[w.key[q]], "nothing goes on from the shorter one")
    w.child[w.parent[q], w.key[q]] = NO_NODE
    w.standing[q] = Standing.ORPHAN
    dequeue(w, q)
    rest(w, q)


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
    require(w.child[w.parent[m], w.key[m]] == n and w.whole[w.key[m]], "one is filed under the key")
    require(attached(w, n) and has_a_copy(w, n), "it is current and has a page")
    move_on(w, r, n, w.asked[r])
    w.committed[r] = w.committed[r] + 1
    take_up(w, r, n)


@fault(of=rebase, breaks=("end_of_the_path_is_kept",))
def rebase_does_not_remap(w: Tree, r: Request, m: Node, n: Node) -> None:
    """The request's own page is freed as a duplicate while its path still ends there (mini-sglang #142)."""
    require(w.tip[r] == m and w.depth[m] == w.committed[r] + 1 and w.depth[m] >= w.live[r], "its last block is private")
    require(w.child[w.parent[m], w.key[m]] == n and w.whole[w.key[m]], "one is filed under the key")
    let_go(w, r, m)


@fault(of=slide, id="F-K2", breaks=("stale_block_is_not_kept",))
def slide_keeps_the_block(w: Tree, r: Request, n: Node) -> None:
    """The window moves on, and the published block that it leaves behind stays kept."""
    require(w.windowed == 1, "it has a window")
    require(w.holds[r, n] and w.depth[n] == w.live[r] and n != w.source[r], "it is the first block of its window")
    w.live[r] = w.live[r] + 1


@fault(of=slide, breaks=("window_starts_on_the_path",))
def slide_without_a_window(w: Tree, r: Request, n: Node) -> None:
    """Blocks are let go as stale although every layer still reads them."""
    require(w.holds[r, n] and w.depth[n] == w.live[r] and n != w.source[r], "it is the first block of its path")
    w.live[r] = w.live[r] + 1
    if one_of(w.standing[n], Standing.PUBLISHED, Standing.ORPHAN):
        let_go(w, r, n)
