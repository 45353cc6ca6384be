"""Every law of the prefix cache, one file per theme."""

from . import content, index, pages, paths

__all__ = ["content", "index", "pages", "paths"]
