"""The weights that a step applies, made from what is in the adapter pages on the device.

A page holds the coordinates of a low-rank update in a fixed basis, one basis for each place in the adapter. So weights
are a function of the pages' content: another version, another page or a freed one gives other tokens.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, Protocol

import torch
from torch import Tensor

from ..memory import DTYPE
from ..peft.checkpoints import PAGE_WIDTH, trained
from ..transformer import Loras
from ..weights import FUSED, LAYERS, RANK, WIDTH

_BASIS_SEED: Final = 9011
_GAIN: Final = 1.6
"""How much an adapter adds to a layer, compared with the layer's own weights."""


class DevicePages(Protocol):
    """Where the adapter pages on the device are read."""

    def read(self, pages: list[int]) -> Tensor:
        """Return what is in pages: [pages, coordinates]."""
        ...


@lru_cache(maxsize=16)
def basis(place: int, device: torch.device) -> tuple[Tensor, Tensor]:
    """Return what the coordinates in the page at a place of an adapter stand for: down and up, one for each."""
    draw = torch.Generator().manual_seed(_BASIS_SEED + place)
    down = torch.randn(PAGE_WIDTH, LAYERS * WIDTH * RANK, dtype=DTYPE, generator=draw) * (WIDTH * PAGE_WIDTH) ** -0.5
    up = torch.randn(PAGE_WIDTH, LAYERS * RANK * FUSED, dtype=DTYPE, generator=draw) * (RANK * PAGE_WIDTH) ** -0.5
    return down.to(device), (_GAIN * up).to(device)


def update(pages: Tensor) -> tuple[Tensor, Tensor]:
    """Return the low-rank update that an adapter's pages stand for: [layers, width, rank], [layers, rank, fused]."""
    down = torch.zeros(LAYERS * WIDTH * RANK, dtype=DTYPE, device=pages.device)
    up = torch.zeros(LAYERS * RANK * FUSED, dtype=DTYPE, device=pages.device)
    for place, coordinates in enumerate(pages):
        down_of, up_of = basis(place, pages.device)
        down += coordinates @ down_of
        up += coordinates @ up_of
    return down.view(LAYERS, WIDTH, RANK), up.view(LAYERS, RANK, FUSED)


class StepLoras:
    """The adapters of one step, by their places in stacked weights. The last place is the base model's: zeros."""

    def __init__(self, pages: DevicePages, tasks: Mapping[int, list[int]], device: torch.device) -> None:
        """Read the pages of each adapter that the step uses."""
        self.places = {task: place for place, task in enumerate(tasks)}
        updates = [update(pages.read(where)) for where in tasks.values()]
        none = update(torch.zeros((1, PAGE_WIDTH), dtype=DTYPE, device=device))
        downs, ups = zip(*updates, none, strict=True)
        self.weights = Loras(torch.stack(downs), torch.stack(ups))

    def slot(self, adapter: int) -> int:
        """Return the place of an adapter, or the empty one for the base model."""
        if not adapter:
            return len(self.places)
        if adapter not in self.places:
            raise LookupError(f"a step uses adapter {adapter}, which is not on the device")
        return self.places[adapter]


class TrainedPages:
    """Adapter pages as they were trained, wherever they should be."""

    def __init__(self, task: int, content: int, weight: int, device: torch.device) -> None:
        self.weights = trained(task, content, weight).to(device)

    def read(self, pages: list[int]) -> Tensor:
        """Return the adapter's pages by their places in it."""
        return self.weights[pages]
