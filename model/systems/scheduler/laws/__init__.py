"""Every law of the pass, one file per subject."""

from . import caches, decisions, detector, growth, ladder, lives, outcomes, walk

__all__ = ["caches", "decisions", "detector", "growth", "ladder", "lives", "outcomes", "walk"]
