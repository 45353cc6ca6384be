"""The prefix cache as a tree: nodes, the index that finds them, who holds them, and where their pages are."""

from __future__ import annotations

from enum import IntEnum
from typing import Final

from ...fields import Field, Ledger, Relation, Schema, Tally, field, ledger, relation, scalar, size, tally
from ...instance import Instance
from ...sorts import Flag, Request, Sort


class Node(Sort):
    """A block of the prefix cache, or the root of one scope's tree, named by a number from 1."""

    none = True


class Scope(Sort):
    """An adapter together with a cache salt, named by a number; 0 is the base model without a salt."""


class Block(Sort):
    """A run of tokens that fills a page, or only starts one; an image counts as what it shows. Numbered from 1."""

    none = True


NO_NODE: Final = Node(0)
"""No node: what an idle request stands at, and what a root hangs under."""

NO_BLOCK: Final = Block(0)
"""No tokens: the key of a root, and the content of a page that nothing was written to."""

BASE: Final = Scope(0)
"""The base model without a salt."""


class Standing(IntEnum):
    """What a node is."""

    FREE = 0
    """Nothing: it has no key, no page, and nobody is at it."""
    ROOT = 1
    """Where the lookups of a scope start. It has no tokens and no page."""
    PRIVATE = 2
    """A block of one running request, which nobody else can find."""
    PUBLISHED = 3
    """Filed under its key with its parent: a lookup that comes by finds it."""
    ORPHAN = 4
    """Replaced in the index by a longer block, and kept only for those who still use it."""


class Stage(IntEnum):
    """Where a request stands with the cache."""

    IDLE = 0
    """Not at any node: it was never looked up, was refused, or has ended."""
    LOOKUP = 1
    """It takes hold of what it finds; nothing is allocated for it yet."""
    ADMITTED = 2
    """It computes new blocks at the end of its path."""
    CLOSING = 3
    """Refused or ended: it gives its path back, from the last block to the first."""


class Transfer(IntEnum):
    """The copy of a page that is on its way, if any."""

    NONE = 0
    DOWN = 1
    """From the device into a host slot."""
    UP = 2
    """From the host into a device page."""


_USED = (Standing.ROOT, Standing.PRIVATE, Standing.PUBLISHED, Standing.ORPHAN)


class Tree(Schema, system="prefix"):
    """A prefix cache of one tree for each scope, with holders, content tags, a device and a host tier, and resets."""

    # What is true of blocks, and of the whole run
    whole: Field[Block, int] = size("whether the block fills a page", Block, domain=Flag)
    opening: Field[Block, Block] = size("the shorter block that a block starts with", Block, domain=Block)
    for_roots: Field[Node, int] = size("whether the number is kept for roots, not for blocks", Node, domain=Flag)
    windowed: int = size("whether requests read a window of their path only", domain=Flag)

    # The tree
    standing: Field[Node, int] = field((Node,), Standing, "what the node is")
    parent: Field[Node, Node] = field((Node,), Node, "the node it hangs under; written when it is inserted")
    key: Field[Node, Block] = field((Node,), Block, "the block it is matched by")
    scope: Field[Node, Scope] = field((Node,), Scope, "the adapter and salt it was computed under")
    tree: Field[Node, int] = field((Node,), int, "the number of its tree: the epoch it was opened in, from 1")
    depth: Field[Node, int] = field((Node,), int, "blocks from the root to it; a root has 0")
    child: Field[tuple[Node, Block], Node] = field((Node, Block), int, "the index: the node filed under a key, or none")
    branches: Field[Node, int] = field((Node,), int, "nodes that hang under it")
    branching: Tally[Node] = tally("standing", _USED, "nodes in use with that parent", by="parent", keys=(Node,))

    # What is in its pages: the tags of the content
    written: Field[Node, int] = field((Node,), Flag, "whether the whole block was computed")
    content: Field[Node, Block] = field((Node,), int, "the tokens that what is in its device page was computed from")
    saved: Field[Node, Block] = field((Node,), int, "the same of its host slot")
    made: Field[Node, int] = field((Node,), int, "the epoch in which it was computed, from 1")

    # Scopes and resets
    epochs: int = size("resets in the run, any number of them")
    epoch: int = scalar(int, "grows with every reset")
    planted: Ledger[Scope] = ledger((Scope,), int, "the number of the tree that its lookups start in, or 0")
    root: Field[Scope, Node] = field((Scope,), int, "the root of that tree")
    since: Field[Scope, int] = field((Scope,), int, "the epoch in which its adapter was last loaded")
    weights_since: int = scalar(int, "the epoch in which the weights of the model were last changed")

    # Requests and their paths
    stage: Field[Request, int] = field((Request,), Stage, "where the request stands with the cache")
    under: Field[Request, Scope] = field((Request,), Scope, "the adapter and salt it runs with")
    tip: Field[Request, Node] = field((Request,), Node, "the last node of its path")
    visitors: Field[Node, int] = field((Node,), int, "requests whose path ends there")
    visiting: Tally[Node] = tally(
        "stage", (Stage.LOOKUP, Stage.ADMITTED, Stage.CLOSING), "requests whose tip it is", by="tip", keys=(Node,)
    )
    asked: Field[Request, Block] = field((Request,), int, "the block of its own tokens that belongs at its tip")
    committed: Field[Request, int] = field((Request,), int, "blocks of its path that are published, from the root on")
    live: Field[Request, int] = field((Request,), int, "the depth at which its window starts")
    source: Field[Request, Node] = field((Request,), Node, "the node whose start it is about to copy, or none")

    # Holders
    holds: Relation[Request, Node] = relation((Request, Node), "which request keeps which node's page")
    refs: Field[Node, int] = field((Node,), int, "requests that keep its page")

    # The device, with its eviction queue, and the host tier, whose capacity may be zero
    device_size: int = size("pages on the device")
    device: Ledger[Node] = ledger((Node,), Flag, "whether it has a device page")
    device_free: int = scalar(int, "device pages free", starts_as="device_size")
    queued: Ledger[Node] = ledger((Node,), Flag, "whether its device page may be evicted")
    evictable: int = scalar(int, "device pages that admission counts on as evictable")
    host_size: int = size("slots on the host")
    host: Ledger[Node] = ledger((Node,), Flag, "whether it has a host slot")
    host_free: int = scalar(int, "host slots free", starts_as="host_size")
    moving: Field[Node, int] = field((Node,), Transfer, "the copy of its page that is on its way")


def small(requests: int) -> Instance:
    """Return an instance with one scope, a root and two nodes, a full block, and a shorter one that it starts with."""
    sizes = {"windowed": 1, "epochs": 1, "device_size": 2, "host_size": 1}
    tables = {"whole": (0, 0, 1), "opening": (0, 0, 1), "for_roots": (0, 1, 0, 0)}
    return Instance(requests, 0, 1, sizes, {Node: 3, Scope: 1, Block: 2}, Tree, tables)


WIDE = (
    Instance(
        2, 0, 1, {"windowed": 0, "epochs": 2, "device_size": 3, "host_size": 2},
        {Node: 6, Scope: 2, Block: 3}, Tree,
        {"whole": (0, 0, 1, 1), "opening": (0, 0, 1, 0), "for_roots": (0, 1, 1, 0, 0, 0, 0)},
    ),
)  # fmt: skip
"""Two scopes, and two full blocks beside one that does not fill its page."""
