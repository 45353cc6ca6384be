"""Prompts, the cells that a request reads, and the prefix tree of each pool."""

from __future__ import annotations

from dataclasses import replace
from enum import IntEnum
from typing import Final

from ...fields import Field, Schema, field, size
from ...instance import Instance
from ...sorts import Flag, Pool, Request, Sort, Tokens
from .eligibility import span_of


class Position(Sort):
    """A place in a prompt, from 0."""


class Prefix(Sort):
    """A sequence of tokens under one adapter and salt, named by a number from 1. Equal sequences have equal names."""

    none = True


NO_PREFIX: Final = Prefix(0)
"""The empty sequence; as the content of a cell, that it was fed with a token that is not of its prompt."""


class Stage(IntEnum):
    """Where a request stands on its way into the engine."""

    WAITING = 0
    """Its prompt arrives; it holds nothing."""
    CLAIMING = 1
    """An attempt to admit it claims a prefix in each pool."""
    ADMITTED = 2
    """Its claims are settled; it computes the rest, chunk by chunk."""


class Reuse(Schema, system="reuse"):
    """Which tokens each cell was really computed from, in a target and a draft pool that share prefixes."""

    # The deployment
    paired: int = size("whether both pools share prefixes, at one depth", domain=Flag)
    lookahead: int = size("how many tokens beyond a position its draft cell depends on, if the pools are paired")
    raw_keys: int = size("whether a cell is filed under its own tokens, without those it looks ahead to", domain=Flag)

    # What is true of sequences of tokens: three functions of a prefix
    trunk: Field[int, int] = size("a prefix without the last tokens that are looked ahead to", Prefix, domain=Prefix)
    scope: Field[int, int] = size("the adapter and the salt of a prefix, as one number", Prefix)
    bare: Field[int, int] = size("the same tokens without adapter and salt", Prefix, domain=Prefix)

    # Requests
    stage: Field[Request, int] = field((Request,), Stage, "where the request stands")
    length: Field[Request, int] = field((Request,), Tokens, "tokens of its prompt")
    at: Field[tuple[Request, int], int] = field((Request, Position), Prefix, "its prompt up to a position, inclusive")
    cursor: Field[Request, int] = field((Request,), Tokens, "positions done in both pools; one cursor for both")
    chunk: Field[Request, int] = field((Request,), Tokens, "where the chunk ends that is being computed")
    fed: Field[Request, int] = field((Request,), Tokens, "up to where the draft was fed with tokens of the prompt")
    held: Field[tuple[Pool, Request], int] = field((Pool, Request), Tokens, "positions it has cells for")
    committed: Field[tuple[Pool, Request], int] = field(
        (Pool, Request), Tokens, "positions whose cells are shared: claimed from the tree or published to it"
    )
    cell: Field[tuple[Pool, Request, int], int] = field(
        (Pool, Request, Position), Prefix, "which tokens the cell that it reads was computed from"
    )

    # The prefix tree of each pool: at most one cell under a key
    kept: Field[tuple[Pool, int], int] = field((Pool, Prefix), Flag, "whether a cell is filed under the key")
    content: Field[tuple[Pool, int], int] = field((Pool, Prefix), Prefix, "which tokens that cell was computed from")


def small(requests: int) -> Instance:
    """Return an instance with one token of lookahead, in which every prompt begins with the same two tokens."""
    span = span_of("eagle3_one_model")
    sizes = {"paired": int(span is not None), "lookahead": span or 0, "raw_keys": 0}
    tables = {
        "trunk": (0, 0, 1),  # prefix 1 is the first token, prefix 2 goes on from it
        "scope": (0, 1, 1),
        "bare": (0, 1, 2),
    }
    return Instance(requests, 0, 1, sizes, {Position: 2, Prefix: 2}, Reuse, tables)


def forked(requests: int) -> Instance:
    """Return an instance in which prompts may part after their first token."""
    tables = {"trunk": (0, 0, 1, 1), "scope": (0, 1, 1, 1), "bare": (0, 1, 2, 3)}
    return replace(small(requests), more={Position: 2, Prefix: 3}, tables=tables)


def _named(*names: tuple[int, int, int]) -> dict[str, tuple[int, ...]]:
    """Return the tables of prefixes from 1 on: what each goes on from, its scope, and the tokens that it is of."""
    trunk, scope, bare = zip((0, 0, 0), *names, strict=True)
    return {"trunk": trunk, "scope": scope, "bare": bare}


_TWO_SCOPES = _named((0, 1, 1), (1, 1, 2), (2, 1, 3), (0, 2, 1), (4, 2, 2), (5, 2, 3))
WIDE = (
    forked(2),
    replace(small(2), more={Position: 3, Prefix: 6}, tables=_TWO_SCOPES),
)
"""Prompts that part, and prompts of two scopes.

No more than one token of lookahead: with two, what a prefix goes on from does not tell its length, so that prompts may
come which no tokens spell.
"""
