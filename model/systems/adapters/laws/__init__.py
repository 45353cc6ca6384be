"""Every law of the adapter caches, one file per theme."""

from . import caches, claims, contents, holders, registry, steps

__all__ = ["caches", "claims", "contents", "holders", "registry", "steps"]
