"""What the cells that a request reads, and those in the tree, were computed from: laws R3, K6 and R8."""

from ....language import law
from ....sorts import Pool, Request
from ..state import NO_PREFIX, Position, Prefix, Reuse
from .words import goes_on, span


@law("R3")
def draft_cells_come_from_own_tokens(w: Reuse, r: Request, i: Position) -> bool:
    """A draft cell that a request reads was computed from its own tokens, those that it looks ahead to included."""
    return (
        not 0 <= i < w.held[Pool.DRAFT, r] or not goes_on(w, r, i) or w.cell[Pool.DRAFT, r, i] == w.at[r, i + span(w)]
    )


@law("K6")
def target_cells_come_from_own_tokens(w: Reuse, r: Request, i: Position) -> bool:
    """A target cell that a request reads was computed from its own tokens up to the position."""
    return not 0 <= i < w.held[Pool.TARGET, r] or w.cell[Pool.TARGET, r, i] == w.at[r, i]


@law("K6")
def draft_content_fits_its_key(w: Reuse, k: Prefix) -> bool:
    """A draft cell in the tree was computed from exactly the tokens of its key; with raw keys, from these and more."""
    return not w.kept[Pool.DRAFT, k] or k == (
        w.trunk[w.content[Pool.DRAFT, k]] if w.raw_keys and w.lookahead >= 1 else w.content[Pool.DRAFT, k]
    )


@law("K6")
def target_content_fits_its_key(w: Reuse, k: Prefix) -> bool:
    """A target cell in the tree was computed from the tokens of its key, without those that only the draft reads."""
    return not w.kept[Pool.TARGET, k] or w.content[Pool.TARGET, k] == (w.trunk[k] if w.paired and not w.raw_keys else k)


@law("K6")
def nothing_is_filed_without_tokens(w: Reuse, p: Pool, k: Prefix) -> bool:
    """A key is made from at least one token, and where no cell is filed nothing can be read."""
    return w.kept[p, k] == 1 if w.content[p, k] != NO_PREFIX else w.kept[p, k] == 0


@law("R8")
def unpaired_draft_shares_nothing(w: Reuse, r: Request, k: Prefix) -> bool:
    """Where the pools are not paired, no draft cell is claimed or filed, and a target cell's key is its own tokens."""
    return w.paired == 1 or (
        w.kept[Pool.DRAFT, k] == 0
        and w.held[Pool.DRAFT, r] == 0
        and (w.kept[Pool.TARGET, k] == 0 or w.content[Pool.TARGET, k] == k)
    )
