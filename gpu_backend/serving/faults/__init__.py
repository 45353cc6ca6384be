"""Known faults of the whole, in files by family. Importing this registers them."""

from . import adapters, caches, passes, requests
from .registry import FAULTS, built_with

__all__ = ["FAULTS", "adapters", "built_with", "caches", "passes", "requests"]
