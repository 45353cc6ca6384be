"""Known faults of serving engines that can be built into this one, each a small step done wrongly."""

from . import adapters, pools, scheduling, slots
from .registry import FAULTS, with_faults

__all__ = ["FAULTS", "adapters", "pools", "scheduling", "slots", "with_faults"]
