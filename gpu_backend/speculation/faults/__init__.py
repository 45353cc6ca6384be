"""Known faults of paired reuse that can be built into it, each a small step done wrongly."""

from . import cells, keys, pairing, tokens
from .registry import FAULTS, with_faults

__all__ = ["FAULTS", "cells", "keys", "pairing", "tokens", "with_faults"]
