"""What happens to prompts and their cells, one file per stage."""

from . import arrival, claims, computing, parts

__all__ = ["arrival", "claims", "computing", "parts"]
