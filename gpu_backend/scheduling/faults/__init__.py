"""Known faults of the scheduling pass that can be built in, each a small step done wrongly."""

from . import contexts, passes, pools, results, transfers, victims
from .registry import FAULTS, with_faults

__all__ = ["FAULTS", "contexts", "passes", "pools", "results", "transfers", "victims", "with_faults"]
