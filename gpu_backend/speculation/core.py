"""The requests, both pools and their indexes, and what all that is done to them shares."""

from __future__ import annotations

from typing import ClassVar

import torch

from ...model.sorts import Pool
from ...model.systems.reuse.state import Stage
from .cells import Cell, CellPool
from .deployment import Deployment
from .keys import KeyStream
from .model import DraftedModel
from .refusals import OutOfTurn, check
from .request import PromptRequest
from .tree import PrefixIndex


class Core:
    """Paired reuse without its events. Subclasses add what is done."""

    key_stream: ClassVar[type[KeyStream]] = KeyStream
    cell_pool: ClassVar[type[CellPool]] = CellPool
    prefix_index: ClassVar[type[PrefixIndex]] = PrefixIndex
    drafted_model: ClassVar[type[DraftedModel]] = DraftedModel

    def __init__(self, deployment: Deployment, *, requests: int, length: int, cells: int, device: torch.device) -> None:
        """Make empty pools of so many cells each, for so many requests of at most this length."""
        self.deployment = deployment
        self.keys = self.key_stream(deployment)
        self.model = self.drafted_model(deployment.lookahead)
        self.widths = {Pool.TARGET: 1, Pool.DRAFT: 1 + deployment.lookahead}
        """The values in a cell: the target's state, and one of each draft layer behind it."""
        self.pools = {pool: self.cell_pool(cells, width, device) for pool, width in self.widths.items()}
        self.indexes = {pool: self.prefix_index(self.pools[pool]) for pool in Pool}
        self.requests = [PromptRequest.of(r, length, self.widths, device) for r in range(requests)]

    @property
    def lookahead(self) -> int:
        """How many tokens after its own a cell of either pool depends on, as far as reuse goes."""
        return self.keys.lookahead

    def request(self, r: int, *stages: Stage) -> PromptRequest:
        """Return a request that is in one of some stages, or refuse."""
        request = self.requests[r]
        said = " or ".join(stage.name.lower() for stage in stages)
        check(request.stage in stages, OutOfTurn, f"request {r} is {request.stage.name.lower()}, not {said}")
        return request

    def looks_within(self, request: PromptRequest, position: int) -> bool:
        """Whether the prompt goes on for all the tokens that the cell at a position looks ahead to."""
        return position + self.lookahead < len(request.tokens)

    def read(self, request: PromptRequest, pool: Pool, position: int, cell: Cell) -> None:
        """Let a request read a cell at a position from now on."""
        reading = request.readings[pool]
        reading.cells[position:] = [cell, *reading.cells[position + 1 :]]
        self.gather(request, pool, position)

    def gather(self, request: PromptRequest, pool: Pool, position: int) -> None:
        """Copy what a request reads at a position into its workspace."""
        reading = request.readings[pool]
        reading.workspace[position].copy_(self.pools[pool].read(reading.cells[position]))

    def let_go(self, request: PromptRequest, pool: Pool) -> None:
        """Give back every cell of one pool."""
        reading = request.readings[pool]
        for cell in reading.cells:
            self.pools[pool].let_go(cell)
        reading.cells, reading.committed = [], 0

    def let_go_of_all(self, request: PromptRequest) -> None:
        """Give back every cell of both pools, and forget the chunk that was planned."""
        for pool in Pool:
            self.let_go(request, pool)
        self.forget_chunk(request)

    def forget_chunk(self, request: PromptRequest) -> None:
        """No chunk is planned, and nothing is staged for the draft."""
        request.chunk = 0
        request.draft_input = []
