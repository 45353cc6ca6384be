"""An attempt to admit a request claims a prefix in both pools: it begins, claims, and is settled or comes to nothing.

Claims advance position by position, and anything may be evicted in between, so that what a probe has seen may be gone
when it is claimed. Which pool claims first, and how often, is left open.
"""

from ....language import event, one_of, require
from ....sorts import Pool, Request
from ..state import Position, Prefix, Reuse, Stage
from .parts import ahead, key_of, let_go, let_go_of_all, looks_within


@event
def attempt(w: Reuse, r: Request) -> None:
    """An attempt to admit a request begins; one whose last attempt came to nothing gives its cells back first."""
    require(one_of(w.stage[r], Stage.WAITING, Stage.ADMITTED), "it is not claiming yet")
    let_go_of_all(w, r)
    w.stage[r] = Stage.CLAIMING


@event
def claim(w: Reuse, p: Pool, r: Request, i: Position, k: Prefix) -> None:
    """One pool claims its next cell, by its key; with raw keys only if the tree goes on as far as it looks ahead."""
    require(w.stage[r] == Stage.CLAIMING, "cells are claimed in an attempt only", "R1")
    require(i == w.held[p, r], "it is the next position")
    require(i + 1 < w.length[r], "the last token is left to compute", "R5")
    require(looks_within(w, r, i), "the prompt has the tokens that the cell looks ahead to", "R3")
    require(k == key_of(w, r, i), "the key is made from the tokens of the prompt", "R3")
    require(w.kept[p, k], "the tree of the pool has a cell under it", "R3")
    require(not w.raw_keys or w.kept[p, w.at[r, i + ahead(w)]], "the match backs off by the lookahead", "R3")
    w.cell[p, r, i] = w.content[p, k]
    w.held[p, r] = i + 1
    w.committed[p, r] = i + 1


@event
def unclaim(w: Reuse, p: Pool, r: Request) -> None:
    """A pool that claimed more than the other gives its claims back, to claim again."""
    require(w.stage[r] == Stage.CLAIMING, "the claims are not settled yet", "R2")
    require(w.held[p, r] >= 1, "it has claims to give back")
    let_go(w, p, r)


@event
def settle_claims(w: Reuse, r: Request) -> None:
    """Both pools have claimed to one depth, and the shared cursor is put there, wherever it was."""
    require(w.stage[r] == Stage.CLAIMING, "it is claiming")
    require(not w.paired or w.held[Pool.TARGET, r] == w.held[Pool.DRAFT, r], "both claims are equally deep", "R1")
    w.stage[r] = Stage.ADMITTED
    w.cursor[r] = w.held[Pool.TARGET, r]
    w.chunk[r] = w.held[Pool.TARGET, r]


@event
def fall_back(w: Reuse, r: Request) -> None:
    """Both pools give up their claims, and the request computes its prompt from the start."""
    require(w.stage[r] == Stage.CLAIMING, "it is claiming")
    let_go_of_all(w, r)
    w.stage[r] = Stage.ADMITTED
    w.cursor[r] = 0


@event
def withdraw(w: Reuse, r: Request) -> None:
    """An attempt fails, or an admitted request is preempted or ends: both pools' cells are given back."""
    require(one_of(w.stage[r], Stage.CLAIMING, Stage.ADMITTED), "it is under way")
    let_go_of_all(w, r)
    w.stage[r] = Stage.WAITING
    w.cursor[r] = 0
