"""Every event of the adapter caches, one file per theme."""

from . import leaving, loading, planning, registry, step

__all__ = ["leaving", "loading", "planning", "registry", "step"]
