"""Known ways of getting it wrong, one file per part that acts; each breaks the laws that it names."""

from . import issue, polls, requests, tables, upkeep

__all__ = ["issue", "polls", "requests", "tables", "upkeep"]
