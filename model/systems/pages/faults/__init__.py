"""Known ways of getting it wrong, one file per part that acts; each breaks the laws that it names."""

from . import cache, issue, polls, requests, tables

__all__ = ["cache", "issue", "polls", "requests", "tables"]
