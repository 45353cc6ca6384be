"""Every event of the pass and of what happens between passes, one file per part of it."""

from . import contexts, generations, launching, listing, results, transfers, walking

__all__ = ["contexts", "generations", "launching", "listing", "results", "transfers", "walking"]
