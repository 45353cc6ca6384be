"""Known ways of getting the pass wrong, one file per part of it."""

from . import contexts, ending, growth, launching, transfers, victims, walking

__all__ = ["contexts", "ending", "growth", "launching", "transfers", "victims", "walking"]
