"""Computed cells are filed for others, and leave the tree again."""

from __future__ import annotations

from ...model.sorts import Pool
from .cells import Cell
from .core import Core
from .refusals import LooksBeyond, NotCached, OutOfTurn, check
from .request import PromptRequest


class Publishing(Core):
    """publish, evict."""

    def publish(self, r: int, pool: Pool) -> None:
        """File the next computed cell of a pool; where the tree has one already, the request goes on with that one."""
        request = self.requests[r]
        reading = request.readings[pool]
        position = reading.committed
        self.check_consumed(request, position)
        own = self.computed(request, pool, position)
        key = self.keys.key_to_file(pool, request.scope, request.tokens, position)
        filed = self.indexes[pool].find(key)
        if filed is None:
            self.indexes[pool].file(key, own)
        else:
            self.rebase(request, pool, position, filed)
        reading.committed = position + 1

    def check_consumed(self, request: PromptRequest, position: int) -> None:
        """Refuse the last cells of a prompt, which look ahead to tokens that nobody has said yet."""
        check(self.looks_within(request, position), LooksBeyond, "the cell looks ahead beyond the prompt")

    def computed(self, request: PromptRequest, pool: Pool, position: int) -> Cell:
        """Return the cell that a request has computed for a position, or refuse."""
        cells = request.readings[pool].cells
        check(position < len(cells), OutOfTurn, f"request {request.id} has not computed {position} yet")
        return cells[position]

    def rebase(self, request: PromptRequest, pool: Pool, position: int, filed: Cell) -> None:
        """Go on with the tree's cell, and give the own one up."""
        own = request.readings[pool].cells[position]
        self.pools[pool].hold(filed)
        self.read(request, pool, position, filed)
        self.pools[pool].let_go(own)

    def evict(self, pool: Pool, key: int) -> None:
        """Let the cell under a key leave the tree, or refuse."""
        check(self.indexes[pool].find(key), NotCached, f"the {pool.name.lower()} pool has no cell under the key")
        self.indexes[pool].evict(key)
