"""Known ways of getting it wrong, one file per theme; each is named after what was forgotten."""

from . import adapters, batch, drafter, learning, passes, pausing, pools, victims

__all__ = ["adapters", "batch", "drafter", "learning", "passes", "pausing", "pools", "victims"]
