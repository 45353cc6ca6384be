"""Known ways of getting the adapter caches wrong, one file per theme."""

from . import caches, claims, contents, holders, registry, step

__all__ = ["caches", "claims", "contents", "holders", "registry", "step"]
