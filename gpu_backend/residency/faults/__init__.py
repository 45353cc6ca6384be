"""Known faults of resident requests that can be built into these, each a small step done wrongly."""

from . import adapters, batch, drafter, learning, passes, pausing, pools, victims
from .registry import FAULTS, with_faults

__all__ = [
    "FAULTS",
    "adapters",
    "batch",
    "drafter",
    "learning",
    "passes",
    "pausing",
    "pools",
    "victims",
    "with_faults",
]
