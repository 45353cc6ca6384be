"""Every law of the pages, one file per question: who holds, what is pending, what is found, which life."""

from . import content, drain, lives, operations, owners

__all__ = ["content", "drain", "lives", "operations", "owners"]
