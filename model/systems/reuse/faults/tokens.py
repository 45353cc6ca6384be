"""The draft is fed with other tokens than those of the prompt, or the prompt is not what it was."""

from ....language import fault, require
from ....sorts import Pool, Request, Tokens
from ..events import arrival, computing
from ..events.parts import ahead, trunk_at
from ..state import NO_PREFIX, Position, Prefix, Reuse, Stage


@fault(of=computing.compute, id="F-R12", breaks=("draft_cells_come_from_own_tokens",))
def chunk_boundary_is_fed_the_sampled_token(w: Reuse, r: Request, i: Position) -> None:
    """At the end of a chunk the draft is fed what the target sampled there, not the prompt's next token."""
    require(w.stage[r] == Stage.ADMITTED and i == w.cursor[r] and i < w.chunk[r], "it is the next position")
    w.cell[Pool.TARGET, r, i] = w.at[r, i]
    w.held[Pool.TARGET, r] = i + 1
    if w.paired:
        w.cell[Pool.DRAFT, r, i] = w.at[r, i + ahead(w)] if i + ahead(w) < w.chunk[r] else NO_PREFIX
        w.held[Pool.DRAFT, r] = i + 1
    w.cursor[r] = i + 1


@fault(of=computing.compute, id="F-R13", breaks=("draft_cells_come_from_own_tokens",))
def one_token_is_staged(w: Reuse, r: Request, i: Position) -> None:
    """At the end of a chunk the draft is fed one token of the prompt, however far it looks ahead."""
    require(w.stage[r] == Stage.ADMITTED and i == w.cursor[r] and i < w.chunk[r], "it is the next position")
    w.cell[Pool.TARGET, r, i] = w.at[r, i]
    w.held[Pool.TARGET, r] = i + 1
    if w.paired:
        w.cell[Pool.DRAFT, r, i] = (
            w.at[r, i + ahead(w)] if i + ahead(w) < w.fed[r] and i + ahead(w) <= w.chunk[r] else NO_PREFIX
        )
        w.held[Pool.DRAFT, r] = i + 1
    w.cursor[r] = i + 1


@fault(of=computing.start_chunk, breaks=("draft_is_fed_what_it_looks_ahead_to",))
def staged_tokens_are_of_the_chunk_before(w: Reuse, r: Request, end: Tokens) -> None:
    """A later chunk runs with the tokens that were staged for the one before it."""
    require(w.stage[r] == Stage.ADMITTED, "it is admitted")
    require(w.cursor[r] == w.chunk[r], "the chunk before is computed")
    require(w.cursor[r] < end <= w.length[r], "the chunk has a token and stays in the prompt")
    w.chunk[r] = end


@fault(of=computing.evict, breaks=("nothing_is_filed_without_tokens",))
def evicted_cell_can_be_read(w: Reuse, p: Pool, k: Prefix) -> None:
    """The key is gone, and the cell is still there for whoever has looked it up before."""
    require(w.kept[p, k], "a cell is filed under the key")
    w.kept[p, k] = 0


@fault(of=arrival.append, breaks=("prompt_is_one_path", "who_shares_more_shares_less"))
def prefix_forgets_what_came_before(w: Reuse, r: Request, i: Position, p: Prefix) -> None:
    """A prefix is told from others by its last tokens alone."""
    require(w.stage[r] == Stage.WAITING and i == w.length[r], "it is the next position")
    require(p != NO_PREFIX, "a prompt with a token is not the empty one")
    require(i == 0 or w.scope[p] == w.scope[w.at[r, 0]], "a request has one adapter and one salt")
    w.at[r, i] = p
    w.length[r] = w.length[r] + 1


@fault(of=arrival.append, breaks=("prompt_has_one_scope",))
def prefix_forgets_its_scope(w: Reuse, r: Request, i: Position, p: Prefix) -> None:
    """Only the first block of a prompt is told from that of other adapters."""
    require(w.stage[r] == Stage.WAITING and i == w.length[r], "it is the next position")
    require(p != NO_PREFIX, "a prompt with a token is not the empty one")
    require(w.trunk[p] == trunk_at(w, r, i, p), "the prefix goes on from the prompt so far")
    w.at[r, i] = p
    w.length[r] = w.length[r] + 1


@fault(of=arrival.append, breaks=("request_under_way_keeps_its_prompt", "draft_cells_come_from_own_tokens"))
def prompt_grows_while_it_is_computed(w: Reuse, r: Request, i: Position, p: Prefix) -> None:
    """Generated tokens join a prompt whose last cells were computed without them."""
    require(i == w.length[r], "it is the next position")
    require(p != NO_PREFIX, "a prompt with a token is not the empty one")
    require(w.trunk[p] == trunk_at(w, r, i, p), "the prefix goes on from the prompt so far")
    require(i == 0 or w.scope[p] == w.scope[w.at[r, 0]], "a request has one adapter and one salt")
    w.at[r, i] = p
    w.length[r] = w.length[r] + 1
