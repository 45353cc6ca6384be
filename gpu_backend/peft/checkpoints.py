"""Adapter weights as they were trained. Each version of each has its own, so that memory tells what it holds."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import torch
from torch import Tensor

from ...model.systems.adapters.state import NO_CONTENT
from ..memory import DTYPE

PAGE_WIDTH: Final = 8
"""Weights in one page."""

_SEED: Final = 8009
_VERSIONS: Final = 1000
"""More than any adapter has versions, so that no two of them are drawn alike."""


@lru_cache(maxsize=256)
def trained(task: int, content: int, pages: int) -> Tensor:
    """Return one version of an adapter's weights, page by page: always the same, and unlike every other version."""
    draw = torch.Generator().manual_seed(_SEED + _VERSIONS * task + content)
    return torch.randn(pages, PAGE_WIDTH, dtype=DTYPE, generator=draw)


def recognised(task: int, weights: Tensor, contents: int) -> int:
    """Return the version that these weights of an adapter are, or that they are none."""
    for content in range(1, contents + 1):
        if torch.equal(weights, trained(task, content, len(weights)).to(weights.device)):
            return content
    return int(NO_CONTENT)
