"""What a forward is given, as it was when its step was launched: copies, which no later event changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from ...model.sorts import Pool
from .frame import Frame
from .kv_cache import PageTable
from .language import UNKNOWN

ON_DEVICE = -1
"""Stands for the beginning of tokens where only the device knows it: behind those of the row."""


@dataclass(frozen=True, eq=False, slots=True)
class Inputs:
    """A padded batch, one row for each frame."""

    sources: Tensor
    """The row of the step before from which to read the newest token, or none."""
    starts: Tensor
    """Where the tokens begin, unless that is read from the row."""
    known: Tensor
    """[rows, tokens]: the tokens that the host knows."""
    widths: tuple[Tensor, Tensor]
    """How many tokens are computed, by pool."""
    cells: tuple[Tensor, Tensor]
    """[rows, places]: where in the memory of the pool each place of the request is."""
    slots: Tensor
    """The adapter slot of each; the last one is of the base model."""
    previous: Tensor
    """The rows of the step before."""


def gather(frames: Sequence[Frame], slots: Sequence[int], previous: Tensor, device: torch.device) -> Inputs:
    """Collect what a forward needs of its frames."""
    sources, starts, known = [], [], []
    longest = max(width for frame in frames for width in frame.widths)
    for frame in frames:
        request = frame.request
        start = frame.residence.capacity - frame.widths.target
        decoding = start >= request.prompt
        reads = decoding and request.row is not None
        sources.append(request.row if reads and request.row is not None else UNKNOWN)
        starts.append(ON_DEVICE if reads else start)
        tokens = [] if reads else request.tokens[start : start + frame.widths.target]
        known.append(tokens + [UNKNOWN] * (longest - len(tokens)))

    def tensor(values: Sequence[int] | Sequence[list[int]]) -> Tensor:
        return torch.tensor(values, dtype=torch.int64, device=device)

    return Inputs(
        tensor(sources),
        tensor(starts),
        tensor(known),
        (tensor([frame.widths.target for frame in frames]), tensor([frame.widths.draft for frame in frames])),
        (
            tensor(places([frame.residence.tables[Pool.TARGET] for frame in frames])),
            tensor(places([frame.residence.tables[Pool.DRAFT] for frame in frames])),
        ),
        tensor(slots),
        previous,
    )


def places(tables: Sequence[PageTable]) -> list[list[int]]:
    """Return the cells of each table's places, padded to one length with the cell that belongs to no page."""
    longest = max(table.capacity for table in tables)
    padding = tables[0].pool.padding
    cells = [table.cells(table.capacity) for table in tables]
    return [each + [padding] * (longest - len(each)) for each in cells]
