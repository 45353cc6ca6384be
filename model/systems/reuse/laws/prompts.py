"""Prompts as paths in one tree of prefixes, each under one adapter and salt: laws K6, K7 and R9."""

from ....language import law
from ....sorts import Pool, Request
from ..state import NO_PREFIX, Position, Prefix, Reuse
from .words import goes_on, span


@law("K6")
def prompt_is_one_path(w: Reuse, r: Request, i: Position) -> bool:
    """A prompt is one path of prefixes: without its last tokens it is the prompt as it was so many tokens before."""
    return (
        (not 0 <= i < w.length[r] or (w.at[r, i] != NO_PREFIX and (i >= span(w) or w.trunk[w.at[r, i]] == NO_PREFIX)))
        and (
            i < 0
            or not goes_on(w, r, i)
            or (w.at[r, i + span(w)] > NO_PREFIX and w.trunk[w.at[r, i + span(w)]] == w.at[r, i])
        )
    )  # fmt: skip


@law("K6")
def who_shares_more_shares_less(w: Reuse, r: Request, s: Request, i: Position) -> bool:
    """Two prompts that share what a cell looks ahead to also share what comes before."""
    return (
        i < 0
        or not goes_on(w, r, i)
        or not goes_on(w, s, i)
        or w.at[r, i + span(w)] != w.at[s, i + span(w)]
        or w.at[r, i] == w.at[s, i]
    )


@law("K7")
def prompt_has_one_scope(w: Reuse, r: Request, i: Position) -> bool:
    """All of a prompt is under one adapter and one salt."""
    return (not 0 <= i < w.length[r] or w.scope[w.at[r, i]] == w.scope[w.at[r, 0]]) and (
        i < 0 or not goes_on(w, r, i) or w.scope[w.at[r, i + span(w)]] == w.scope[w.at[r, 0]]
    )


@law("K7")
def filed_cell_is_of_the_scope_of_its_key(w: Reuse, p: Pool, k: Prefix) -> bool:
    """A cell in the tree was computed under the adapter and the salt of its key, so that no match crosses them."""
    return not w.kept[p, k] or w.scope[w.content[p, k]] == w.scope[k]


@law("R9")
def cells_are_of_own_scope(w: Reuse, p: Pool, r: Request, i: Position) -> bool:
    """What a request reads in either pool was computed under its own adapter and salt."""
    return not 0 <= i < w.held[p, r] or not goes_on(w, r, i) or w.scope[w.cell[p, r, i]] == w.scope[w.at[r, 0]]
