"""Known faults of the whole, in files by family. Importing this registers them."""

from . import adapters, caches, requests
from .registry import FAULTS, built_with

__all__ = ["FAULTS", "adapters", "built_with", "caches", "requests"]
