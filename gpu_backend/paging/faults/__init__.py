"""Known faults of paged memory that can be built in, each a small step done wrongly."""

from . import ends, issue, lives, pages, polls, tables
from .registry import FAULTS, with_faults

__all__ = ["FAULTS", "ends", "issue", "lives", "pages", "polls", "tables", "with_faults"]
