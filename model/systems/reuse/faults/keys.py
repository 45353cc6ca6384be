"""A cell is filed or looked up under a key that does not say what it was computed from."""

from ....language import fault, require
from ....sorts import Pool, Request
from ..events import claims, computing
from ..events.parts import key_of, looks_within
from ..state import Position, Prefix, Reuse, Stage
from .parts import file, may_claim, may_publish, take


@fault(of=claims.claim, id="F-K6", breaks=("cells_are_of_own_scope", "draft_cells_come_from_own_tokens"))
def claim_leaves_out_the_scope(w: Reuse, p: Pool, r: Request, i: Position, k: Prefix) -> None:
    """The key is looked up without adapter and salt, and finds what another adapter computed for the same text."""
    require(may_claim(w, p, r, i) and looks_within(w, r, i) and i + 1 < w.length[r], "it is the next position")
    require(k == w.bare[key_of(w, r, i)] and w.kept[p, k] == 1, "the tree of the pool has a cell under its key")
    take(w, p, r, i, k)


@fault(of=claims.claim, breaks=("target_cells_come_from_own_tokens",))
def target_claims_by_other_keys(w: Reuse, p: Pool, r: Request, i: Position, k: Prefix) -> None:
    """The target pool looks up plain keys in a tree whose keys look ahead."""
    require(may_claim(w, p, r, i) and looks_within(w, r, i) and i + 1 < w.length[r], "it is the next position")
    require(k == w.at[r, i] and w.kept[p, k] == 1, "the tree of the pool has a cell under its key")
    take(w, p, r, i, k)


@fault(of=computing.publish, id="F-R9", breaks=("draft_content_fits_its_key", "target_content_fits_its_key"))
def key_does_not_look_ahead(w: Reuse, p: Pool, r: Request, i: Position, k: Prefix) -> None:
    """A cell that looks ahead is filed under its own tokens, where prompts with another next token find it."""
    require(may_publish(w, p, r, i) and looks_within(w, r, i), "it is the next position")
    require(k == w.at[r, i], "the key is made from the tokens up to the position")
    file(w, p, r, i, k)


@fault(of=computing.publish, breaks=("filed_cell_is_of_the_scope_of_its_key",))
def key_leaves_out_the_scope(w: Reuse, p: Pool, r: Request, i: Position, k: Prefix) -> None:
    """A cell is filed as if it were computed without adapter and salt."""
    require(may_publish(w, p, r, i) and looks_within(w, r, i), "it is the next position")
    require(k == w.bare[key_of(w, r, i)], "the key is made from the tokens alone")
    file(w, p, r, i, k)


@fault(of=computing.publish, id="F-R11", breaks=("trailing_cells_are_not_shared",))
def trailing_cells_are_published(w: Reuse, p: Pool, r: Request, i: Position, k: Prefix) -> None:
    """The last cells of a prompt are filed as well, with as much of the key as the prompt has."""
    require(may_publish(w, p, r, i), "it is the next position")
    require(k == key_of(w, r, i) if looks_within(w, r, i) else k == w.at[r, i], "the key is what there is of it")
    file(w, p, r, i, k)


@fault(of=computing.publish, breaks=("trailing_cells_are_not_shared", "nothing_is_filed_without_tokens"))
def cell_is_published_before_it_is_computed(w: Reuse, p: Pool, r: Request, i: Position, k: Prefix) -> None:
    """A cell is filed as soon as it is allocated."""
    require(
        w.stage[r] == Stage.ADMITTED and i == w.committed[p, r] and looks_within(w, r, i), "it is the next position"
    )
    require(k == key_of(w, r, i), "the key is made from the tokens of the prompt")
    file(w, p, r, i, k)


@fault(of=computing.publish, id="F-R21", breaks=("unpaired_draft_shares_nothing",))
def unpaired_keys_look_ahead(w: Reuse, p: Pool, r: Request, i: Position, k: Prefix) -> None:
    """A deployment that is not paired is given the keys of one that is."""
    require(may_publish(w, p, r, i) and i + w.lookahead < w.length[r], "it is the next position")
    require(k == w.at[r, i + w.lookahead], "the key looks ahead, paired or not")
    file(w, p, r, i, k)
