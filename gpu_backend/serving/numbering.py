"""The model's numbers for the blocks, nodes and scopes of one pool's tree, and the instance of `prefix` that it is."""

from __future__ import annotations

from ...model.instance import Instance
from ...model.systems.prefix.state import Block as BlockNumber
from ...model.systems.prefix.state import Node, Tree
from ...model.systems.prefix.state import Scope as ScopeNumber
from ..prefix.block import Tokens
from ..prefix.numbering import TokenNumbers
from .config import ServingConfig
from .streams import Stream


def tree_instance(config: ServingConfig, stream: Stream, pages: int) -> Instance:
    """Return the instance of the system `prefix` that one pool's tree is an engine of."""
    keys = list(stream.all_keys())
    starts = sorted({key[:-1] for key in keys} - {()})
    opening = [0, *(0 for _ in starts), *(1 + starts.index(key[:-1]) if key[:-1] else 0 for key in keys)]
    whole = [0, *(0 for _ in starts), *(1 for _ in keys)]
    roots = len(stream.scopes) * (config.resets + 1)
    blocks = pages + config.host_blocks + 1
    return Instance(
        config.requests,
        0,
        1,
        {"windowed": 0, "epochs": config.resets, "device_size": pages, "host_size": config.host_blocks},
        {Node: roots + blocks, ScopeNumber: len(stream.scopes), BlockNumber: len(whole) - 1},
        Tree,
        {"whole": whole, "opening": opening, "for_roots": [0, *[1] * roots, *[0] * blocks]},
    )


class Numbers(TokenNumbers):
    """The model's numbers for the blocks that can be: first what blocks may start with, then the blocks."""

    def __init__(self, stream: Stream) -> None:
        keys = list(stream.all_keys())
        starts = sorted({key[:-1] for key in keys} - {()})
        self.tokens = [Tokens((), full=True), *(Tokens(start, full=False) for start in starts)]
        self.tokens += [Tokens(key, full=True) for key in keys]
        self._numbers = {each.runs: number for number, each in enumerate(self.tokens)}
