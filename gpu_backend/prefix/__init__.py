"""The prefix cache: a radix tree of token blocks for each scope, their pages on the device, and a host tier."""

from .cache import PrefixCache
from .path import Path

__all__ = ["Path", "PrefixCache"]
