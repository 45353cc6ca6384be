"""A request while its prompt is computed: its tokens, its one cursor, and the cells that it reads in each pool."""

from __future__ import annotations

from dataclasses import dataclass, field

import torch
from torch import Tensor

from ...model.sorts import Pool
from ...model.systems.reuse.state import Stage
from ..memory import DTYPE
from .cells import Cell


@dataclass(slots=True)
class Reading:
    """The cells that a request reads in one pool, position by position."""

    workspace: Tensor
    """Where they are gathered for attention, of constant size. What is behind the last cell is left from before."""
    cells: list[Cell] = field(default_factory=list)
    committed: int = 0
    """How many of the first are shared: claimed from the tree, or published to it."""


@dataclass(slots=True)
class PromptRequest:
    """A request from its arrival to the end of its prompt."""

    id: int
    readings: dict[Pool, Reading]
    tokens: list[int] = field(default_factory=list)
    scope: int = 0
    """Its adapter and its salt, as one number; known with the first token."""
    stage: Stage = Stage.WAITING
    cursor: int = 0
    """Positions done in both pools."""
    chunk: int = 0
    """Where the chunk ends that is being computed."""
    draft_input: list[int] = field(default_factory=list)
    """The tokens that are staged for the draft: the prompt up to the chunk's end, and what it looks ahead to there."""

    @classmethod
    def of(cls, request: int, length: int, widths: dict[Pool, int], device: torch.device) -> PromptRequest:
        """Make a request that may have so many tokens."""
        readings = {
            pool: Reading(torch.zeros((length, width), dtype=DTYPE, device=device)) for pool, width in widths.items()
        }
        return cls(request, readings)

    def sampled_from(self, position: int) -> bool:
        """Whether nothing of the prompt is staged for the draft at a position."""
        return position >= len(self.draft_input)
