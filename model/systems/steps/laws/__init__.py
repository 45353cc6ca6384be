"""Every law of the pipeline, by what it is about."""

from . import adapters, drain, extents, frames, parts, rows

__all__ = ["adapters", "drain", "extents", "frames", "parts", "rows"]
